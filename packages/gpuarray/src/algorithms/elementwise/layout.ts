/** How operands lie against each other: which walk serves them, over which axes. */
import { entryAt } from '../../array/entry-at';
import { atAxis, type Shape } from '../../array/shape';
import type { Step, Walk } from './program';

/** An operand stretched to the common shape. */
export interface Stretched {
  readonly strides: readonly number[];
  readonly offset: number;
}

export interface Collapsed {
  /** Lengths of the axes that are left. */
  readonly shape: number[];
  /** By operand, its strides over these axes. */
  readonly strides: number[][];
}

/** Ranks that there are kernels for; more axes than the last cannot be told apart by it and do not occur. */
const ranks = [1, 2, 3, 4, 8, 16, 32];

/**
 * Joins axes that all operands walk as one, drops axes of length 1 and, where the order of elements does not matter,
 * puts the axes in the order of the output's memory.
 *
 * @param ordered - keeps the row-major order of elements, for programs that see their index
 */
export function collapse(shape: Shape, operands: readonly Stretched[], lead: number, ordered: boolean): Collapsed {
  let axes = [...shape.keys()].filter((axis) => shape[axis] !== 1);
  if (!ordered) axes = byStride(axes, operands[lead]?.strides ?? [], shape);
  const lengths: number[] = [];
  const walks = operands.map(({ strides }): { all: readonly number[]; joined: number[] } => ({
    all: strides,
    joined: [],
  }));
  for (const axis of axes) {
    const length = atAxis(shape, axis);
    const last = lengths.length - 1;
    const joins = last >= 0 && walks.every(({ all, joined }) => joined[last] === atAxis(all, axis) * length);
    if (joins) lengths[last] = atAxis(lengths, last) * length;
    else lengths.push(length);
    for (const { all, joined } of walks) joined[lengths.length - 1] = atAxis(all, axis);
  }
  return { shape: lengths, strides: walks.map(({ joined }) => joined) };
}

/** Axes from the slowest in memory to the fastest. The sort is stable: equal strides keep their order. */
function byStride(axes: number[], strides: readonly number[], shape: Shape): number[] {
  const step = (axis: number) => Math.abs(strides[axis] ?? 0);
  // An output cannot have repeated axes. In a sole input, they do not justify another order.
  if (axes.some((axis) => step(axis) === 0 && shape[axis] !== 1)) return axes;
  return [...axes].sort((a, b) => step(b) - step(a));
}

/** True if one walk over consecutive elements reaches every operand alike. */
export function isDense(collapsed: Collapsed): boolean {
  const { shape, strides } = collapsed;
  return shape.length === 0 || (shape.length === 1 && strides.every(([stride]) => stride === 1));
}

/** Kernels are made for some numbers of axes. */
function rankFor(axes: number): number {
  return ranks.find((each) => each >= axes) ?? 32;
}

/** The walk by strips of the last axis. */
export function stripsWalk({ shape, strides }: Collapsed): Extract<Walk, { kind: 'strips' }> {
  const steps = strides.map((own): Step => {
    const step = own.at(-1);
    return step === 1 ? 'unit' : step === 0 ? 'still' : 'any';
  });
  return { kind: 'strips', rank: rankFor(shape.length), steps };
}

/** The strided walk for so many axes. */
export function stridedWalk(collapsed: Collapsed, operands: readonly Stretched[]): Extract<Walk, { kind: 'strided' }> {
  const rank = rankFor(collapsed.shape.length);
  return { kind: 'strided', rank, wide: operands.some((operand, k) => reaches(collapsed, operand, k) >= 2 ** 31) };
}

/** Axes that the rows walk divides by: each costs a division for every pack. */
const mostRowAxes = 4;

/**
 * The walk by packs along the last axis, where each pack lies in one aligned piece of every operand, or is one element
 * of it: the one row or column that a matrix meets, slices of whole packs.
 *
 * @param inputs - how many of the operands, the first ones, are only read
 * @param length - elements of a pack
 */
export function rowsWalk(
  { shape, strides }: Collapsed,
  operands: readonly Stretched[],
  inputs: number,
  length: number,
): Extract<Walk, { kind: 'rows' }> | undefined {
  const rank = shape.length;
  const inner = shape.at(-1);
  const packs = shape.reduce((product, each) => product * each, 1) / length;
  if (inner === undefined || rank > mostRowAxes || inner % length !== 0) return undefined;
  // The kernel counts packs, and elements along the last axis, in 32 bits.
  if (packs >= 2 ** 31 || inner >= 2 ** 32) return undefined;
  const still: boolean[] = [];
  for (const [k, { offset }] of operands.entries()) {
    const own = entryAt(strides, k);
    const step = own.at(-1);
    still.push(step === 0 && k < inputs);
    if (still[k] === true) continue;
    const whole = offset % length === 0 && own.slice(0, -1).every((stride) => stride % length === 0);
    if (step !== 1 || !whole) return undefined;
  }
  return { kind: 'rows', rank, still };
}

/** The furthest element index that the walk computes for an operand, in size. */
function reaches({ shape, strides }: Collapsed, operand: Stretched, k: number): number {
  let furthest = Math.abs(operand.offset);
  let size = 1;
  shape.forEach((length, axis) => {
    furthest += (length - 1) * Math.abs(strides[k]?.[axis] ?? 0);
    size *= length;
  });
  // The grid is rounded up to whole blocks, whose thread numbers must not overflow either.
  return Math.max(furthest, size + 2 ** 20);
}
