/** Sums, products, minima and maxima. */
import type { DType } from '@heddle/core';
import { argumentError, assertOptions, optionNames, scalarProblem } from '@heddle/core/backend';
import type { GpuArray } from '../../array/gpu-array';
import { assertStrided } from '../../array/assert-array';
import type { ExtremeOptions, InitialValue, SumOptions } from '../../array/method-options';
import type { StridedArray } from '../../array/strided-array';
import { sizeOf } from '../../array/shape';
import { normalizeAxes } from '../../kernel-kit/axes';
import { isComplex } from '../../kernel-kit/element-type';
import { accumulatorDType, sumDType } from '../../kernel-kit/accumulators';
import { extremeSpec, sumSpec, type Extreme, type SumLike } from './number-operations';
import { reduceArray, reductionNames } from './reduce-array';
import type { ReductionSpec } from './reduction-spec';

const sumNames = optionNames<SumOptions>({ ...reductionNames, initial: true, dtype: true });
const extremeNames = optionNames<ExtremeOptions>({ ...reductionNames, initial: true });

/** Sum of elements. Small integers add in 64 bits, float16 and bfloat16 in float32; an empty sum is 0. */
export function sum(a: StridedArray, options: SumOptions = {}): GpuArray {
  return sumLike('sum', a, options);
}

/** Product of elements; of none it is 1. */
export function prod(a: StridedArray, options: SumOptions = {}): GpuArray {
  return sumLike('prod', a, options);
}

/**
 * Least element; NaN if one is NaN.
 *
 * @throws HeddleError `ARGUMENT` for an empty input without `initial`
 */
export function min<D extends DType>(a: StridedArray<D>, options: ExtremeOptions = {}): GpuArray<D> {
  return extreme('min', a, options);
}

/**
 * Greatest element; NaN if one is NaN.
 *
 * @throws HeddleError `ARGUMENT` for an empty input without `initial`
 */
export function max<D extends DType>(a: StridedArray<D>, options: ExtremeOptions = {}): GpuArray<D> {
  return extreme('max', a, options);
}

function sumLike(which: SumLike, a: StridedArray, options: SumOptions): GpuArray {
  assertStrided(which, a);
  assertOptions(which, options, sumNames);
  const result = options.dtype ?? sumDType(a.dtype);
  if (isComplex(a.dtype) && !isComplex(result)) {
    throw argumentError(`${which}: a ${a.dtype} array has no ${result} ${which}`, { parameter: 'dtype' });
  }
  const variant = { initial: options.initial !== undefined, masked: options.where !== undefined };
  const key = `${which}:${a.dtype}:${result}:${variantKey(variant)}`;
  return reduceArray({
    operation: which,
    key,
    spec: remembered(key, () => sumSpec(which, a.dtype, result, variant)),
    operands: [a],
    options,
    result,
    extras: initialValue(which, options.initial, accumulatorDType(result)),
  });
}

function extreme<D extends DType>(which: Extreme, a: StridedArray<D>, options: ExtremeOptions): GpuArray<D> {
  assertStrided(which, a);
  assertOptions(which, options, extremeNames);
  const variant = { initial: options.initial !== undefined, masked: options.where !== undefined };
  if (!variant.initial) assertElements(which, a, options);
  const key = `${which}:${a.dtype}:${variantKey(variant)}`;
  return reduceArray({
    operation: which,
    key,
    spec: remembered(key, () => extremeSpec(which, a.dtype, variant)),
    operands: [a],
    options,
    result: a.dtype,
    extras: initialValue(which, options.initial, accumulatorDType(a.dtype)),
  });
}

function assertElements(which: Extreme, a: StridedArray, options: ExtremeOptions): void {
  const hint = 'Pass { initial }.';
  if (options.where) throw argumentError(`${which}: with where, an initial value is needed`, { hint });
  const axes = normalizeAxes(options.axis, a.shape.length, which);
  // As in NumPy, also if there is no result.
  if (sizeOf(axes.map((axis) => a.shape[axis] ?? 0)) === 0) {
    throw argumentError(`${which}: there is no ${which === 'min' ? 'least' : 'greatest'} of no elements`, { hint });
  }
}

export function initialValue(operation: string, initial: InitialValue | undefined, dtype: DType): readonly unknown[] {
  if (initial === undefined) return [];
  const value = dtype === 'bool' ? Number(initial) : initial;
  const problem = scalarProblem(value, dtype);
  if (problem !== undefined) throw argumentError(`${operation}: initial: ${problem}`, { parameter: 'initial' });
  return [isComplex(dtype) && typeof value !== 'object' ? { re: Number(value), im: 0 } : value];
}

function variantKey({ initial, masked }: { readonly initial: boolean; readonly masked: boolean }): string {
  return `${initial ? 'i' : ''}${masked ? 'w' : ''}`;
}

const specs = new Map<string, ReductionSpec>();

/** A spec by its key; made once, since what is known of it is kept beside it. */
export function remembered(key: string, make: () => ReductionSpec): ReductionSpec {
  let spec = specs.get(key);
  if (!spec) specs.set(key, (spec = make()));
  return spec;
}
