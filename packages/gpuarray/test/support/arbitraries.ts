/** Random arrays: a dense one, and a chain of views of it, made the same way in both worlds. */
import type { DType } from '@heddle/core';
import type { Arrays, GpuArray } from '@heddle/gpuarray';
import fc from 'fast-check';
import { at, fromFunction, sizeOf, sliceRange, type Reference } from './reference';

/** A step from an array to a view of it. Numbers are taken modulo what the array allows. */
export type ViewStep =
  | {
      readonly kind: 'slice';
      readonly axis: number;
      readonly start: number | null;
      readonly stop: number | null;
      readonly step: number;
    }
  | { readonly kind: 'transpose'; readonly seed: number }
  | { readonly kind: 'flip'; readonly axis: number };

export interface RandomArray {
  readonly shape: readonly number[];
  readonly steps: readonly ViewStep[];
  readonly seed: number;
}

const bound = fc.option(fc.integer({ min: -7, max: 7 }), { nil: null });

export const viewStep: fc.Arbitrary<ViewStep> = fc.oneof(
  fc.record({
    kind: fc.constant('slice' as const),
    axis: fc.nat(3),
    start: bound,
    stop: bound,
    step: fc.constantFrom(1, 2, 3, -1, -2),
  }),
  fc.record({ kind: fc.constant('transpose' as const), seed: fc.nat(23) }),
  fc.record({ kind: fc.constant('flip' as const), axis: fc.nat(3) }),
);

export const randomArray: fc.Arbitrary<RandomArray> = fc.record({
  shape: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 0, maxLength: 4 }),
  steps: fc.array(viewStep, { maxLength: 3 }),
  seed: fc.nat(),
});

/** A permutation of so many axes, from a number. */
function permutation(rank: number, seed: number): number[] {
  const rest = Array.from({ length: rank }, (_, axis) => axis);
  let number = seed;
  return Array.from({ length: rank }, () => {
    const [axis] = rest.splice(number % rest.length, 1);
    number = Math.floor(number / (rest.length + 1));
    return axis as number;
  });
}

/** Values that look random, whole, within ±100; the same for the same seed. */
export function wholeValues(count: number, seed: number): number[] {
  let state = (seed % 2147483646) + 1;
  return Array.from({ length: count }, () => {
    state = (state * 48271) % 2147483647;
    return (state % 201) - 100;
  });
}

/** The array, and what it is. */
export function build(
  ga: Arrays,
  dtype: DType,
  { shape, steps, seed }: RandomArray,
  value: (x: number) => number = (x) => x,
): { readonly array: GpuArray; readonly reference: Reference } {
  const values = wholeValues(sizeOf(shape), seed).map(value);
  let reference: Reference = { shape, values };
  let array: GpuArray = ga.array(values, { dtype, shape });
  for (const step of steps) {
    const rank = reference.shape.length;
    if (rank === 0) break;
    const before = reference;
    if (step.kind === 'transpose') {
      const axes = permutation(rank, step.seed);
      const lengths = axes.map((axis) => before.shape[axis] as number);
      reference = fromFunction(lengths, (index) => {
        const original = new Array<number>(rank);
        axes.forEach((axis, k) => (original[axis] = index[k] as number));
        return at(before, original);
      });
      array = array.transpose(...axes);
    } else {
      const axis = step.axis % rank;
      const length = before.shape[axis] as number;
      const range =
        step.kind === 'flip'
          ? sliceRange(length, null, null, -1)
          : sliceRange(length, step.start, step.stop, step.step);
      const lengths = before.shape.map((each, k) => (k === axis ? range.length : each));
      reference = fromFunction(
        lengths,
        (index) =>
        at(before, index.map((k, each) => (each === axis ? (range[k] as number) : k))), // prettier-ignore
      );
      array =
        step.kind === 'flip'
          ? array.flip(axis)
          : array.slice(
              ...before.shape.map((_, k) => (k === axis ? ([step.start, step.stop, step.step] as const) : ':')),
            );
    }
  }
  return { array, reference };
}

/** A shape and one that broadcasts with it. */
export const broadcastPair: fc.Arbitrary<readonly [number[], number[]]> = fc
  .array(fc.record({ length: fc.integer({ min: 1, max: 5 }), a: fc.boolean(), b: fc.boolean() }), { maxLength: 4 })
  .chain((axes) =>
    fc
      .tuple(fc.nat(axes.length), fc.nat(axes.length))
      .map(([dropA, dropB]): [number[], number[]] => [
        axes.map(({ length, a }) => (a ? 1 : length)).slice(dropA),
        axes.map(({ length, b }) => (b ? 1 : length)).slice(dropB),
      ]),
  );
