/** Sorting stretches of an array, each on its own. */
import type { DType } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { contiguous } from '../elementwise/contiguous';
import type { GpuArray } from '../../array/gpu-array';
import { assertNoOptions } from '../../array/no-options';
import { requireDType } from '../../kernel-kit/element-type';
import { assertOneAxis } from '../../kernel-kit/one-axis';
import { astype } from '../elementwise/copy';
import { countingArray, gather } from './index-kernels';
import { bitsOf, orderBy } from './order';
import { searchsorted } from './search';

/**
 * Sorts the elements of each segment in ascending order; segments keep their places.
 *
 * @param starts - the first index of each segment, ascending, int32 or int64; elements before the first one are a segment too
 */
export function segmentedSort<D extends DType>(a: GpuArray<D>, starts: GpuArray): GpuArray<D>;
export function segmentedSort<D extends DType>(a: GpuArray<D>, starts: GpuArray, options?: unknown): GpuArray<D> {
  assertNoOptions('segmentedSort', options);
  assertOneAxis('segmentedSort', a);
  assertOneAxis('segmentedSort', starts);
  requireDType(a.device, a.dtype, 'segmentedSort');
  if (starts.dtype !== 'int32' && starts.dtype !== 'int64') {
    throw argumentError(`segmentedSort: starts are int32 or int64, not ${starts.dtype}`, { parameter: 'starts' });
  }
  if (starts.device !== a.device) throw argumentError('segmentedSort: the arrays are on different devices');
  if (a.size >= 2 ** 32) throw argumentError('segmentedSort: more than 2^32 - 1 elements');
  const { device, size } = a;
  using counting = countingArray(device, 'uint32', size);
  using positions = astype(counting, 'int64');
  using found = searchsorted(starts, positions, { side: 'right' });
  using segments = astype(found, 'uint32');
  const dense = contiguous(a);
  using order = orderBy(device, 'segmentedSort', [
    { array: dense },
    { array: segments, bits: bitsOf(starts.size + 1) },
  ]);
  const sorted = gather(dense, order);
  if (dense !== a) dense.dispose();
  return sorted;
}
