/** Cumulative sums and products along an axis. */
import type { DType } from '@heddle/core';
import { argumentError, assertOptions, internalError, optionNames } from '@heddle/core/backend';
import { assertTogether } from '../../array/assert-together';
import { contiguous, isContiguous } from '../elementwise/contiguous';
import type { GpuArray } from '../../array/gpu-array';
import { isGpuArray } from '../../array/is-gpu-array';
import { checkAxis, rowMajorStrides, sizeOf } from '../../array/shape';
import type { CumulativeOptions } from '../../array/method-options';
import type { StridedArray } from '../../array/strided-array';
import { emptyArray } from '../../array/empty';
import { mayShareMemory, sameElements } from '../elementwise';
import { assign } from '../elementwise/copy';
import { assertOutput } from '../../kernel-kit/axes';
import { elementFunctions, elementType, isComplex, requireDType } from '../../kernel-kit/element-type';
import { accumulatorDType, complexFunctions, converted, sumDType } from '../../kernel-kit/accumulators';
import { rowLayout, type RowLayout } from './row-layout';
import { runScan, type ScanCall } from './run-scan';
import type { ScanSpec } from './scan-spec';

const names = optionNames<CumulativeOptions>({ axis: true, dtype: true, out: true });

/** Cumulative sum: element i of the result is the sum of elements 0 to i. */
export function cumsum(a: GpuArray, options: CumulativeOptions = {}): GpuArray {
  return cumulative('cumsum', a, options);
}

/** Cumulative product. */
export function cumprod(a: GpuArray, options: CumulativeOptions = {}): GpuArray {
  return cumulative('cumprod', a, options);
}

type Which = 'cumsum' | 'cumprod';

function cumulative(which: Which, a: GpuArray, options: CumulativeOptions): GpuArray {
  assertOptions(which, options, names);
  assertTogether(which, options.out ? [a, options.out] : [a]);
  const { device } = a;
  const result = options.dtype ?? sumDType(a.dtype);
  for (const dtype of [a.dtype, result]) requireDType(device, dtype, which);
  if (isComplex(a.dtype) && !isComplex(result)) {
    throw argumentError(`${which}: a ${a.dtype} array has no ${result} sums`, { parameter: 'dtype' });
  }
  const { axis = null, out } = options;
  const scanned = axis === null ? undefined : checkAxis(which, axis, a.shape.length);
  const shape = scanned === undefined ? [sizeOf(a.shape)] : a.shape;
  if (out) assertOutput(out, result, shape, which);
  // Without an axis elements are taken in C order, so they are brought into it first.
  const source = scanned === undefined ? contiguous(a) : a;
  // In place each element is read before it is written; in another order it might be the other way round.
  const safe = out !== undefined && (!mayShareMemory(out, source) || sameElements(out, source));
  const target = out && safe && isContiguous(out) ? out : emptyArray(device, result, shape);
  scanInto(which, flatView(source, scanned), flatView(target, scanned), scanned ?? 0);
  if (source !== a) source.dispose();
  if (!out || out === target) return target;
  assign(out, target);
  target.dispose();
  return out;
}

/** Without an axis, a dense array as one row. */
function flatView(array: GpuArray, axis: number | undefined): StridedArray {
  if (axis !== undefined) return array;
  const { device, buffer, dtype, offset, size } = array;
  const view = { device, buffer, dtype, offset, size, shape: [size], strides: [1] };
  return Object.assign(view, { memory: array.memory });
}

function scanInto(which: Which, source: StridedArray, target: StridedArray, axis: number): void {
  if (source.size === 0) return;
  const call = cumulativeCall(which, source, target, axis);
  if (call !== undefined) {
    runScan(source.device, call);
    return;
  }
  // Axes that cannot be merged to two: a dense copy always can.
  if (!isGpuArray(source)) throw internalError(`${which}: a row has axes`);
  const dense = contiguous(source);
  scanInto(which, dense, target, axis);
  dense.dispose();
}

/**
 * The scan from an array to a dense one along an axis.
 *
 * @returns undefined if the other axes cannot be merged to two
 */
export function cumulativeCall(
  which: Which,
  source: StridedArray,
  target: StridedArray,
  axis: number,
): ScanCall | undefined {
  const from = rowLayout(source.shape, source.strides, axis);
  const to = rowLayout(target.shape, rowMajorStrides(target.shape), axis);
  if (from === undefined || to === undefined) return undefined;
  const unit = from.step === 1 && to.step === 1;
  const rows = source.size / from.length;
  const single = rows === 1;
  const even = from.outerStride === 0 && to.outerStride === 0;
  const key = `${which}:${source.dtype}:${target.dtype}:${unit ? 'unit' : 'any'}${single ? 'single' : even ? 'even' : ''}`;
  return {
    operation: which,
    key,
    spec: cumulativeSpec(which, source.dtype, target.dtype, { unit, single, even }),
    extras: [source, target, ...places(from), ...places(to)],
    length: from.length,
    rows,
    columns: to.step > 1,
    wide: Math.max(source.size, from.reach, to.reach) > 2 ** 30,
  };
}

function places({ inner, outerStride, innerStride, step }: RowLayout): readonly number[] {
  return [inner, outerStride, innerStride, step];
}

interface PlaceClass {
  /** Elements of a row follow each other. */
  readonly unit: boolean;
  /** There is one row. */
  readonly single: boolean;
  /** Rows are one stride apart: no division by the inner extent. */
  readonly even: boolean;
}

function cumulativeSpec(which: Which, from: DType, to: DType, { unit, single, even }: PlaceClass): ScanSpec {
  const inner = accumulatorDType(to);
  const [x, y] = [elementType(from), elementType(to)];
  const at = (array: string): string => {
    if (single) return `${array}[i${unit ? '' : ` * (INDEX)${array}_step`}]`;
    const row = even
      ? `heddle_row * (INDEX)${array}_inner_stride`
      : `(heddle_row / (INDEX)${array}_inner) * (INDEX)${array}_outer_stride + (heddle_row % (INDEX)${array}_inner) * (INDEX)${array}_inner_stride`;
    return `${array}[${row} + i${unit ? '' : ` * (INDEX)${array}_step`}]`;
  };
  const scalars = (array: string) =>
    ['inner', 'outer_stride', 'inner_stride', 'step'].map((name) => ({
      name: `${array}_${name}`,
      kind: 'scalar' as const,
      type: 'INT64',
      dtype: 'int64' as const,
    }));
  const join = which === 'cumsum' ? ['heddle_plus(a, b)', 'a + b'] : ['heddle_times(a, b)', 'a * b'];
  return {
    name: which,
    extras: [
      { name: 'x', kind: 'memory', type: x.storage, dtype: from },
      { name: 'y', kind: 'memory', type: y.storage, dtype: to, writable: true },
      ...scalars('x'),
      ...scalars('y'),
    ],
    preamble: elementFunctions([from, to]) + complexFunctions(inner),
    itemType: elementType(inner).value,
    input: converted(x.load(at('x')), from, inner),
    scan: (isComplex(inner) ? join[0] : join[1]) ?? '',
    neutral: undefined,
    segmentStart: undefined,
    output: `${at('y')} = ${y.store('item')}`,
    fetches: [],
    header: isComplex(from) || isComplex(inner),
  };
}
