/** Which elements are equal but for rounding, by NumPy's measure. */
import type { Device } from '@heddle/core';
import { argumentError, assertOptions, describe, optionNames } from '@heddle/core/backend';
import type { GpuArray, OperandOf } from '../../array/gpu-array';
import { isScalar, type Scalar } from '../../array/dtype';
import { evaluate } from './evaluate';

export interface CloseOptions {
  /** How far elements may be apart, as a part of the second. Default 1e-5. */
  readonly rtol?: number;
  /** How far elements may be apart besides. Default 1e-8. */
  readonly atol?: number;
  /** Whether NaN equals NaN. Default false. */
  readonly equalNan?: boolean;
}

const closeOptionNames = optionNames<CloseOptions>({ rtol: true, atol: true, equalNan: true });

/** @throws HeddleError `ARGUMENT` if a bound is not a number of at least 0, and whenever `evaluate` does */
export function isClose(device: Device, a: OperandOf, b: OperandOf, options: CloseOptions = {}): GpuArray<'bool'> {
  assertOptions('isclose', options, closeOptionNames);
  const { rtol = 1e-5, atol = 1e-8, equalNan = false } = options;
  for (const [name, bound] of Object.entries({ rtol, atol })) {
    if (typeof bound === 'number' && bound >= 0) continue;
    throw argumentError(`isclose: ${name} is a number of at least 0, not ${describe(bound)}`, { parameter: name });
  }
  const tagged = (strings: TemplateStringsArray, ...operands: readonly OperandOf[]): GpuArray<'bool'> =>
    evaluate(device, strings, operands);
  const [one = a, other = one] = [a, b].filter((operand) => !isScalar(operand));
  const nanMatters = equalNan && [a, b].every((operand) => !isScalar(operand) || Number.isNaN(magnitude(operand)));
  // Equal are infinities, too, whose difference is NaN. Integers are divided, so that no difference wraps around.
  return isScalar(b)
    ? tagged`${a} == ${b} || isfinite(${a} / 1 - ${b} / 1) && absolute(${a} / 1 - ${b} / 1) <= ${atol + rtol * magnitude(b)} || ${nanMatters} && isnan(${one})`
    : tagged`${a} == ${b} || isfinite(${a} / 1 - ${b} / 1) && absolute(${a} / 1 - ${b} / 1) <= ${atol} + ${rtol} * absolute(${b} / 1) || ${nanMatters} && isnan(${one}) && isnan(${other})`;
}

function magnitude(value: Scalar): number {
  return typeof value === 'object' ? Math.hypot(value.re, value.im) : Math.abs(Number(value));
}

/** True if all elements are close. */
export function allClose(device: Device, a: OperandOf, b: OperandOf, options?: CloseOptions): GpuArray<'bool'> {
  using close = isClose(device, a, b, options);
  return close.all();
}
