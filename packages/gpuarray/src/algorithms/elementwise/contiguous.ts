/** Dense memory in the order of the elements: what most algorithms want. */
import type { DType } from '@heddle/core';
import { copy } from './copy';
import { isContiguous as denseStrides } from '../../array/contiguous-strides';
import type { GpuArray } from '../../array/gpu-array';
import { isGpuArray } from '../../array/is-gpu-array';
import { notAnArray } from '../../array/not-an-array';
import type { StridedArray } from '../../array/strided-array';

/** True if elements follow each other in memory, the last axis fastest. Empty arrays are. */
export function isContiguous(array: Pick<StridedArray, 'shape' | 'strides'>): boolean {
  return denseStrides(array.shape, array.strides);
}

/** The array itself where it is dense in the order of its elements, else a dense copy. */
export function contiguous<D extends DType>(array: GpuArray<D>): GpuArray<D> {
  if (!isGpuArray(array)) throw notAnArray('contiguous takes an array', array);
  return array.isContiguous ? array : copy(array);
}
