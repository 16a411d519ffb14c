/** Arrays put together, and repeated. */
import { asOwner } from '../../array/as-owner';
import type { DType } from '@heddle/core';
import { argumentError, describe } from '@heddle/core/backend';
import type { DeviceArray } from '../../array/device-array';
import type { GpuArray } from '../../array/gpu-array';
import { notAnArray } from '../../array/not-an-array';
import { isGpuArray } from '../../array/is-gpu-array';
import { isList } from '../../array/is-list';
import { assertArray } from '../../array/assert-array';
import { atAxis, checkAxis, checkRank, checkShape, formatShape, mostAxes, rowMajorStrides } from '../../array/shape';
import { denseArray } from '../../array/empty';
import { promoteTypes, requireComputable, type Promoted } from '../../array/dtype';
import { convertInto } from '../elementwise/copy';
import { take } from './gather';

type OneOrMore<T> = readonly [T, ...(readonly T[])];

/**
 * Arrays one after the other along an axis they have; all other lengths must be equal.
 *
 * @param axis - default 0; null takes each array as one axis
 * @throws HeddleError `ARGUMENT` naming the shapes that do not fit
 */
export function concatenate<D extends DType>(
  arrays: readonly GpuArray<D>[],
  axis: number | null = 0,
): GpuArray<Promoted<D, D>> {
  const given = checkArrays('concatenate', arrays);
  const parts: OneOrMore<GpuArray<D>> =
    axis === null ? [given[0].ravel(), ...given.slice(1).map((array) => array.ravel())] : given;
  const [first] = parts;
  if (first.ndim === 0) throw argumentError('concatenate: arrays without axes cannot be joined; use stack');
  const along = checkAxis('concatenate', axis ?? 0, first.ndim);
  let length = 0;
  for (const part of parts) {
    const fits = part.ndim === first.ndim && part.shape.every((each, k) => k === along || each === first.shape[k]);
    if (!fits) {
      throw argumentError(
        `concatenate: ${formatShape(first.shape)} and ${formatShape(part.shape)} do not fit along axis ${along}`,
      );
    }
    length += atAxis(part.shape, along);
  }
  const shape = first.shape.map((each, k) => (k === along ? length : each));
  const result = denseArray(first.device, commonType('concatenate', parts), shape, rowMajorStrides(shape));
  let start = 0;
  for (const part of parts) {
    const end = start + atAxis(part.shape, along);
    const indices = shape.map((_, k) => (k === along ? ([start, end] as const) : ([] as const)));
    convertInto('concatenate', part, result.slice(...indices));
    start = end;
  }
  for (const part of parts) if (axis === null && !arrays.includes(part)) part.dispose();
  return result;
}

/** Arrays of one shape along a new axis, at this place of the result. */
export function stack<D extends DType>(arrays: readonly GpuArray<D>[], axis = 0): GpuArray<Promoted<D, D>> {
  const parts = checkArrays('stack', arrays);
  const [first] = parts;
  const along = checkAxis('stack', axis, first.ndim + 1);
  for (const part of parts) {
    if (part.ndim !== first.ndim || part.shape.some((length, k) => length !== first.shape[k])) {
      throw argumentError(
        `stack: the arrays must be of one shape, not ${formatShape(first.shape)} and ${formatShape(part.shape)}`,
      );
    }
  }
  return concatenate(
    parts.map((part) => part.expandDims(along)),
    along,
  );
}

/**
 * Each element, or each row along `axis`, so many times.
 *
 * @param counts - one for all, or one for each
 * @param axis - undefined takes the array as one axis
 */
export function repeat<D extends DType>(
  array: GpuArray<D>,
  counts: number | readonly number[],
  axis?: number,
): GpuArray<D> {
  assertArray('repeat', array);
  // An array without axes is repeated along the one that it gets.
  const source = axis === undefined || array.ndim === 0 ? array.ravel() : array;
  const along = checkAxis('repeat', axis ?? 0, source.ndim);
  const length = atAxis(source.shape, along);
  for (const count of [counts].flat()) {
    if (!Number.isSafeInteger(count) || count < 0) throw argumentError(`repeat: ${describe(count)} is not a count`);
  }
  if (typeof counts !== 'number') {
    if (counts.length !== length)
      throw argumentError(`repeat: ${counts.length} counts for an axis of length ${length}`);
    const places = counts.flatMap((count, k) => new Array<number>(count).fill(k));
    const taken = take(source, places, { axis: along });
    if (source !== array) source.dispose();
    return taken;
  }
  const shape = checkShape(source.shape.map((each, k) => (k === along ? each * counts : each)));
  // Other axes of length 1 make room for the one along which elements repeat.
  const lengths = (count: number): number[] =>
    source.shape.flatMap((each, k) => (k === along ? [each, count] : each === 1 ? [] : [each]));
  const isEmpty = shape.includes(0);
  if (!isEmpty) checkRank(lengths(counts).length, 'repeat');
  const result = denseArray(source.device, source.dtype, shape, rowMajorStrides(shape));
  if (!isEmpty) convertInto('repeat', source.reshape(lengths(1)), result.reshape(lengths(counts)));
  if (source !== array) source.dispose();
  return result;
}

