/** Random shapes, and the ways from a dense array to a view of a given shape. */
import type { ViewStep } from './case';
import type { Random } from './random';

export type Shape = readonly number[];

export function sizeOf(shape: Shape): number {
  return shape.reduce((size, length) => size * length, 1);
}

/** Most are small; some are empty, and some are longer than a block of threads is wide. */
export function randomShape(random: Random, least = 0, most = 4): number[] {
  const rank = Math.min(most, Math.max(least, random.pick([0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4])));
  if (rank === 1) return [random.pick([0, 1, 2, 3, 4, 5, 6, 7, 9, 17, 33, 65])];
  const longest = [0, 0, 7, 4, 3][rank] ?? 2;
  return Array.from({ length: rank }, () => (random.chance(0.04) ? 0 : random.integer(1, longest)));
}

/** A shape that broadcasts to the given one: leading axes left out, and some lengths 1. */
export function randomStretchable(random: Random, shape: Shape): number[] {
  if (random.chance(0.4)) return [...shape];
  const kept = shape.slice(random.integer(0, shape.length));
  return kept.map((length) => (random.chance(0.3) ? 1 : length));
}

export interface View {
  /** Of the dense array. */
  readonly base: Shape;
  readonly steps: readonly ViewStep[];
}

/** A view of this shape: dense, or sliced, transposed and, if it is only read, broadcast. */
export function randomView(random: Random, shape: Shape, isWritten: boolean): View {
  if (random.chance(0.4)) return { base: shape, steps: [] };
  const steps: ViewStep[] = [];
  let before = [...shape];
  if (!isWritten && random.chance(0.2)) {
    steps.unshift({ broadcast: shape });
    before = before.map((length) => (random.chance(0.4) ? 1 : length));
  }
  if (before.length > 1 && random.chance(0.6)) {
    const axes = random.shuffled([...before.keys()]);
    steps.unshift({ transpose: axes });
    const transposed = before;
    before = new Array<number>(axes.length).fill(0);
    axes.forEach((axis, k) => (before[axis] = transposed[k] ?? 0));
  }
  if (before.length > 0 && random.chance(0.6)) {
    const cuts = before.map((length) => randomCut(random, length));
    steps.unshift({ slice: cuts.map(({ slice }) => slice) });
    before = cuts.map(({ length }) => length);
  }
  return { base: before, steps };
}

type Slice = readonly [start: number | null, stop: number | null, step: number];

/** A longer axis, and the slice of it that has the given length. */
function randomCut(random: Random, length: number): { readonly length: number; readonly slice: Slice } {
  if (length === 0) {
    const at = random.integer(0, 2);
    return { length: at + random.integer(0, 2), slice: [at, at, 1] };
  }
  const step = random.pick([1, 1, 2, 3, -1, -1, -2]);
  const first = random.integer(0, 2);
  const last = first + (length - 1) * Math.abs(step);
  const total = last + 1 + random.integer(0, 1);
  if (step > 0) return { length: total, slice: [first === 0 ? null : first, last + 1, step] };
  return { length: total, slice: [last, first === 0 ? null : first - 1, step] };
}
