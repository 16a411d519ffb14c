/** The order that several keys give: the last one first. */
import type { Device, DType } from '@heddle/core';
import type { DeviceArray } from '../../array/device-array';
import type { GpuArray } from '../../array/gpu-array';
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import { countingArray, gather, indexDType } from './index-kernels';
import { emptyArray } from '../../array/empty';
import { radixSort } from './radix-sort';

export interface OrderKey {
  /** Dense, of one axis. */
  readonly array: DeviceArray;
  /** Low bits that are not all 0. Default: all of the dtype. */
  readonly bits?: number;
}

/**
 * Indices that sort by the last key, among equals by the one before it, and so on; equals in all keep their order.
 *
 * @returns uint32, or uint64 beyond 2^32 elements
 */
export function orderBy(device: Device, operation: string, keys: readonly OrderKey[], tuning?: DeviceTuning): GpuArray {
  const size = keys[0]?.array.size ?? 0;
  let order = countingArray(device, indexDType(size), size);
  keys.forEach(({ array, bits }, n) => {
    const permuted = n === 0 ? array : gather(array, order);
    const sorted = emptyArray<DType>(device, array.dtype, [size]);
    const next = emptyArray<DType>(device, order.dtype, [size]);
    radixSort(device, {
      operation,
      keys: permuted,
      values: order,
      keysOut: sorted,
      valuesOut: next,
      equalZeros: true,
      ...(bits === undefined ? {} : { bits }),
      ...(tuning ? { tuning } : {}),
    });
    sorted.dispose();
    if (permuted !== array) permuted.dispose();
    order.dispose();
    order = next;
  });
  return order;
}

/** Bits of numbers below `count`. */
export function bitsOf(count: number): number {
  return Math.max(1, Math.ceil(Math.log2(Math.max(2, count))));
}
