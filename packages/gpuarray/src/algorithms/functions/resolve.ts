/** The dtypes of a function's operands and result, where some operands are numbers whose values are known. */
import type { DType } from '@heddle/core';
import { holds, type OperandType, type Scalar } from '../../array/dtype';
import type { ElementFunction, Resolution } from './element-function';

export interface ResolutionOfValues extends Resolution {
  /** By operand, the dtype it has whatever its value; that of a number beyond the dtype differs in `operands`. */
  readonly plain: readonly DType[];
}

/**
 * As the function resolves it, but for comparisons with numbers beyond the integers they are compared with.
 *
 * @param values - by operand, the value of a scalar; undefined for an array
 */
export function resolve(
  fn: ElementFunction,
  operands: readonly OperandType[],
  values: readonly (Scalar | undefined)[],
): ResolutionOfValues {
  const { operands: plain, result } = fn.resolve(operands);
  if (fn.compares !== true) return { operands: plain, plain, result };
  const passed = plain.map((dtype, k) => {
    const value = values[k];
    return value === undefined || holds(dtype, value) ? dtype : 'float32';
  });
  return { operands: passed, plain, result };
}
