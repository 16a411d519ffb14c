/** Axes as users write them, and shapes after a reduction. */
import type { DType } from '@heddle/core';
import { argumentError, describe } from '@heddle/core/backend';
import type { GpuArray } from '../array/gpu-array';
import type { Axis } from '../array/method-options';
import type { StridedArray } from '../array/strided-array';
import { notAnArray } from '../array/not-an-array';
import { assertWritable } from '../array/assert-writable';
import { isGpuArray } from '../array/is-gpu-array';
import { checkAxes, formatShape, sameShape } from '../array/shape';

/**
 * Axes in ascending order, each from 0 to `rank - 1`. As in NumPy, a reduction of an array without axes takes 0 and -1.
 *
 * @throws HeddleError `ARGUMENT` for an axis that is out of range or named twice
 */
export function normalizeAxes(axis: Axis, rank: number, operation: string): readonly number[] {
  if (axis === null || axis === undefined) return Array.from({ length: rank }, (_, n) => n);
  if (typeof axis !== 'number' && !Array.isArray(axis)) {
    throw argumentError(`${operation}: axis is a number or an array of numbers, not ${describe(axis)}`, {
      parameter: 'axis',
    });
  }
  if (rank === 0 && (axis === 0 || axis === -1)) return [];
  return checkAxes(operation, axis, rank).sort((a, b) => a - b);
}

/** The shape that is left after the axes are gone, or have become 1. */
export function reducedShape(shape: readonly number[], axes: readonly number[], keepdims: boolean): readonly number[] {
  if (keepdims) return shape.map((extent, axis) => (axes.includes(axis) ? 1 : extent));
  return shape.filter((_, axis) => !axes.includes(axis));
}

/** @throws HeddleError `ARGUMENT` if an output given by the caller is not what the result needs, or is disposed */
export function assertOutput<D extends DType>(
  out: StridedArray,
  dtype: D,
  shape: readonly number[],
  operation: string,
): asserts out is GpuArray<D> {
  if (!isGpuArray(out)) throw notAnArray(`${operation}: out is an array`, out, { parameter: 'out' });
  out.assertUsable(operation);
  if (out.dtype !== dtype) {
    throw argumentError(`${operation}: out is ${out.dtype}; the result is ${dtype}`, { parameter: 'out' });
  }
  if (!sameShape(out.shape, shape)) {
    throw argumentError(`${operation}: out has shape ${formatShape(out.shape)}; the result has ${formatShape(shape)}`, {
      parameter: 'out',
    });
  }
  assertWritable(operation, out);
}
