/** What every algorithm takes: a view of device memory. */
import type { Buffer, Device, DType } from '@heddle/core';

/**
 * A view of device memory as elements of one dtype. Element `[i, j, …]` is at
 * `offset + i * strides[0] + j * strides[1] + …`; strides and offset count elements and strides may be negative or 0.
 */
export interface StridedArray<D extends DType = DType> {
  readonly device: Device;
  /** The memory; raw, so that every pointer parameter of a kernel takes it. Kernels add {@link offset} themselves. */
  readonly buffer: Buffer;
  readonly dtype: D;
  readonly shape: readonly number[];
  readonly strides: readonly number[];
  readonly offset: number;
  /** Elements in all: the product of {@link shape}. */
  readonly size: number;
}

/** True for a view of device memory, whether or not it is an array of this package. */
export function isArray(value: unknown): value is StridedArray {
  return typeof value === 'object' && value !== null && 'buffer' in value && 'strides' in value;
}
