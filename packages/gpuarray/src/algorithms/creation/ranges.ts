/** Arrays made of a rule: ranges, identity, constants. */
import { dtypeInfo, type Device, type DType } from '@heddle/core';
import { argumentError, describe } from '@heddle/core/backend';
import type { GpuArray } from '../../array/gpu-array';
import { checkShape, type Shape } from '../../array/shape';
import { contextOf } from '../../array/device-context';
import {
  defaultDType,
  holds,
  integerRange,
  requireComputable,
  scalarFor,
  scalarKind,
  type Scalar,
} from '../../array/dtype';
import { launcherFor } from '../elementwise';
import { computeType } from '../../kernel-kit/c-types';
import { castExpression } from '../../kernel-kit/cast';
import { fill } from '../elementwise/fill';
import { emptyArray } from '../../array/empty';

/** What to do where a device has no double precision. */
const ofOtherDType = "Ask for another: { dtype: 'float32' }.";

/** An array of one value. */
export function full<D extends DType>(device: Device, shape: number | Shape, value: Scalar, dtype: D): GpuArray<D> {
  // Before memory is taken.
  scalarFor(value, dtype, 'full');
  const array = emptyArray(device, dtype, shape);
  fill(array, value);
  return array;
}

export interface RangeOptions<D extends DType> {
  /** Default: int64 where all three numbers are whole, else float64. */
  readonly dtype?: D;
}

/**
 * `start`, `start + step`, … up to, and without, `stop`. With one number: from 0 to it.
 *
 * @throws HeddleError `ARGUMENT` for a step of 0, or numbers that the dtype does not reach
 */
export function arange(
  device: Device,
  start: number | bigint,
  stop: number | bigint | undefined,
  step: number | bigint,
  dtype: DType | undefined,
): GpuArray {
  const [first, end] = stop === undefined ? [0, start] : [start, stop];
  for (const value of [first, end, step]) {
    if (typeof value !== 'bigint' && !Number.isFinite(value)) {
      throw argumentError(`arange takes finite numbers, not ${describe(value)}`);
    }
  }
  if (Number(step) === 0) throw argumentError('arange: the step cannot be 0');
  const whole = [first, end, step].every((value) => scalarKind(value) === 'integer');
  const chosen = dtype ?? defaultDType(whole ? 'integer' : 'float');
  return whole
    ? wholeRange(device, chosen, BigInt(first), BigInt(end), BigInt(step))
    : realRange(device, chosen, Number(first), Number(end), Number(step));
}

function wholeRange(device: Device, dtype: DType, first: bigint, end: bigint, step: bigint): GpuArray {
  const distance = end - first;
  const length = distance > 0n === step > 0n ? (distance + step - (step > 0n ? 1n : -1n)) / step : 0n;
  checkRange(dtype, Number(length), first, first + (length - 1n) * step);
  return dtypeInfo(dtype).kind === 'float' || dtypeInfo(dtype).kind === 'complex'
    ? realSequence(device, 'arange', dtype, Number(length), Number(first), Number(step))
    : wholeSequence(device, dtype, Number(length), first, step);
}

function realRange(device: Device, dtype: DType, first: number, end: number, step: number): GpuArray {
  const length = Math.max(0, Math.ceil((end - first) / step));
  checkRange(dtype, length, Math.trunc(first), Math.trunc(first + (length - 1) * step));
  return realSequence(device, 'arange', dtype, length, first, step);
}

/** What lies between two numbers that a dtype holds, it holds too. */
function checkRange(dtype: DType, length: number, first: number | bigint, last: number | bigint): void {
  if (length === 0) return;
  if (dtype === 'bool' && length > 2) throw argumentError(`arange: bool has two values, not ${length}`);
  checkReach('arange', dtype, first);
  checkReach('arange', dtype, last);
}

function checkReach(operation: string, dtype: DType, value: number | bigint): void {
  const range = integerRange(dtype);
  if (range === undefined || holds(dtype, value)) return;
  const [least, greatest] = range;
  throw argumentError(`${operation}: ${value} is beyond ${dtype}, which holds ${least} to ${greatest}`, {
    hint: 'Give a wider dtype.',
  });
}