/** The whole array so many times along each axis. */
export function tile<D extends DType>(array: GpuArray<D>, counts: number | readonly number[]): GpuArray<D> {
  assertArray('tile', array);
  const times = [counts].flat();
  for (const count of times) {
    if (!Number.isSafeInteger(count) || count < 0) throw argumentError(`tile: ${describe(count)} is not a count`);
  }
  const rank = Math.max(times.length, array.ndim);
  const filled = (entries: readonly number[]): number[] => [
    ...new Array<number>(rank - entries.length).fill(1),
    ...entries,
  ];
  const factors = filled(times);
  const tiles = filled(array.shape).map((length, axis) => ({ length, factor: atAxis(factors, axis) }));
  checkRank(rank, 'tile');
  const shape = checkShape(tiles.map(({ length, factor }) => length * factor));
  if (shape.includes(0)) return denseArray(array.device, array.dtype, shape, rowMajorStrides(shape));
  // An axis that repeats becomes two: which copy, and where in it. What has length 1 makes room for them.
  const copies = tiles.flatMap(({ length, factor }) => [
    { target: factor, source: 1 },
    { target: length, source: length },
  ]);
  const kept = copies.filter(({ target }) => target !== 1);
  if (kept.length > mostAxes) {
    throw argumentError(`tile: ${formatShape(array.shape)} repeated ${formatShape(times)} times is too much at once`, {
      hint: 'Repeat along some of the axes first, then along the others.',
    });
  }
  const result = denseArray(array.device, array.dtype, shape, rowMajorStrides(shape));
  const target = result.reshape(kept.map((copy) => copy.target));
  const source = array.reshape(kept.map((copy) => copy.source));
  convertInto('tile', source, target);
  if (source !== array) source.dispose();
  return result;
}

/**
 * Elements moved on along axes; what leaves at one end enters at the other.
 *
 * @param axes - undefined takes the array as one axis
 */
export function roll<D extends DType>(
  array: GpuArray<D>,
  shifts: number | readonly number[],
  axes?: number | readonly number[],
): GpuArray<D> {
  assertArray('roll', array);
  if (axes === undefined) {
    const distance = [shifts].flat().reduce((sum, shift) => sum + shift, 0);
    const flat = array.ravel();
    const rolled = asOwner(roll(flat, distance, 0).reshape(array.shape));
    flat.dispose();
    return rolled;
  }
  const along = [axes].flat().map((axis) => checkAxis('roll', axis, array.ndim));
  const distances = [shifts].flat();
  if (distances.length !== 1 && along.length !== 1 && distances.length !== along.length) {
    throw argumentError(`roll: ${distances.length} shifts for ${along.length} axes`);
  }
  let result = array;
  for (let k = 0; k < Math.max(along.length, distances.length); k++) {
    const distance = atAxis(distances, distances.length === 1 ? 0 : k);
    const next = rollAxis(result, distance, atAxis(along, along.length === 1 ? 0 : k));
    if (result !== array) result.dispose();
    result = next;
  }
  return result === array ? array.copy() : result;
}

function rollAxis<D extends DType>(array: GpuArray<D>, shift: number, axis: number): GpuArray<D> {
  if (!Number.isSafeInteger(shift)) throw argumentError(`roll: a shift is an integer, not ${describe(shift)}`);
  const length = atAxis(array.shape, axis);
  const result = denseArray(array.device, array.dtype, array.shape, rowMajorStrides(array.shape));
  if (array.size === 0) return result;
  const by = ((shift % length) + length) % length;
  const part = (of: GpuArray<D>, from: number, to: number) =>
    of.slice(...array.shape.map((_, k) => (k === axis ? ([from, to] as const) : ([] as const))));
  convertInto('roll', part(array, 0, length - by), part(result, by, length));
  convertInto('roll', part(array, length - by, length), part(result, 0, by));
  return result;
}

function checkArrays<D extends DType>(operation: string, arrays: readonly GpuArray<D>[]): OneOrMore<GpuArray<D>> {
  const [first, ...others] = isList(arrays) ? arrays : [];
  if (first === undefined) throw argumentError(`${operation} takes one array or more, in an array`);
  for (const array of [first, ...others]) {
    if (!isGpuArray(array)) throw notAnArray(`${operation} takes arrays`, array);
    assertArray(operation, array);
    if (array.device !== first.device) throw argumentError(`${operation}: the arrays are on different devices`);
  }
  return [first, ...others];
}

function commonType<D extends DType>(operation: string, arrays: OneOrMore<DeviceArray<D>>): Promoted<D, D> {
  const dtype = arrays.map((array): DType => array.dtype).reduce((a, b): DType => promoteTypes(a, b));
  if (arrays.some((array) => array.dtype !== dtype)) requireComputable(arrays[0].device, dtype, operation);
  return dtype as Promoted<D, D>;
}
