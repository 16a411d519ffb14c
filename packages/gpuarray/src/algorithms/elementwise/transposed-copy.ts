/**
 * Copies whose source and target have different fastest axes. Walked element by element, one side would be read or
 * written a cache line for each element; tile by tile, both sides move whole lines (G. Ruetsch, P. Micikevicius,
 * "Optimizing matrix transpose in CUDA", 2009).
 */
import { dtypeInfo, type Device, type DType, type Kernel } from '@heddle/core';
import type { DeviceArray } from '../../array/device-array';
import { atAxis, sizeOf } from '../../array/shape';
import { enqueue } from '../../array/device-context';
import { bitsOf } from '../../array/dtype';
import { collapse } from './layout';
import { compiledKernel, type CompiledKernel } from '../../kernel-kit';
import { cType } from '../../kernel-kit/c-types';
import { liesInPacks, packSource, packTile } from './transposed-packs';

/** Below this many elements everything is in caches, and the usual walk needs one kernel less. */
const least = 4096;
const blockSize = 256;

/** The axes of a transposing copy: rows are dense in the source, columns in the target, the batch in neither. */
export interface Transposition {
  readonly rows: number;
  readonly columns: number;
  readonly batch: number;
  readonly source: { readonly column: number; readonly batch: number };
  readonly target: { readonly row: number; readonly batch: number };
}

/** Copies, where the two arrays are of one dtype and lie as described; else does nothing and gives false. */
export function copyTransposed(operation: string, source: DeviceArray, target: DeviceArray): boolean {
  if (source.dtype !== target.dtype || target.size < least || source.ndim !== target.ndim) return false;
  const found = transpositionOf(source, target);
  if (found === undefined) return false;
  const { device } = target;
  const { tile, compiled } = formOf(device, bitsOf(source.dtype), found, [source.offset, target.offset]);
  const tilesAcross = Math.ceil(found.columns / tile);
  const tilesDown = Math.ceil(found.rows / tile);
  const grid = tilesAcross * tilesDown * found.batch;
  if (grid > device.properties.limits.grid[0]) return false;
  enqueue(device, {
    operation,
    kernels: [compiled],
    reads: [source],
    writes: [target],
    launch: (place) => {
      const kernel: Kernel = compiled.kernel('heddle_transpose');
      kernel.launch(
        { ...place, grid, block: blockSize },
        found.rows, found.columns, tilesDown, tilesAcross,
        source.buffer, source.offset, found.source.column, found.source.batch,
        target.buffer, target.offset, found.target.row, found.target.batch,
      ); // prettier-ignore
    },
  });
  return true;
}

/** One way to copy the tiles: their side, and its kernel, of {@link blockSize} threads. */
interface Form {
  readonly tile: number;
  readonly compiled: CompiledKernel;
}

function formOf(device: Device, bits: DType, found: Transposition, offsets: readonly number[]): Form {
  const compiled = (form: string, source: (bits: DType) => string) =>
    compiledKernel(device, `transposed copy ${form} ${bits}`, () => source(bits));
  if (device.properties.type !== 'gpu') return { tile: 16, compiled: compiled('plain', plainSource) };
  const { rows, columns, source, target } = found;
  const places = [rows, columns, source.column, source.batch, target.row, target.batch, ...offsets];
  if (!liesInPacks(bits, places)) return { tile: 32, compiled: compiled('shared', sharedSource) };
  return { tile: packTile(bits), compiled: compiled('packs', packedSource) };
}

function transpositionOf(source: DeviceArray, target: DeviceArray): Transposition | undefined {
  if (source.shape.some((length, axis) => length !== target.shape[axis])) return undefined;
  const { shape, strides } = collapse(target.shape, [source, target], 1, false);
  const [from = [], to = []] = strides;
  const last = shape.length - 1;
  if (shape.length < 2 || shape.length > 3 || to[last] !== 1) return undefined;
  const row = from.indexOf(1);
  if (row < 0 || row === last) return undefined;
  const batch = shape.length === 2 ? undefined : 1 - row;
  const transposition = {
    rows: atAxis(shape, row),
    columns: atAxis(shape, last),
    batch: batch === undefined ? 1 : atAxis(shape, batch),
    source: { column: atAxis(from, last), batch: batch === undefined ? 0 : atAxis(from, batch) },
    target: { row: atAxis(to, row), batch: batch === undefined ? 0 : atAxis(to, batch) },
  };
  // Tiles that are mostly empty are worse than no tiles.
  if (transposition.rows < 16 || transposition.columns < 16) return undefined;
  return sizeOf(shape) > 0 ? transposition : undefined;
}

const parameters = (type: string) => `INT64 rows, INT64 columns, INT64 tiles_down, INT64 tiles_across,
    GLOBAL const ${type}* x, INT64 x_offset, INT64 x_column, INT64 x_batch,
    GLOBAL ${type}* y, INT64 y_offset, INT64 y_row, INT64 y_batch`;

const place = `  const INT64 across = (INT64)BLOCK_INDEX(0) % tiles_across;
  const INT64 down = (INT64)BLOCK_INDEX(0) / tiles_across % tiles_down;
  const INT64 batch = (INT64)BLOCK_INDEX(0) / tiles_across / tiles_down;
  const int t = (int)THREAD_INDEX(0);
  x += x_offset + batch * x_batch;
  y += y_offset + batch * y_batch;`;

/** @internal Through shared memory, whose rows are one element longer, so that its columns lie in different banks. */
export function sharedSource(dtype: DType): string {
  const type = cType(dtype);
  const padding = Math.max(1, 4 / dtypeInfo(dtype).byteLength);
  return `KERNEL void heddle_transpose(${parameters(type)}) {
  SHARED ${type} tile[32][32 + ${padding}];
${place}
  const int tx = t % 32, ty = t / 32;
  const INT64 row = down * 32 + tx;
  HEDDLE_UNROLL
  for (int k = 0; k < 32; k += 8) {
    const INT64 column = across * 32 + ty + k;
    if (row < rows && column < columns) tile[ty + k][tx] = x[column * x_column + row];
  }
  BARRIER();
  const INT64 target = across * 32 + tx;
  HEDDLE_UNROLL
  for (int k = 0; k < 32; k += 8) {
    const INT64 line = down * 32 + ty + k;
    if (line < rows && target < columns) y[line * y_row + target] = tile[tx][ty + k];
  }
}`;
}

/** @internal By packs of 16 bytes, where the arrays consist of them. */
export function packedSource(dtype: DType): string {
  return packSource(dtype, parameters(cType(dtype)));
}

/** The caches of a CPU hold the tile. */
function plainSource(dtype: DType): string {
  return `KERNEL void heddle_transpose(${parameters(cType(dtype))}) {
${place}
  const INT64 row = down * 16 + t / 16;
  const INT64 column = across * 16 + t % 16;
  if (row < rows && column < columns) y[row * y_row + column] = x[column * x_column + row];
}`;
}
