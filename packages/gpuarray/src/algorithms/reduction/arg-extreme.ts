/** Where the least and the greatest elements are. */
import type { DType } from '@heddle/core';
import { argumentError, assertOptions, optionNames } from '@heddle/core/backend';
import type { GpuArray } from '../../array/gpu-array';
import { assertStrided } from '../../array/assert-array';
import type { ArgOptions } from '../../array/method-options';
import type { StridedArray } from '../../array/strided-array';
import { sizeOf } from '../../array/shape';
import { normalizeAxes } from '../../kernel-kit/axes';
import { elementType, isComplex, isFloating } from '../../kernel-kit/element-type';
import { accumulatorDType } from '../../kernel-kit/accumulators';
import { precedes, type Extreme } from './number-operations';
import { reduceArray } from './reduce-array';
import type { ReductionSpec, Seek } from './reduction-spec';
import { remembered } from './sum';

const names = optionNames<ArgOptions>({ axis: true, keepdims: true, out: true });

/**
 * Index of the first least element, int64; of the first NaN if there is one. Over several axes, and over all where no
 * axis is given, the index counts the reduced elements in C order.
 *
 * @throws HeddleError `ARGUMENT` for an empty input
 */
export function argmin(a: StridedArray, options: ArgOptions = {}): GpuArray<'int64'> {
  return argExtreme('min', a, options);
}

/**
 * Index of the first greatest element, int64; of the first NaN if there is one.
 *
 * @throws HeddleError `ARGUMENT` for an empty input
 */
export function argmax(a: StridedArray, options: ArgOptions = {}): GpuArray<'int64'> {
  return argExtreme('max', a, options);
}

function argExtreme(which: Extreme, a: StridedArray, options: ArgOptions): GpuArray<'int64'> {
  const operation = `arg${which}`;
  assertStrided(operation, a);
  assertOptions(operation, options, names);
  const axes = normalizeAxes(options.axis, a.shape.length, operation);
  if (sizeOf(axes.map((axis) => a.shape[axis] ?? 0)) === 0) {
    throw argumentError(`${operation}: there are no elements`);
  }
  const key = `${operation}:${a.dtype}`;
  const spec = remembered(key, () => argSpec(which, a.dtype));
  return reduceArray({ operation, key, spec, operands: [a], options, result: 'int64' });
}

function argSpec(which: Extreme, dtype: DType): ReductionSpec {
  const inner = accumulatorDType(dtype);
  const { value } = elementType(inner);
  const sign = which === 'min' ? '<' : '>';
  const nan = (x: string): string =>
    isComplex(inner) ? `(${x}.re != ${x}.re || ${x}.im != ${x}.im)` : isFloating(inner) ? `(${x} != ${x})` : '0';
  const before = isComplex(inner)
    ? `(a.value.re ${sign} b.value.re || (a.value.re == b.value.re && a.value.im ${sign} b.value.im))`
    : `(a.value ${sign} b.value)`;
  const equal = isComplex(inner) ? '(a.value.re == b.value.re && a.value.im == b.value.im)' : '(a.value == b.value)';
  const seeks: Seek = {
    value,
    precedes: (x, y) => precedes(which, x, y, inner),
    same: (x, y) => (isFloating(inner) ? `(${x} == ${y} || (${x} != ${x} && ${y} != ${y}))` : `(${x} == ${y})`),
  };
  return {
    name: `arg${which}`,
    operands: [{ name: 'x', dtype }],
    extras: [],
    outputs: [{ name: 'y', dtype: 'int64' }],
    preamble: `
typedef struct { ${value} value; INT64 index; } heddle_place;
DEVICE heddle_place heddle_place_of(${value} value, INT64 index) {
  heddle_place place;
  place.value = value;
  place.index = index;
  return place;
}
DEVICE heddle_place heddle_nowhere(void) {
  heddle_place place;
  place.index = -1;
  return place;
}
DEVICE heddle_place heddle_first(heddle_place a, heddle_place b) {
  if (a.index < 0) return b;
  if (b.index < 0) return a;
  const int a_nan = ${nan('a.value')};
  const int b_nan = ${nan('b.value')};
  if (a_nan || b_nan) return a_nan && (!b_nan || a.index < b.index) ? a : b;
  return ${before} || (${equal} && a.index < b.index) ? a : b;
}
`,
    reduceType: 'heddle_place',
    identity: 'heddle_nowhere()',
    map: 'heddle_place_of(x, i)',
    reduce: 'heddle_first(a, b)',
    postMap: 'y = a.index',
    ...(isComplex(inner) ? {} : { seeks }),
    header: isComplex(dtype),
  };
}
