/** Means, variances and standard deviations. */
import type { DType } from '@heddle/core';
import { argumentError, assertOptions, describe, optionNames } from '@heddle/core/backend';
import type { GpuArray } from '../../array/gpu-array';
import { assertStrided } from '../../array/assert-array';
import type { MeanOptions, VarianceOptions } from '../../array/method-options';
import type { StridedArray } from '../../array/strided-array';
import { elementType, isComplex } from '../../kernel-kit/element-type';
import { accumulatorDType, complexFunctions, converted, meanDType, partDType } from '../../kernel-kit/accumulators';
import { reduceArray, reductionNames } from './reduce-array';
import type { ReductionSpec } from './reduction-spec';
import { remembered } from './sum';

const meanNames = optionNames<MeanOptions>({ ...reductionNames, dtype: true });
const varianceNames = optionNames<VarianceOptions>({ ...reductionNames, dtype: true, ddof: true });

/** Arithmetic mean; NaN of no elements. */
export function mean(a: StridedArray, options: MeanOptions = {}): GpuArray {
  assertStrided('mean', a);
  assertOptions('mean', options, meanNames);
  const result = options.dtype ?? meanDType(a.dtype);
  assertFloat('mean', a.dtype, result);
  return meanInto(a, options, result);
}

/**
 * Variance: the mean of the squared distances from the mean, in two passes, so that it is accurate for data far from
 * zero.
 */
export function variance(a: StridedArray, options: VarianceOptions = {}): GpuArray {
  return spread('var', a, options);
}

/** Standard deviation: the root of the variance. */
export function std(a: StridedArray, options: VarianceOptions = {}): GpuArray {
  return spread('std', a, options);
}

function meanInto(a: StridedArray, options: MeanOptions, result: DType): GpuArray {
  const masked = options.where !== undefined;
  const key = `mean:${a.dtype}:${result}:${masked ? 'w' : ''}`;
  const make = (): ReductionSpec =>
    countedSpec('mean', { dtypes: [a.dtype], inner: accumulatorDType(result), result, masked });
  return reduceArray({ operation: 'mean', key, spec: remembered(key, make), operands: [a], options, result });
}

function spread(which: 'var' | 'std', a: StridedArray, options: VarianceOptions): GpuArray {
  assertStrided(which, a);
  assertOptions(which, options, varianceNames);
  const { ddof = 0, out, dtype, ...rest } = options;
  if (typeof ddof !== 'number' || !Number.isFinite(ddof)) {
    throw argumentError(`${which}: ddof is a number, not ${describe(ddof)}`, { parameter: 'ddof' });
  }
  const inner = dtype ?? meanDType(a.dtype);
  assertFloat(which, a.dtype, inner);
  const result = partDType(inner);
  const center = meanInto(a, { ...rest, keepdims: true }, accumulatorDType(inner));
  const masked = options.where !== undefined;
  const key = `${which}:${a.dtype}:${inner}:${masked ? 'w' : ''}`;
  const make = (): ReductionSpec =>
    countedSpec(which, { dtypes: [a.dtype, center.dtype], inner: accumulatorDType(inner), result, masked });
  try {
    return reduceArray({
      operation: which,
      key,
      spec: remembered(key, make),
      operands: [a, center],
      options: { ...rest, ...(out ? { out } : {}) },
      result,
      extras: [ddof],
    });
  } finally {
    center.dispose();
  }
}

function assertFloat(operation: string, from: DType, to: DType): void {
  if (meanDType(to) !== to) throw argumentError(`${operation}: a ${to} result cannot hold it`, { parameter: 'dtype' });
  if (isComplex(from) && !isComplex(to)) {
    throw argumentError(`${operation}: a ${from} array has no ${to} ${operation}`, { parameter: 'dtype' });
  }
}

interface CountedParts {
  /** Of the elements, then of their mean. */
  readonly dtypes: readonly DType[];
  readonly inner: DType;
  readonly result: DType;
  readonly masked: boolean;
}

/** A sum divided by the count of its elements; with a mask, elements are counted beside the sum. */
function countedSpec(which: 'mean' | 'var' | 'std', parts: CountedParts): ReductionSpec {
  const { dtypes, inner, result, masked } = parts;
  const [from = inner] = dtypes;
  const summed = which === 'mean' ? inner : partDType(inner);
  const type = elementType(summed).value;
  const zero = converted('0', 'int32', summed);
  const value = which === 'mean' ? converted('x', from, inner) : squaredDistance(from, inner);
  const add = (a: string, b: string): string => (isComplex(summed) ? `heddle_plus(${a}, ${b})` : `${a} + ${b}`);
  return {
    name: which,
    operands: [
      { name: 'x', dtype: from },
      ...dtypes.slice(1).map((dtype) => ({ name: 'center', dtype })),
      ...(masked ? [{ name: 'mask', dtype: 'bool' as const }] : []),
    ],
    extras: which === 'mean' ? [] : [{ name: 'ddof', kind: 'scalar', type, dtype: summed }],
    outputs: [{ name: 'y', dtype: result }],
    preamble: complexFunctions(inner) + distanceFunction(which, inner) + (masked ? countedFunctions(type) : ''),
    reduceType: masked ? 'heddle_counted' : type,
    identity: masked ? `heddle_counted_of(${zero}, 0)` : zero,
    map: masked ? `heddle_counted_of(mask ? ${value} : ${zero}, mask ? 1 : 0)` : value,
    reduce: masked ? `heddle_counted_of(${add('a.sum', 'b.sum')}, a.count + b.count)` : add('a', 'b'),
    postMap: divided(which, summed, masked),
    header: isComplex(from) || isComplex(inner),
  };
}

function divided(which: 'mean' | 'var' | 'std', dtype: DType, masked: boolean): string {
  const part = elementType(partDType(dtype)).value;
  const [sum, count] = masked ? ['a.sum', 'a.count'] : ['a', 'size'];
  if (which === 'mean') {
    if (isComplex(dtype)) return `y.re = ${sum}.re / (${part})${count}; y.im = ${sum}.im / (${part})${count}`;
    return `y = ${sum} / (${part})${count}`;
  }
  const degrees = `((${part})${count} - (${part})ddof)`;
  const quotient = `${sum} / (${degrees} > 0 ? ${degrees} : (${part})0)`;
  return which === 'std' ? `y = sqrt(${quotient})` : `y = ${quotient}`;
}

function squaredDistance(from: DType, inner: DType): string {
  return `heddle_squared_distance(${converted('x', from, inner)}, center)`;
}

function distanceFunction(which: string, dtype: DType): string {
  if (which === 'mean') return '';
  const { value } = elementType(dtype);
  const part = elementType(partDType(dtype)).value;
  const square = isComplex(dtype)
    ? `const ${part} re = x.re - center.re; const ${part} im = x.im - center.im; return re * re + im * im;`
    : `const ${part} distance = x - center; return distance * distance;`;
  return `DEVICE ${part} heddle_squared_distance(${value} x, ${value} center) { ${square} }\n`;
}

const countedFunctions = (type: string): string => `
typedef struct { ${type} sum; INT64 count; } heddle_counted;
DEVICE heddle_counted heddle_counted_of(${type} sum, INT64 count) {
  heddle_counted counted;
  counted.sum = sum;
  counted.count = count;
  return counted;
}
`;
