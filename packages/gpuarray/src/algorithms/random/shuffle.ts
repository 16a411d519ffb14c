/** Rows of an array in random order. */
import { dtypeInfo, type DType } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { contiguous } from '../elementwise/contiguous';
import type { GpuArray } from '../../array/gpu-array';
import { assertArray } from '../../array/assert-array';
import { emptyArray } from '../../array/empty';
import { enqueue } from '../../array/device-context';
import { compiledKernel } from '../../kernel-kit/kernel-cache';
import { checkInteger } from './draw-arguments';
import { permutation } from './permutation';
import type { RandomStream } from './random-stream';

/** A copy in C order with its rows along `axis` exchanged. */
export function shuffled<D extends DType>(stream: RandomStream, array: GpuArray<D>, axis: number): GpuArray<D> {
  assertArray('a shuffle', array);
  const rank = array.shape.length;
  if (array.device !== stream.device) throw argumentError('the array is on another device than the generator');
  if (rank === 0) throw argumentError('an array without axes has no rows to exchange', { parameter: 'array' });
  const along = checkInteger('axis', axis, -rank, rank - 1);
  return gatherRows(stream, array, along < 0 ? along + rank : along);
}

/** The same in the array's own memory. */
export function shuffleInPlace(stream: RandomStream, array: GpuArray, axis: number): void {
  const copy = shuffled(stream, array, axis);
  array.assign(copy);
  copy.dispose();
}

const threadsPerBlock = 256;

function gatherRows<D extends DType>(stream: RandomStream, array: GpuArray<D>, axis: number): GpuArray<D> {
  const { device, dtype, shape } = array;
  const rows = shape[axis] ?? 0;
  const order = permutation(stream, rows);
  const source: GpuArray = contiguous(array);
  const out = emptyArray(device, dtype, shape);
  const { unit, perElement } = unitOf(dtype);
  // Seen as [outer, rows, inner] units.
  const inner = shape.slice(axis + 1).reduce((product, extent) => product * extent, 1) * perElement;
  const count = out.size * perElement;
  if (count > 0) {
    const compiled = compiledKernel(device, `random/gather-rows/${unit}`, () => gatherSource(unit));
    const grid = Math.min(Math.ceil(count / threadsPerBlock), device.properties.limits.grid[0]);
    enqueue(device, {
      operation: 'shuffle',
      kernels: [compiled],
      reads: [source, order],
      writes: [out],
      launch: (place) => {
        compiled
          .kernel('random_gather_rows')
          .launch(
            { ...place, grid, block: threadsPerBlock },
            out.buffer,
            out.offset * perElement,
            source.buffer,
            source.offset * perElement,
            order.buffer,
            order.offset,
            count,
            rows,
            inner,
          );
      },
    });
  }
  order.dispose();
  if (!array.isContiguous) source.dispose();
  return out;
}

// Elements are moved as they are, so their size is all that matters; 16 bytes go as two units.
function unitOf(dtype: DType): { readonly unit: string; readonly perElement: number } {
  const { byteLength } = dtypeInfo(dtype);
  const unit = { 1: 'unsigned char', 2: 'unsigned short', 4: 'unsigned int' }[byteLength] ?? 'UINT64';
  return { unit, perElement: Math.max(1, byteLength / 8) };
}

function gatherSource(unit: string): string {
  return `
KERNEL void random_gather_rows(GLOBAL ${unit}* out, UINT64 outOffset, GLOBAL const ${unit}* source,
    UINT64 sourceOffset, GLOBAL const INT64* order, UINT64 orderOffset, UINT64 count, UINT64 rows, UINT64 inner) {
  out += outOffset;
  source += sourceOffset;
  order += orderOffset;
  for (UINT64 i = GLOBAL_INDEX(0); i < count; i += GLOBAL_SIZE(0)) {
    const UINT64 row = i / inner;
    const UINT64 column = i - row * inner;
    const UINT64 outer = row / rows;
    const UINT64 from = outer * rows + (UINT64)order[row - outer * rows];
    out[i] = source[from * inner + column];
  }
}
`;
}
