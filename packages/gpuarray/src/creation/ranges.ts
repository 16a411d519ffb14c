/** Arrays made of a rule: ranges, identity, constants. */
import { argumentError, describe, dtypeInfo, type Device, type DType } from '@heddle/core';
import type { GpuArray } from '../array/gpu-array';
import { checkShape, type Shape } from '../array/shape';
import { contextOf } from '../device-context';
import { requireComputable, scalarFor, scalarKind, defaultDType, type Scalar } from '../dtype';
import { launcherFor, type ElementwiseProgram } from '../elementwise';
import { computeDType, computeType } from '../kernels/c-types';
import { castExpression } from '../kernels/cast';
import { fill } from '../operations/fill';
import { emptyArray } from './empty';

/** An array of one value. */
export function full<D extends DType>(device: Device, shape: number | Shape, value: Scalar, dtype: D): GpuArray<D> {
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
 * @throws HeddleError `ARGUMENT` for a step of 0
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
  const length = Math.max(0, Math.ceil((Number(end) - Number(first)) / Number(step)));
  return sequence(device, 'arange', chosen, length, first, step);
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
  const steps = endpoint ? count - 1 : count;
  const step = steps > 0 ? (stop - start) / steps : 0;
  const array = sequence(device, 'linspace', dtype, count, start, step);
  // The last one exactly, whatever rounding has made of the steps.
  if (endpoint && count > 1)
    fill(
      array.slice(-1),
      dtypeInfo(dtype).kind === 'integer' || dtypeInfo(dtype).kind === 'unsigned' ? Math.trunc(stop) : stop,
    );
  return array as unknown as GpuArray<D>;
}

/** Ones where the column is the row plus `k`, zeros elsewhere. */
export function eye<D extends DType>(device: Device, rows: number, columns: number, k: number, dtype: D): GpuArray<D> {
  if (!Number.isSafeInteger(k)) throw argumentError(`eye: the diagonal is a whole number, not ${describe(k)}`);
  const [height, width] = checkShape([rows, columns]) as [number, number];
  const array = full(device, [height, width], 0, dtype);
  const diagonal = array.diagonal(k);
  if (diagonal.size > 0) fill(diagonal, 1);
  return array;
}

/** `start + i * step`, computed from the index, so that errors do not add up. */
function sequence(
  device: Device,
  operation: string,
  dtype: DType,
  length: number,
  start: number | bigint,
  step: number | bigint,
): GpuArray {
  requireComputable(device, dtype, operation);
  if (dtype === 'bool' && length > 2) throw argumentError(`${operation}: bool has two values, not ${length}`);
  const array = emptyArray<DType>(device, dtype, length);
  const context = contextOf(device);
  const wide = wideDType(device, dtype, start, step);
  const launcher = launcherFor(context, `sequence ${wide} ${dtype}`, () => sequenceProgram(dtype, wide));
  const scalars = [start, step].map((value) => scalarFor<DType>(value, wide, operation));
  launcher.launch(operation, array.shape, [array], scalars);
  return array;
}

/** The dtype to compute in: fractions need floats, whole numbers need their low bits. */
function wideDType(device: Device, dtype: DType, start: number | bigint, step: number | bigint): DType {
  const whole = scalarKind(start) === 'integer' && scalarKind(step) === 'integer';
  const { kind } = dtypeInfo(dtype);
  if (whole && (kind === 'integer' || kind === 'bool')) return 'int64';
  if (whole && kind === 'unsigned') return Number(start) < 0 || Number(step) < 0 ? 'int64' : 'uint64';
  return device.has('float64') ? 'float64' : 'float32';
}

function sequenceProgram(
  dtype: DType,
  wide: DType,
): Pick<ElementwiseProgram, 'name' | 'outputs' | 'scalars' | 'body' | 'usesIndex'> {
  const type = computeType(wide);
  return {
    name: 'heddle_sequence',
    outputs: [{ name: 'y', dtype, loaded: false }],
    scalars: [
      { name: 'start', dtype: wide },
      { name: 'by', dtype: wide },
    ],
    body: `    const ${type} value = start + (${type})i * by;\n    y = ${castExpression('value', computeDType(wide), dtype)};`,
    usesIndex: true,
  };
}
