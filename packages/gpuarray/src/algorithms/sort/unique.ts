/** Each value once. */
import type { DType } from '@heddle/core';
import { asOwner } from '../../array/as-owner';
import { contiguous } from '../elementwise/contiguous';
import type { GpuArray } from '../../array/gpu-array';
import { assertArray } from '../../array/assert-array';
import { emptyArray } from '../../array/empty';
import { assertNoOptions } from '../../array/no-options';
import { cutTo } from '../elementwise/cut';
import { elementFunctions, elementType, isComplex, requireDType } from '../../kernel-kit/element-type';
import { runScan } from '../scan/run-scan';
import type { ScanSpec } from '../scan/scan-spec';
import { trimmed, uniqueConsecutive } from '../scan/compaction';
import { gather } from './index-kernels';
import { argsort, sort } from './sort';

export interface Unique<D extends DType = DType> {
  /** Each value once, ascending; NaN once, last. */
  readonly values: GpuArray<D>;
  /** The index of each value's first occurrence, in C order, int64. */
  readonly index: GpuArray<'int64'>;
  /** For each element the place of its value among the values, in the shape of the array, int64. */
  readonly inverse: GpuArray<'int64'>;
  /** How often each value is there, int64. */
  readonly counts: GpuArray<'int64'>;
}

/** Each value once, ascending, with its first index, its count, and the value index of each element. */
export function uniqueAll<D extends DType>(a: GpuArray<D>): Promise<Unique<D>>;
export async function uniqueAll<D extends DType>(a: GpuArray<D>, options?: unknown): Promise<Unique<D>> {
  assertNoOptions('uniqueAll', options);
  assertArray('unique', a);
  requireDType(a.device, a.dtype, 'unique');
  const { device, size } = a;
  const flat = contiguous(a.reshape(size));
  const inverse = emptyArray(device, 'int64', [size]);
  if (size === 0) {
    const none = (): GpuArray<'int64'> => emptyArray(device, 'int64', [0]);
    return {
      values: emptyArray(device, a.dtype, [0]),
      index: none(),
      inverse: asOwner(inverse.reshape(...a.shape)),
      counts: none(),
    };
  }
  using order = argsort(flat);
  using sorted = gather(flat, order);
  flat.dispose();
  const values = emptyArray(device, a.dtype, [size]);
  const first = emptyArray(device, 'int64', [size]);
  // One place more: the number of elements follows the start of the last value, and gives that value's count.
  using starts = emptyArray(device, 'int64', [size + 1]);
  using count = emptyArray(device, 'int64', []);
  const wide = size > 2 ** 30;
  runScan(device, {
    operation: 'unique',
    key: `unique:${a.dtype}${wide ? 'w' : ''}`,
    spec: uniqueSpec(a.dtype, wide),
    extras: [sorted, order, values, first, starts, inverse, count],
    length: size,
    rows: 1,
    wide,
  });
  const length = Number((await count.get())[0] ?? 0n);
  const counts = starts.slice([1, length + 1]).subtract(starts.slice([0, length]));
  return {
    values: cutTo(values, length),
    index: cutTo(first, length),
    inverse: asOwner(inverse.reshape(...a.shape)),
    counts: counts,
  };
}

/** Each value once, ascending; NaN once, last. Zero is negative if one of the zeros is. */
export function unique<D extends DType>(a: GpuArray<D>): Promise<GpuArray<D>>;
export async function unique<D extends DType>(a: GpuArray<D>, options?: unknown): Promise<GpuArray<D>> {
  assertNoOptions('unique', options);
  assertArray('unique', a);
  requireDType(a.device, a.dtype, 'unique');
  using sorted = sort(a, { axis: null });
  return await trimmed(uniqueConsecutive(sorted, { equal: equality(a.dtype) }));
}

// NaN is one value; so is what has NaN in either part.
function equality(dtype: DType): string {
  return isComplex(dtype)
    ? '(a.re == b.re && a.im == b.im) || ((a.re != a.re || a.im != a.im) && (b.re != b.re || b.im != b.im))'
    : 'a == b || (a != a && b != b)';
}

/** Item i counts the values up to i. The order is stable, so the first of equals in it is the first in the array. */
function uniqueSpec(dtype: DType, wide: boolean): ScanSpec {
  const { storage, value, load } = elementType(dtype);
  const memory = (name: string, type: string, of: DType, writable: boolean) =>
    ({ name, kind: 'memory', type, dtype: of, writable }) as const;
  return {
    name: 'unique',
    extras: [
      memory('x', storage, dtype, false),
      memory('order', 'INT64', 'int64', false),
      memory('values', storage, dtype, true),
      memory('first', 'INT64', 'int64', true),
      memory('starts', 'INT64', 'int64', true),
      memory('inverse', 'INT64', 'int64', true),
      memory('count', 'INT64', 'int64', true),
    ],
    preamble: `${elementFunctions([dtype])}DEVICE int heddle_equal(${value} a, ${value} b) { return (${equality(dtype)}); }\n`,
    itemType: wide ? 'INT64' : 'int',
    input: `(i == 0 || !heddle_equal(${load('x[i - 1]')}, ${load('x[i]')})) ? 1 : 0`,
    scan: 'a + b',
    neutral: '0',
    segmentStart: undefined,
    output: `if (item != prevItem) { values[item - 1] = x[i]; first[item - 1] = order[i]; starts[item - 1] = i; }
inverse[order[i]] = item - 1;
if (i == N - 1) { count[0] = item; starts[item] = N; }`,
    fetches: [],
    header: isComplex(dtype),
  };
}
