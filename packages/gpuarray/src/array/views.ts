/** Views: the same memory under another shape. Each is a change of shape, strides and offset; nothing moves. */
import { dtypeInfo, type DType } from '@heddle/core';
import { argumentError, describe } from '@heddle/core/backend';
import {
  atAxis,
  checkAxes,
  checkAxis,
  checkRank,
  formatShape,
  rowMajorStrides,
  sizeOf,
  stridedAxes,
  type Shape,
  type StridedAxis,
} from './shape';
import type { ViewGeometry } from './slice-indices';

/** Axes in another order; in reversed order if `axes` is undefined. */
export function transposeGeometry(array: ViewGeometry, axes: readonly number[] | undefined): ViewGeometry {
  const rank = array.shape.length;
  const order = axes === undefined ? [...array.shape.keys()].reverse() : checkAxes('transpose', axes, rank);
  if (order.length !== rank) throw argumentError(`transpose needs all ${rank} axes of the array, not ${order.length}`);
  return withAxes(array, order);
}

/** The named axes, in the order in which they are named. */
function withAxes(array: ViewGeometry, axes: readonly number[]): ViewGeometry {
  return {
    shape: axes.map((axis) => atAxis(array.shape, axis)),
    strides: axes.map((axis) => atAxis(array.strides, axis)),
    offset: array.offset,
  };
}

/** Axes moved to other places; the rest keep their order. */
export function moveAxisGeometry(array: ViewGeometry, from: number, to: number): ViewGeometry {
  const rank = array.shape.length;
  const source = checkAxis('moveAxis', from, rank);
  const order = [...array.shape.keys()].filter((axis) => axis !== source);
  order.splice(checkAxis('moveAxis', to, rank), 0, source);
  return transposeGeometry(array, order);
}

/**
 * A shape of which one length may be -1: as many as are left.
 *
 * @throws HeddleError `ARGUMENT` if the elements do not fit
 */
export function resolveShape(shape: number | Shape, size: number): number[] {
  const lengths = typeof shape === 'number' ? [shape] : [...shape];
  checkRank(lengths.length, 'reshape');
  const open = lengths.indexOf(-1);
  for (const length of lengths) {
    if (!Number.isSafeInteger(length) || length < -1) {
      throw argumentError(`reshape: ${describe(length)} is not a length`);
    }
  }
  if (open !== lengths.lastIndexOf(-1)) throw argumentError('reshape: only one length can be -1');
  if (open >= 0) {
    const known = sizeOf(lengths.filter((length) => length !== -1));
    if (known > 0 && size % known === 0) lengths[open] = size / known;
  }
  if (lengths.includes(-1) || sizeOf(lengths) !== size) {
    throw argumentError(`reshape: ${size} elements do not make an array of shape ${formatShape([shape].flat())}`);
  }
  return lengths;
}

/** The strides of the reshaped view; undefined if the elements would have to move. */
export function reshapeStrides(array: ViewGeometry, shape: Shape): readonly number[] | undefined {
  if (sizeOf(shape) === 0) return rowMajorStrides(shape);
  const from = stridedAxes(array).filter(({ length }) => length !== 1);
  const strides = new Array<number>(shape.length).fill(0);
  let next = 0;
  let axis = 0;
  // Groups of old axes and of new ones that hold the same elements; within a group the old ones must be one run.
  while (axis < shape.length || next < from.length) {
    let oldSize = 1;
    let newSize = 1;
    const oldFirst = next;
    const newFirst = axis;
    do {
      const oldAxis = oldSize <= newSize ? from[next] : undefined;
      if (oldAxis !== undefined) {
        oldSize *= oldAxis.length;
        next++;
      } else if (axis < shape.length) newSize *= atAxis(shape, axis++);
      else break;
    } while (oldSize !== newSize || (oldSize === 1 && axis < shape.length && shape[axis] === 1));
    const old = from.slice(oldFirst, next);
    if (!isOneRun(old)) return undefined;
    let step = old.at(-1)?.stride ?? 1;
    for (let k = axis - 1; k >= newFirst; k--) {
      strides[k] = step;
      step *= atAxis(shape, k);
    }
  }
  return strides;
}

function isOneRun(axes: readonly StridedAxis[]): boolean {
  return axes.every(({ stride }, k) => {
    const inner = axes[k + 1];
    return inner === undefined || stride === inner.stride * inner.length;
  });
}

