/** Makes arrays of the class whose methods users call. */
import type { DType } from '@heddle/core';
import { internalError } from '@heddle/core/backend';
import type { PooledMemory } from './device-context';
import type { GpuArray } from './gpu-array';
import type { Shape } from './shape';

export type ArrayClass = new <D extends DType>(
  memory: PooledMemory,
  dtype: D,
  shape: Shape,
  strides: readonly number[],
  offset: number,
  owner: boolean,
) => GpuArray<D>;

let arrayClass: ArrayClass | undefined;

/** Says, once, which class has the methods. Its file imports every algorithm, so no algorithm can import the class. */
export function setArrayClass(made: ArrayClass): void {
  arrayClass = made;
}

/** @param owner - true if disposing the array gives the memory back */
export function newArray<D extends DType>(
  memory: PooledMemory,
  dtype: D,
  shape: Shape,
  strides: readonly number[],
  offset: number,
  owner: boolean,
): GpuArray<D> {
  if (arrayClass === undefined) throw internalError('the class of arrays has not been loaded');
  return new arrayClass(memory, dtype, shape, strides, offset, owner);
}
