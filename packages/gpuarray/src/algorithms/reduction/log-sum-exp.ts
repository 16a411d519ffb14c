/** Sums of exponentials that do not overflow: logsumexp and softmax, with SciPy's meaning. */
import type { Device, DType } from '@heddle/core';
import { argumentError, assertOptions, describe, optionNames } from '@heddle/core/backend';
import { assertArray } from '../../array/assert-array';
import type { GpuArray } from '../../array/gpu-array';
import type { Axis } from '../../array/method-options';
import { isGpuArray } from '../../array/is-gpu-array';
import { notAnArray } from '../../array/not-an-array';
import { promoteTypes, type QuotientOf } from '../../array/dtype';
import { computeDType } from '../../kernel-kit/c-types';
import { isComplex, isFloating } from '../../kernel-kit/element-type';
import { evaluate } from '../evaluate';

export interface SoftmaxOptions {
  /** The axes over which exponentials add up. Default: all. */
  readonly axis?: Axis;
}

export interface LogSumExpOptions extends SoftmaxOptions {
  /** Keeps the reduced axes, with extent 1. Default false. */
  readonly keepdims?: boolean;
  /** Factors of the exponentials, of a shape that broadcasts to the array's. A sum below 0 gives NaN. */
  readonly b?: GpuArray;
}

const softmaxNames = optionNames<SoftmaxOptions>({ axis: true });
const logSumExpNames = optionNames<LogSumExpOptions>({ axis: true, keepdims: true, b: true });

/**
 * `log(sum(b * exp(a)))`. The greatest element is taken out first, so that nothing overflows and small rests count.
 *
 * @throws HeddleError `ARGUMENT` for complex elements, and options that cannot be right
 */
export function logSumExp<D extends DType>(a: GpuArray<D>, options?: LogSumExpOptions): GpuArray<QuotientOf<D>>;
export function logSumExp(a: GpuArray, options: LogSumExpOptions = {}): GpuArray {
  assertArray('logsumexp', a);
  assertOptions('logsumexp', options, logSumExpNames);
  const { axis = null, keepdims = false, b } = options;
  if (typeof keepdims !== 'boolean') {
    throw argumentError(`logsumexp: keepdims is true or false, not ${describe(keepdims)}`, { parameter: 'keepdims' });
  }
  if (b === undefined) return inFloats('logsumexp', a, a.dtype, (x) => plainLogSum(x, axis, keepdims));
  if (!isGpuArray(b)) throw notAnArray('logsumexp: b is an array', b, { parameter: 'b' });
  b.assertUsable('logsumexp');
  assertReal('logsumexp', b.dtype);
  return inFloats('logsumexp', a, promoteTypes(a.dtype, b.dtype), (x) => weightedLogSum(x, b, axis, keepdims));
}

function plainLogSum(x: GpuArray, axis: Axis, keepdims: boolean): GpuArray {
  const compute = expressionsOn(x.device);
  using top = x.max({ axis, keepdims: true, initial: -Infinity });
  using greatest = compute`${x} == ${top}`;
  using first = greatest.sum({ axis, keepdims });
  using others = compute`${x} == ${top} ? 0 : exp(${x} - ${top})`;
  using rest = others.sum({ axis, keepdims });
  using counted = first.astype(x.dtype);
  return joined(top, counted, rest);
}

function weightedLogSum(x: GpuArray, b: GpuArray, axis: Axis, keepdims: boolean): GpuArray {
  const compute = expressionsOn(x.device);
  using weighted = compute`${b} == 0 ? -inf : ${x}`;
  using top = weighted.max({ axis, keepdims: true, initial: -Infinity });
  using greatest = compute`${weighted} == ${top} ? ${b} / 1 : 0`;
  using first = greatest.sum({ axis, keepdims });
  using others = compute`${weighted} == ${top} ? 0 : ${b} * exp(${weighted} - ${top})`;
  using rest = others.sum({ axis, keepdims });
  return joined(top, first, rest);
}

/** @param first - what the greatest elements add to the sum, as a part of one of them; `rest`: what the others add */
function joined(top: GpuArray, first: GpuArray, rest: GpuArray): GpuArray {
  const compute = expressionsOn(top.device);
  const shift = top.reshape(first.shape);
  return compute`${first} > 0 ? log1p(${rest} / ${first}) + log(${first}) + ${shift} : log(${first} + ${rest}) + ${shift}`;
}

/** `exp(x) / sum(exp(x))`. */
export function softmax<D extends DType>(a: GpuArray<D>, options?: SoftmaxOptions): GpuArray<QuotientOf<D>>;
export function softmax(a: GpuArray, options: SoftmaxOptions = {}): GpuArray {
  assertSoftmax('softmax', a, options);
  const { axis = null } = options;
  return inFloats('softmax', a, a.dtype, (x) => {
    const compute = expressionsOn(x.device);
    using top = x.max({ axis, keepdims: true, initial: -Infinity });
    using powers = compute`exp(${x} - ${top})`;
    using total = powers.sum({ axis, keepdims: true });
    return compute`${powers} / ${total}`;
  });
}

/** The logarithm of `softmax`, which does not lose small values. */
export function logSoftmax<D extends DType>(a: GpuArray<D>, options?: SoftmaxOptions): GpuArray<QuotientOf<D>>;
export function logSoftmax(a: GpuArray, options: SoftmaxOptions = {}): GpuArray {
  assertSoftmax('logSoftmax', a, options);
  const { axis = null } = options;
  return inFloats('logSoftmax', a, a.dtype, (x) => {
    const compute = expressionsOn(x.device);
    using greatest = x.max({ axis, keepdims: true, initial: -Infinity });
    using top = compute`isfinite(${greatest}) ? ${greatest} : 0`;
    using powers = compute`exp(${x} - ${top})`;
    using total = powers.sum({ axis, keepdims: true });
    return compute`${x} - ${top} - log(${total})`;
  });
}

function assertSoftmax(operation: string, a: GpuArray, options: SoftmaxOptions): void {
  assertArray(operation, a);
  assertOptions(operation, options, softmaxNames);
}

function assertReal(operation: string, dtype: DType): void {
  if (isComplex(dtype)) {
    throw argumentError(`${operation} is not defined for ${dtype}`, { hint: 'It takes real numbers only.' });
  }
}

/** Computes 16-bit floats in float32 and rounds once; integers become float64. */
function inFloats(operation: string, a: GpuArray, dtype: DType, body: (x: GpuArray) => GpuArray): GpuArray {
  assertReal(operation, dtype);
  const result = isFloating(dtype) ? dtype : 'float64';
  const wide = computeDType(result);
  if (a.dtype === wide) return body(a);
  using x = a.astype(wide);
  if (wide === result) return body(x);
  using y = body(x);
  return y.astype(result);
}

/** A template tag that evaluates expressions on a device. */
function expressionsOn(device: Device): (strings: TemplateStringsArray, ...operands: readonly GpuArray[]) => GpuArray {
  return (strings, ...operands) => evaluate(device, strings, operands);
}
