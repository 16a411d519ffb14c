/** Small kernels over indices: counting up, gathering, widening. */
import { dtypeInfo, type Device, type DType } from '@heddle/core';
import { internalError } from '@heddle/core/backend';
import type { DeviceArray } from '../../array/device-array';
import type { GpuArray } from '../../array/gpu-array';
import { emptyArray } from '../../array/empty';
import { enqueue } from '../../array/device-context';
import { compiledKernel } from '../../kernel-kit';
import { deviceTuning } from '../../kernel-kit/device-tuning';

/** dtype of indices while they are sorted. */
export type IndexDType = 'uint32' | 'uint64';

/** The narrowest dtype for indices of so many elements. */
export function indexDType(size: number): IndexDType {
  return size < 2 ** 32 ? 'uint32' : 'uint64';
}

const indexTypes: Readonly<Partial<Record<DType, string>>> = {
  uint32: 'unsigned int',
  uint64: 'UINT64',
  int64: 'INT64',
};

function indexType(dtype: DType): string {
  const type = indexTypes[dtype];
  if (type === undefined) throw internalError(`elements are moved by ${dtype}`);
  return type;
}

const words: Readonly<Record<number, string>> = {
  1: 'unsigned char',
  2: 'unsigned short',
  4: 'unsigned int',
  8: 'UINT64',
  16: 'uint4',
};

/** A stretch for each thread of a CPU, a stride of the grid elsewhere: neighbours stay with who reads them. */
const walk = `
#define heddle_walk(i) \\
  for (INT64 i = sequential ? heddle_length / jobs * job + heddle_length % jobs * job / jobs : job; \\
       i < (sequential ? heddle_length / jobs * (job + 1) + heddle_length % jobs * (job + 1) / jobs : heddle_length); \\
       i += sequential ? 1 : jobs)
#define heddle_jobs() \\
  const INT64 job = (INT64)GLOBAL_INDEX(0); const INT64 jobs = (INT64)GLOBAL_SIZE(0); const int sequential = heddle_sequential
`;

/** 0, 1, 2… */
export function countingArray(device: Device, dtype: IndexDType, size: number): GpuArray {
  const out = emptyArray<DType>(device, dtype, [size]);
  const type = indexType(dtype);
  launchWalk(
    device,
    'count',
    `counting:${dtype}`,
    [],
    out,
    () => `
KERNEL void heddle_walk_all(GLOBAL void* out, INT64 offset, INT64 heddle_length, int heddle_sequential) {
  heddle_jobs();
  GLOBAL ${type}* y = (GLOBAL ${type}*)out + offset;
  heddle_walk(i) y[i] = (${type})i;
}`,
    [out.buffer, out.offset],
  );
  return out;
}

/** `source[index[i]]` for every i: dense arrays of one axis. */
export function gather<D extends DType>(source: DeviceArray<D>, index: GpuArray): GpuArray<D> {
  const { device } = source;
  const out = emptyArray(device, source.dtype, [index.size]);
  const word = words[dtypeInfo(source.dtype).byteLength] ?? 'uint4';
  const type = indexType(index.dtype);
  launchWalk(
    device,
    'gather',
    `gather:${word}:${index.dtype}`,
    [source, index],
    out,
    () => `
KERNEL void heddle_walk_all(GLOBAL const void* source, INT64 source_offset, GLOBAL const void* index, INT64 index_offset,
    GLOBAL void* out, INT64 offset, INT64 heddle_length, int heddle_sequential) {
  heddle_jobs();
  GLOBAL const ${word}* x = (GLOBAL const ${word}*)source + source_offset;
  GLOBAL const ${type}* places = (GLOBAL const ${type}*)index + index_offset;
  GLOBAL ${word}* y = (GLOBAL ${word}*)out + offset;
  heddle_walk(i) y[i] = x[places[i]];
}`,
    [source.buffer, source.offset, index.buffer, index.offset, out.buffer, out.offset],
  );
  return out;
}

/** `index[i] % modulus` as int64. */
export function widened(
  index: GpuArray,
  modulus: number,
  out = emptyArray(index.device, 'int64', [index.size]),
): GpuArray<'int64'> {
  const type = indexType(index.dtype);
  launchWalk(
    index.device,
    'argsort',
    `widened:${index.dtype}`,
    [index],
    out,
    () => `
KERNEL void heddle_walk_all(GLOBAL const void* index, INT64 index_offset, GLOBAL void* out, INT64 offset, INT64 modulus,
    INT64 heddle_length, int heddle_sequential) {
  heddle_jobs();
  GLOBAL const ${type}* places = (GLOBAL const ${type}*)index + index_offset;
  GLOBAL INT64* y = (GLOBAL INT64*)out + offset;
  const ${type} divisor = (${type})modulus;
  if (modulus == heddle_length) { heddle_walk(i) y[i] = (INT64)places[i]; }
  else { heddle_walk(i) y[i] = (INT64)(places[i] % divisor); }
}`,
    [index.buffer, index.offset, out.buffer, out.offset, modulus],
  );
  return out;
}

/** `index[i] / divisor` as uint32: the rows of elements. */
export function rowNumbers(device: Device, size: number, length: number): GpuArray {
  const out = emptyArray<DType>(device, 'uint32', [size]);
  launchWalk(
    device,
    'argsort',
    'rows',
    [],
    out,
    () => `
KERNEL void heddle_walk_all(GLOBAL void* out, INT64 offset, INT64 row_length, INT64 heddle_length, int heddle_sequential) {
  heddle_jobs();
  GLOBAL unsigned int* y = (GLOBAL unsigned int*)out + offset;
  heddle_walk(i) y[i] = (unsigned int)(i / row_length);
}`,
    [out.buffer, out.offset, length],
  );
  return out;
}

function launchWalk(
  device: Device,
  operation: string,
  key: string,
  reads: readonly DeviceArray[],
  out: DeviceArray,
  source: () => string,
  args: readonly (object | number)[],
): void {
  if (out.size === 0) return;
  const tuning = deviceTuning(device);
  const sequential = tuning.strategy === 'sequential';
  const compiled = compiledKernel(device, `index:${key}`, () => walk + source(), { header: false });
  const grid = Math.max(1, Math.min(tuning.blocks, Math.ceil(out.size / (sequential ? 4096 : tuning.threads))));
  enqueue(device, {
    operation,
    kernels: [compiled],
    reads,
    writes: [out],
    launch: (place) => {
      compiled
        .kernel('heddle_walk_all')
        .launch({ ...place, grid, block: tuning.threads }, ...args, out.size, Number(sequential));
    },
  });
}