/** `count` numbers from `start` to `stop`, both of them among these unless `endpoint` is false. */
export function linspace<D extends DType>(
  device: Device,
  start: number,
  stop: number,
  count: number,
  endpoint: boolean,
  dtype: D,
): GpuArray<D> {
  if (!Number.isSafeInteger(count) || count < 0) {
    throw argumentError(`linspace: the count is a whole number, not ${describe(count)}`);
  }
  for (const value of [start, stop]) {
    if (!Number.isFinite(value)) throw argumentError(`linspace takes finite numbers, not ${describe(value)}`);
  }
  const whole = integerRange(dtype) !== undefined;
  const [first, last] = whole ? [Math.floor(start), Math.floor(stop)] : [start, stop];
  checkReach('linspace', dtype, first);
  checkReach('linspace', dtype, last);
  const steps = endpoint ? count - 1 : count;
  const step = steps > 0 ? (stop - start) / steps : 0;
  const array = realSequence(device, 'linspace', dtype, count, start, step, whole ? 'floor' : '');
  // The last one exactly, whatever rounding has made of the steps.
  if (endpoint && count > 1) fill(array.slice(-1), last);
  return array;
}

/** Ones where the column is the row plus `k`, zeros elsewhere. */
export function eye<D extends DType>(device: Device, rows: number, columns: number, k: number, dtype: D): GpuArray<D> {
  if (!Number.isSafeInteger(k)) throw argumentError(`eye: the diagonal is a whole number, not ${describe(k)}`);
  requireComputable(device, dtype, 'eye', ofOtherDType);
  const array = full(device, checkShape([rows, columns]), 0, dtype);
  const diagonal = array.diagonal(k);
  if (diagonal.size > 0) fill(diagonal, 1);
  return array;
}

/**
 * `start + i * step`, computed from the index, so that errors do not add up, and rounded twice on every device: a
 * compiler makes one operation of a product and a sum, but not of a fused operation that adds nothing.
 *
 * @param rounding - a function for what each number becomes before it is converted to the dtype
 */
function realSequence<D extends DType>(
  device: Device,
  operation: string,
  dtype: D,
  length: number,
  start: number,
  step: number,
  rounding = '',
): GpuArray<D> {
  requireComputable(device, dtype, operation, ofOtherDType);
  const wide = device.has('float64') ? 'float64' : 'float32';
  const type = computeType(wide);
  const body = `    const ${type} value = ${rounding}(start + fma((${type})i, by, (${type})0));`;
  return sequence(device, operation, dtype, length, wide, [start, step], body);
}

/** The same in integers, which wrap around on the way: only where the values lie has been checked. */
function wholeSequence(device: Device, dtype: DType, length: number, start: bigint, step: bigint): GpuArray {
  const bits = [BigInt.asUintN(64, start), BigInt.asUintN(64, step)] as const;
  return sequence(device, 'arange', dtype, length, 'uint64', bits, '    const UINT64 value = start + (UINT64)i * by;');
}

/** @param body - defines `value`, of the dtype `wide`, by the index `i` and by `start` and `by` */
function sequence<D extends DType>(
  device: Device,
  operation: string,
  dtype: D,
  length: number,
  wide: 'uint64' | 'float32' | 'float64',
  startAndStep: readonly [start: number | bigint, by: number | bigint],
  body: string,
): GpuArray<D> {
  const array = emptyArray(device, dtype, length);
  const launcher = launcherFor(contextOf(device), `sequence ${dtype} ${body}`, () => ({
    name: 'heddle_sequence',
    outputs: [{ name: 'y', dtype, loaded: false }],
    scalars: ['start', 'by'].map((name) => ({ name, dtype: wide })),
    body: `${body}\n    y = ${castExpression('value', wide, dtype)};`,
    usesIndex: true,
  }));
  const scalars = startAndStep.map((value) => scalarFor(value, wide, operation));
  launcher.launch(operation, array.shape, [array], scalars);
  return array;
}
