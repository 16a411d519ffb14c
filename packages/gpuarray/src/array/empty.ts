/** Arrays whose contents are not defined yet. */
import { dtypeInfo, type Device, type DType } from '@heddle/core';
import { assertDType } from './dtype-option';
import type { GpuArray } from './gpu-array';
import { newArray } from './new-array';
import { checkShape, rowMajorStrides, sizeOf, type Shape } from './shape';
import { contextOf } from './device-context';

/**
 * A dense array from the device's memory pool, the last axis fastest. Its contents are undefined.
 *
 * @throws HeddleError `OUT_OF_MEMORY`, `ARGUMENT` for a shape that is none
 */
export function emptyArray<D extends DType>(device: Device, dtype: D, shape: number | Shape): GpuArray<D> {
  assertDType('empty', dtype);
  const lengths = checkShape(shape);
  return denseArray(device, dtype, lengths, rowMajorStrides(lengths));
}

/** @internal The same for a shape that has been checked, with the strides of a dense array in whatever axis order. */
export function denseArray<D extends DType>(
  device: Device,
  dtype: D,
  shape: Shape,
  strides: readonly number[],
): GpuArray<D> {
  const memory = contextOf(device).allocate(sizeOf(shape) * dtypeInfo(dtype).byteLength);
  return newArray(memory, dtype, shape, strides, 0, true);
}
