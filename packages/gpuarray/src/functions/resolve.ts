/** The dtypes of a function's operands and result, where some operands are numbers whose values are known. */
import { dtypeInfo, integerRanges, type DType } from '@heddle/core';
import type { OperandType, Scalar } from '../dtype';
import type { ElementFunction, Resolution } from './element-function';

/**
 * As the function resolves it. A comparison with a number beyond the arrays' integers is made in a dtype that holds
 * both, since it has an answer.
 *
 * @param values - by operand, the value of a scalar; undefined for an array
 */
export function resolve(
  fn: ElementFunction,
  operands: readonly OperandType[],
  values: readonly (Scalar | undefined)[],
): Resolution {
  const resolution = fn.resolve(operands);
  if (fn.compares !== true) return resolution;
  const wide = operands.map((operand, k): OperandType => {
    const dtype = resolution.operands[k] as DType;
    const value = values[k];
    if ('dtype' in operand || value === undefined || holds(dtype, value)) return operand;
    return { dtype: holds('int64', value) && dtypeInfo(dtype).kind !== 'unsigned' ? 'int64' : 'float64' };
  });
  return fn.resolve(wide);
}

/** True where an integer dtype reaches the value; other dtypes take any, rounded. */
export function holds(dtype: DType, value: Scalar): boolean {
  const range = (integerRanges as Partial<Record<DType, readonly [bigint, bigint]>>)[dtype];
  if (range === undefined || typeof value === 'object' || typeof value === 'boolean') return true;
  return value >= range[0] && value <= range[1];
}
