/** Makes functions of elements from device code. */
import type { DType } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { resultType, type OperandType } from '../../array/dtype';
import { computeType } from '../../kernel-kit/c-types';
import { isComplex, isFloat, type ElementFunction } from '../functions/element-function';
import { sourceTexts, type DeviceCode, type RealType } from './device-code';

/** The type in which the values of a dtype are computed. */
export function realType(dtype: DType): RealType {
  return computeType(dtype) === 'double' ? 'double' : 'float';
}

/**
 * A function of real numbers, by default `heddle_<name>_<type>` of its code. Integers are computed in float64.
 *
 * @param callee - the name in the code, if it is another
 */
export function realFunction(name: string, arity: number, code: DeviceCode, callee = name): ElementFunction {
  return {
    name,
    arity,
    resolve: (operands) => {
      const compute = realDType(name, operands);
      return { operands: new Array<DType>(arity).fill(compute), result: compute };
    },
    emit: (values, [dtype = 'float64']) => `heddle_${callee}_${realType(dtype)}(${values.slice(0, arity).join(', ')})`,
    preamble: ([dtype = 'float64']) => sourceTexts([code], realType(dtype)),
  };
}

function realDType(name: string, operands: readonly OperandType[]): DType {
  const shared = resultType(operands);
  if (isComplex(shared)) {
    throw argumentError(`${name} is not defined for ${shared}`, {
      hint: 'It takes real numbers only: pass ga.real(x) or ga.absolute(x).',
    });
  }
  return isFloat(shared) ? shared : 'float64';
}