/** Without the axes of length 1, or without those named. */
export function squeezeGeometry(array: ViewGeometry, axes: number | readonly number[] | undefined): ViewGeometry {
  const rank = array.shape.length;
  const dropped =
    axes === undefined
      ? [...array.shape.keys()].filter((axis) => array.shape[axis] === 1)
      : checkAxes('squeeze', axes, rank);
  for (const axis of dropped) {
    if (array.shape[axis] !== 1) {
      throw argumentError(
        `squeeze: axis ${axis} has length ${String(array.shape[axis])}; only axes of length 1 can be dropped`,
      );
    }
  }
  const kept = [...array.shape.keys()].filter((axis) => !dropped.includes(axis));
  return withAxes(array, kept);
}

/** With new axes of length 1, at these places of the result. */
export function expandDimsGeometry(array: ViewGeometry, axes: number | readonly number[]): ViewGeometry {
  const rank = array.shape.length + [axes].flat().length;
  checkRank(rank, 'expandDims');
  const added = checkAxes('expandDims', axes, rank);
  const shape: number[] = [];
  const strides: number[] = [];
  let old = 0;
  for (let axis = 0; axis < rank; axis++) {
    if (added.includes(axis)) {
      shape.push(1);
      strides.push(0);
    } else {
      shape.push(atAxis(array.shape, old));
      strides.push(atAxis(array.strides, old++));
    }
  }
  return { shape, strides, offset: array.offset };
}

/** One axis, or all, from the last element to the first. */
export function flipGeometry(array: ViewGeometry, axes: number | readonly number[] | undefined): ViewGeometry {
  const flipped = axes === undefined ? [...array.shape.keys()] : checkAxes('flip', axes, array.shape.length);
  const strides = [...array.strides];
  let { offset } = array;
  for (const axis of flipped) {
    const length = atAxis(array.shape, axis);
    const stride = atAxis(array.strides, axis);
    if (length > 0) offset += (length - 1) * stride;
    strides[axis] = -stride;
  }
  return { shape: array.shape, strides, offset: sizeOf(array.shape) === 0 ? array.offset : offset };
}

/**
 * The same bytes as elements of another dtype. Along the last axis their number changes with their size.
 *
 * @throws HeddleError `ARGUMENT` if the last axis is not dense, or its bytes are not a whole number of elements
 */
export function reinterpretGeometry(array: ViewGeometry & { readonly dtype: DType }, dtype: DType): ViewGeometry {
  const from = dtypeInfo(array.dtype).byteLength;
  const to = dtypeInfo(dtype).byteLength;
  if (from === to) return array;
  const rank = array.shape.length;
  const last = rank - 1;
  if (rank === 0 || (array.strides[last] !== 1 && array.shape[last] !== 1)) {
    throw argumentError(`view: elements of another size need a last axis without gaps; copy the array first`);
  }
  const bytes = atAxis(array.shape, last) * from;
  const elements = [array.offset * from, ...array.strides.slice(0, last).map((stride) => stride * from), bytes];
  if (elements.some((count) => count % to !== 0)) {
    throw argumentError(
      `view: rows of ${bytes} bytes cannot be divided into elements of ${dtype}, which have ${to} bytes`,
    );
  }
  return {
    shape: [...array.shape.slice(0, last), bytes / to],
    strides: [...array.strides.slice(0, last).map((stride) => (stride * from) / to), 1],
    offset: (array.offset * from) / to,
  };
}

/** The diagonal of two axes, as the last axis. */
export function diagonalGeometry(array: ViewGeometry, offset: number, axis1: number, axis2: number): ViewGeometry {
  const rank = array.shape.length;
  checkAxes('diagonal', [axis1, axis2], rank);
  const [a, b] = [checkAxis('diagonal', axis1, rank), checkAxis('diagonal', axis2, rank)];
  if (!Number.isInteger(offset)) throw argumentError(`diagonal: the offset is a whole number, not ${describe(offset)}`);
  const [rows, columns] = [atAxis(array.shape, a), atAxis(array.shape, b)];
  const [rowStep, columnStep] = [atAxis(array.strides, a), atAxis(array.strides, b)];
  const length = Math.max(0, offset >= 0 ? Math.min(rows, columns - offset) : Math.min(rows + offset, columns));
  const start = length === 0 ? 0 : offset >= 0 ? offset * columnStep : -offset * rowStep;
  const kept = [...array.shape.keys()].filter((axis) => axis !== a && axis !== b);
  const others = withAxes(array, kept);
  return {
    shape: [...others.shape, length],
    strides: [...others.strides, rowStep + columnStep],
    offset: array.offset + start,
  };
}
