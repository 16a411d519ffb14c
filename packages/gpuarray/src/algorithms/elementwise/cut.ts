/** Results whose length is known only when they are there. */
import type { DType } from '@heddle/core';
import { asOwner } from '../../array/as-owner';
import type { GpuArray } from '../../array/gpu-array';
import { copy } from './copy';

/** What is smaller is not worth a copy. */
const largeBytes = 2 ** 20;

/**
 * The first elements of an array of one axis that nobody else holds, as an array of its own. Of a large array that is
 * not half full they are a copy, and its memory is given back.
 */
export function cutTo<D extends DType>(array: GpuArray<D>, length: number): GpuArray<D> {
  const part = array.slice([0, length]);
  if (array.byteLength < largeBytes || part.byteLength * 2 > array.byteLength) return asOwner(part);
  const result = copy(part);
  array.dispose();
  return result;
}
