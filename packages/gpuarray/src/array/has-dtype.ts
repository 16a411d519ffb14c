/** Tells arrays by their dtype. */
import type { DType } from '@heddle/core';
import type { DeviceArray } from './device-array';
import type { GpuArray } from './gpu-array';

/** True for an array of the dtype. */
export function hasDType<D extends DType>(array: DeviceArray, dtype: D): array is GpuArray<D> {
  return array.dtype === dtype;
}
