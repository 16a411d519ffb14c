/** The functions of elements, as calls by name. */
import { internalError } from '@heddle/core';
import { elementFunctions, type ElementFunction } from '../functions';
import type { GpuArray } from '../array/gpu-array';
import { apply, type ApplyOptions, type Operand } from './apply';

/** @throws HeddleError as {@link apply} does */
export function call(name: string, operands: readonly Operand[], options?: ApplyOptions): GpuArray {
  return apply(functionNamed(name), operands, options);
}

export function functionNamed(name: string): ElementFunction {
  const fn = elementFunctions.get(name);
  if (fn === undefined) throw internalError(`there is no function ${name}`);
  return fn;
}
