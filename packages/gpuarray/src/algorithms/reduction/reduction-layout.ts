/** From shapes and strides to a class of kernel and its arguments: axes are merged, and neighbours chosen. */
import { dtypeInfo } from '@heddle/core';
import type { StridedArray } from '../../array/strided-array';
import { broadcastStrides, sizeOf } from '../../array/shape';
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import type { ReductionAccess, Stride } from './reduction-access';

/** One axis of the index space: its extent, and each operand's stride along it. */
interface Axis {
  readonly extent: number;
  readonly strides: readonly number[];
}

export interface ReductionLayout {
  readonly access: ReductionAccess;
  /** Offset of each operand's first element. */
  readonly offsets: readonly number[];
  /** Per operand: strides of the kept, then of the reduced axes, as many as the class has. */
  readonly strides: readonly (readonly number[])[];
  /** Extents of all but the outermost kept axis, then of all but the outermost reduced one. */
  readonly extents: readonly number[];
  /** Elements of the widest operand that a thread loads at once: 1, or a pack. */
  readonly atOnce: number;
  /** Results. */
  readonly outputs: number;
  /** Elements that are reduced to one result. */
  readonly length: number;
}

export interface LayoutRequest {
  readonly operands: readonly StridedArray[];
  /** What the operands broadcast to. */
  readonly shape: readonly number[];
  /** Axes that are reduced, ascending. */
  readonly axes: readonly number[];
  /** Elements are numbered in C order, so that axes must keep theirs. */
  readonly ordered: boolean;
}

/** Where a merged index space is so large that sums of indices might leave 32 bits. */
const wideFrom = 2 ** 30;

/** Decides how elements are found. */
export function reductionLayout(request: LayoutRequest, tuning: DeviceTuning): ReductionLayout {
  const { operands, shape, axes, ordered } = request;
  const strides = operands.map((operand) => broadcastStrides(operand.shape, operand.strides, shape));
  const all = shape.map((extent, axis) => ({ extent, strides: strides.map((of) => of[axis] ?? 0) }));
  const offsets = operands.map(({ offset }) => offset);
  const kept = merged(all.filter((_, axis) => !axes.includes(axis)));
  const reducedAxes = all.filter((_, axis) => axes.includes(axis));
  const reduced = merged(ordered ? reducedAxes : inMemoryOrder(reducedAxes, offsets));
  const mapping = chooseMapping(kept, reduced);
  const neighbours = (mapping === 'rows' ? reduced : kept).at(-1);
  const keptRank = rankClass(kept.length);
  const reducedRank = rankClass(reduced.length);
  const classes = operands.map((_, n) => strideClass(neighbours, n));
  const length = sizeOf(reduced.map(({ extent }) => extent));
  const outputs = sizeOf(kept.map(({ extent }) => extent));
  const flat = keptRank === 1 && reducedRank === 1;
  const widest = Math.max(1, ...operands.map(({ dtype }) => dtypeInfo(dtype).byteLength));
  const pack = Math.max(1, Math.floor(tuning.packBytes / widest));
  const packed =
    tuning.packBytes > 0 &&
    mapping === 'rows' &&
    flat &&
    operands.length > 0 &&
    classes.every((stride) => stride === 'unit') &&
    length >= 128 * pack;
  const wide =
    outputs > wideFrom || length > wideFrom || operands.some((_, n) => reach([...kept, ...reduced], n) > wideFrom);
  return {
    access: { mapping, keptRank, reducedRank, strides: classes, packed, wide },
    offsets,
    strides: operands.map((_, n) => [...padded(kept, keptRank, n), ...padded(reduced, reducedRank, n)]),
    extents: [...innerExtents(kept, keptRank), ...innerExtents(reduced, reducedRank)],
    atOnce: packed ? pack : 1,
    outputs,
    length,
  };
}

/** Axes of extent 1 go; an axis that continues the next inner one in all operands joins it. */
function merged(axes: readonly Axis[]): readonly Axis[] {
  const result: Axis[] = [];
  for (const axis of axes) {
    if (axis.extent === 1) continue;
    const outer = result.at(-1);
    const continues = outer?.strides.every((stride, n) => stride === (axis.strides[n] ?? 0) * axis.extent) ?? false;
    if (outer && continues) {
      result[result.length - 1] = { extent: outer.extent * axis.extent, strides: axis.strides };
    } else {
      result.push(axis);
    }
  }
  return result;
}

/**
 * Axes sorted so that the last moves least in memory, and turned around where they run backwards. `offsets` are moved
 * along.
 */
function inMemoryOrder(axes: readonly Axis[], offsets: number[]): readonly Axis[] {
  const forward = axes.map(({ extent, strides }) => {
    const backwards = strides.every((stride) => stride <= 0) && strides.some((stride) => stride < 0);
    if (!backwards || extent === 0) return { extent, strides };
    strides.forEach((stride, n) => (offsets[n] = (offsets[n] ?? 0) + stride * (extent - 1)));
    return { extent, strides: strides.map((stride) => -stride) };
  });
  return forward.sort((a, b) => movement(b) - movement(a));
}

function movement({ strides }: Axis): number {
  return Math.max(0, ...strides.map(Math.abs));
}

/** Neighbours are along the axis that moves least in memory. */
function chooseMapping(kept: readonly Axis[], reduced: readonly Axis[]): 'rows' | 'columns' {
  const inner = kept.at(-1);
  const element = reduced.at(-1);
  if (inner === undefined || element === undefined) return 'rows';
  const [across, along] = [movement(inner), movement(element)];
  if (across === 0) return 'rows';
  return along === 0 || across < along ? 'columns' : 'rows';
}

// The next class up: a kernel for four axes also takes three.
function rankClass(rank: number): number {
  return rank <= 1 ? 1 : 2 ** Math.ceil(Math.log2(rank));
}

function strideClass(axis: Axis | undefined, operand: number): Stride {
  const stride = axis === undefined ? 0 : (axis.strides[operand] ?? 0);
  return stride === 1 ? 'unit' : stride === 0 ? 'none' : 'any';
}

function reach(axes: readonly Axis[], operand: number): number {
  return axes.reduce((sum, { extent, strides }) => sum + Math.abs(strides[operand] ?? 0) * Math.max(0, extent - 1), 0);
}

function padded(axes: readonly Axis[], rank: number, operand: number): readonly number[] {
  const strides = axes.map((axis) => axis.strides[operand] ?? 0);
  return [...Array.from({ length: rank - strides.length }, () => 0), ...strides];
}

function innerExtents(axes: readonly Axis[], rank: number): readonly number[] {
  const extents = [...Array.from({ length: rank - axes.length }, () => 1), ...axes.map(({ extent }) => extent)];
  return extents.slice(1);
}
