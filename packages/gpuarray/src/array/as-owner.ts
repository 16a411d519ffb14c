/** Views that outlive the array they were made of. */
import type { DType } from '@heddle/core';
import type { GpuArray } from './gpu-array';
import { newArray } from './new-array';

/**
 * The view as an array of its own, which gives the memory back when it is disposed. For results that are a part or
 * another shape of an array that nobody else holds.
 */
export function asOwner<D extends DType>(view: GpuArray<D>): GpuArray<D> {
  return newArray(view.memory, view.dtype, view.shape, view.strides, view.offset, true);
}
