/** Random views of random arrays, on a device and as plain numbers. */
import { dtypeInfo, type Device, type DType } from '@heddle/core';
import { float16FromNumber, bfloat16FromNumber, numberFromFloat16, numberFromBfloat16 } from '@heddle/core/backend';
import fc from 'fast-check';
import type { GpuArray } from '../../src/array/gpu-array';
import { emptyArray } from '../../src/array/empty';

/** A value as a float64 reference computes with it. */
export type Value = number;

/** How a view is cut from a dense array. */
export interface ViewPlan {
  readonly dtype: DType;
  /** Of the dense array. */
  readonly shape: readonly number[];
  readonly order: readonly number[];
  readonly steps: readonly number[];
  /** Decides the values. */
  readonly seed: number;
}

export const realDTypes = [
  'bool',
  'int8',
  'uint8',
  'int16',
  'uint16',
  'int32',
  'uint32',
  'int64',
  'uint64',
  'float16',
  'bfloat16',
  'float32',
  'float64',
] as const satisfies readonly DType[];

/** Plans of up to `rank` axes. */
export function viewPlans(dtypes: readonly DType[], rank = 3, extent = 40): fc.Arbitrary<ViewPlan> {
  return fc
    .tuple(
      fc.constantFrom(...dtypes),
      fc.array(fc.oneof(fc.integer({ min: 1, max: extent }), fc.integer({ min: 0, max: 3 })), { maxLength: rank }),
      fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    )
    .chain(([dtype, shape, seed]) =>
      fc.record({
        dtype: fc.constant(dtype),
        shape: fc.constant(shape),
        seed: fc.constant(seed),
        order: fc.shuffledSubarray(
          shape.map((_, axis) => axis),
          { minLength: shape.length },
        ),
        steps: fc.array(fc.constantFrom(1, 1, 1, 2, -1, -3), { minLength: shape.length, maxLength: shape.length }),
      }),
    );
}

/** Small whole numbers, so that every order of addition gives the same; a few NaN where asked for. */
export function valuesOf({ dtype, shape, seed }: ViewPlan, nans = false): readonly Value[] {
  const size = shape.reduce((product, length) => product * length, 1);
  let state = seed | 1;
  const { kind } = dtypeInfo(dtype);
  return Array.from({ length: size }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    const random = (state >>> 8) / 2 ** 24;
    if (kind === 'bool') return random < 0.5 ? 0 : 1;
    if (nans && kind === 'float' && random < 0.005) return NaN;
    return kind === 'unsigned' ? Math.floor(random * 100) : Math.floor(random * 200) - 100;
  });
}

/** Numbers as the dtype's typed array. */
export function encode(dtype: DType, values: readonly Value[]): ArrayBufferView {
  if (dtype === 'int64') return BigInt64Array.from(values, BigInt);
  if (dtype === 'uint64') return BigUint64Array.from(values, BigInt);
  if (dtype === 'float16') return Uint16Array.from(values, float16FromNumber);
  if (dtype === 'bfloat16') return Uint16Array.from(values, bfloat16FromNumber);
  const { array } = dtypeInfo(dtype);
  const encoded = new array(values.length) as Float64Array;
  encoded.set(values);
  return encoded;
}

/** A typed array of a dtype as numbers. */
export function decode(dtype: DType, array: ArrayLike<number | bigint>): readonly Value[] {
  const numbers = Array.from(array, Number);
  if (dtype === 'float16') return numbers.map(numberFromFloat16);
  if (dtype === 'bfloat16') return numbers.map(numberFromBfloat16);
  return numbers;
}

/** The dense array of a plan and the view of it. */
export async function makeView(
  device: Device,
  plan: ViewPlan,
  values = valuesOf(plan),
): Promise<{ readonly base: GpuArray; readonly view: GpuArray }> {
  const base = emptyArray<DType>(device, plan.dtype, plan.shape);
  await base.set(encode(plan.dtype, values) as never);
  const turned = plan.shape.length === 0 ? base : base.transpose(...plan.order);
  const view = plan.shape.length === 0 ? base : turned.slice(...plan.steps.map((step) => `::${step}`));
  return { base, view: view };
}

/** Elements of a view in C order, from the values of its dense array. */
export function elementsOf(view: GpuArray, values: readonly Value[]): readonly Value[] {
  let elements = [view.offset];
  view.shape.forEach((length, axis) => {
    const stride = view.strides[axis] as number;
    elements = elements.flatMap((at) => Array.from({ length }, (_, i) => at + i * stride));
  });
  return elements.map((at) => values[at] as Value);
}

/** Reduces nested elements over axes, in C order, with plain JavaScript. */
export function reduceReference<T>(
  elements: readonly Value[],
  shape: readonly number[],
  axes: readonly number[],
  reduce: (group: readonly Value[]) => T,
): readonly T[] {
  const kept = shape.filter((_, axis) => !axes.includes(axis));
  const groups = Array.from({ length: kept.reduce((product, length) => product * length, 1) }, () => [] as Value[]);
  elements.forEach((value, index) => {
    let rest = index;
    const place = new Array<number>(shape.length);
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const length = shape[axis] as number;
      place[axis] = rest % length;
      rest = Math.floor(rest / length);
    }
    let group = 0;
    place.forEach((at, axis) => {
      if (!axes.includes(axis)) group = group * (shape[axis] as number) + at;
    });
    (groups[group] as Value[]).push(value);
  });
  return groups.map(reduce);
}
