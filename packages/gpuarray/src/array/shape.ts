/** Shapes: their sizes, their strides, how they broadcast. */
import { argumentError, describe, internalError } from '@heddle/core/backend';
import { isList } from './is-list';

export type Shape = readonly number[];

/** As many as NumPy had for long. Kernels for arrays that are not dense have parameters for each. */
export const mostAxes = 32;

/** One axis of an array. */
export interface StridedAxis {
  readonly length: number;
  /** In elements; negative or 0 if a view says so. */
  readonly stride: number;
}

/**
 * The entry of an axis that is known to exist.
 *
 * @param entries - a shape, strides or other numbers, one for each axis
 * @throws HeddleError `INTERNAL` if there is no entry for the axis
 */
export function atAxis(entries: readonly number[], axis: number): number {
  const entry = entries[axis];
  if (entry === undefined) throw internalError(`axis ${axis} is not among ${entries.length}`);
  return entry;
}

/** The axes of an array, from the first to the last. */
export function stridedAxes(array: { readonly shape: Shape; readonly strides: readonly number[] }): StridedAxis[] {
  return array.shape.map((length, axis) => ({ length, stride: atAxis(array.strides, axis) }));
}

/** Elements of an array of this shape. */
export function sizeOf(shape: Shape): number {
  let size = 1;
  for (const length of shape) size *= length;
  return size;
}

/** Strides, in elements, of a dense array whose last axis varies fastest. */
export function rowMajorStrides(shape: Shape): number[] {
  const strides = new Array<number>(shape.length);
  let step = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    strides[axis] = step;
    step *= Math.max(1, atAxis(shape, axis));
  }
  return strides;
}

/** Strides, in elements, of a dense array whose first axis varies fastest. */
export function columnMajorStrides(shape: Shape): number[] {
  return rowMajorStrides([...shape].reverse()).reverse();
}

export function sameShape(a: Shape, b: Shape): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** A shape as messages show it: `(2, 3)`. */
export function formatShape(shape: Shape): string {
  return shape.length === 1 ? `(${String(shape[0])},)` : `(${shape.join(', ')})`;
}

/**
 * A shape as users give it: a length, or lengths.
 *
 * @throws HeddleError `ARGUMENT` for invalid lengths, or more elements than a number counts exactly
 */
export function checkShape(shape: number | Shape): number[] {
  const lengths = typeof shape === 'number' ? [shape] : isList(shape) ? [...shape] : undefined;
  if (lengths === undefined) throw argumentError(`a shape is a length or an array of lengths, not ${describe(shape)}`);
  for (const length of lengths) {
    if (!Number.isSafeInteger(length) || length < 0) {
      throw argumentError(`the lengths of a shape are whole numbers, 0 or more, not ${describe(length)}`);
    }
  }
  checkRank(lengths.length);
  if (!Number.isSafeInteger(sizeOf(lengths))) {
    throw argumentError(`an array of shape ${formatShape(lengths)} has more elements than can be counted`);
  }
  return lengths;
}

/** @throws HeddleError `ARGUMENT` for more axes than an array may have */
export function checkRank(rank: number, operation?: string): void {
  if (rank <= mostAxes) return;
  const where = operation === undefined ? '' : `${operation}: `;
  throw argumentError(`${where}an array has at most ${mostAxes} axes, not ${rank}`);
}

/**
 * The shape that operands have together: axes are matched from the last; a length of 1 stretches.
 *
 * @throws HeddleError `ARGUMENT` naming all shapes, if two lengths differ and neither is 1
 */
export function broadcastShapes(operation: string, shapes: readonly Shape[]): Shape {
  const first = shapes[0];
  if (first === undefined) return [];
  if (shapes.every((shape) => sameShape(shape, first))) return first;
  const rank = Math.max(...shapes.map(({ length }) => length));
  const result = new Array<number>(rank).fill(1);
  for (const shape of shapes) {
    for (const [i, length] of shape.entries()) {
      const axis = rank - shape.length + i;
      if (length === 1 || length === result[axis]) continue;
      if (result[axis] !== 1) {
        throw argumentError(`${operation}: the shapes ${shapes.map(formatShape).join(' and ')} do not broadcast`, {
          hint: 'Lengths are matched from the last axis, and must be equal or 1.',
        });
      }
      result[axis] = length;
    }
  }
  return result;
}

/** True if an array of the shape can be repeated to make one of the other. */
export function stretchesTo(shape: Shape, target: Shape): boolean {
  const added = target.length - shape.length;
  return added >= 0 && shape.every((length, axis) => length === 1 || length === target[axis + added]);
}

/** Strides of an array stretched to a shape it broadcasts to: 0 where it repeats. */
export function broadcastStrides(shape: Shape, strides: readonly number[], target: Shape): readonly number[] {
  if (sameShape(shape, target)) return strides;
  const added = target.length - shape.length;
  return target.map((_, axis) => (axis < added || shape[axis - added] === 1 ? 0 : atAxis(strides, axis - added)));
}

/**
 * An axis counted from 0.
 *
 * @param axis - negative counts from the end
 * @throws HeddleError `ARGUMENT` for one that the array does not have
 */
export function checkAxis(operation: string, axis: number, rank: number): number {
  if (!Number.isInteger(axis) || axis < -rank || axis >= rank) {
    throw argumentError(`${operation}: axis ${describe(axis)} is not among the ${rank} axes of the array`, {
      parameter: 'axis',
    });
  }
  return axis < 0 ? axis + rank : axis;
}

/**
 * Axes counted from 0, in the order given.
 *
 * @throws HeddleError `ARGUMENT` for one the array does not have, or one given twice
 */
export function checkAxes(operation: string, axes: number | readonly number[], rank: number): number[] {
  const list = (typeof axes === 'number' ? [axes] : axes).map((axis) => checkAxis(operation, axis, rank));
  if (new Set(list).size !== list.length) {
    throw argumentError(`${operation}: an axis is repeated in (${[axes].flat().join(', ')})`, { parameter: 'axis' });
  }
  return list;
}
