/** Basic indexing by NumPy's rules: integers, slices, new axes, ellipsis. */
import { argumentError, describe } from '@heddle/core/backend';
import { isList } from './is-list';
import { atAxis, checkRank, type Shape } from './shape';

/**
 * One index of a view.
 *
 * - a number picks one element of its axis and drops the axis; negative counts from the end
 * - `[start, stop, step]`, each of which may be null or left out, or the string `'start:stop:step'`
 * - `null` puts in a new axis of length 1
 * - `'...'` stands for all axes that are not named
 */
export type Index =
  number | null | string | readonly [start?: number | null, stop?: number | null, step?: number | null];

/** A view's shape and place. */
export interface ViewGeometry {
  readonly shape: Shape;
  readonly strides: readonly number[];
  readonly offset: number;
}

/**
 * The view that indices give. Bounds of slices are clamped; integers must be in range.
 *
 * @throws HeddleError `ARGUMENT` for too many indices, an integer out of range, a step of 0, more axes than an array may have
 */
export function sliceGeometry(array: ViewGeometry, indices: readonly Index[]): ViewGeometry {
  const list = expandEllipsis(parseAll(indices), array.shape.length);
  const shape: number[] = [];
  const strides: number[] = [];
  let { offset } = array;
  let axis = 0;
  for (const index of list) {
    if (index === null) {
      shape.push(1);
      strides.push(0);
      continue;
    }
    const length = atAxis(array.shape, axis);
    const stride = atAxis(array.strides, axis);
    if (typeof index === 'number') offset += pick(index, length, axis) * stride;
    else {
      const { start, count, step } = sliceBounds(index, length);
      // An empty view starts nowhere: its offset must not leave the memory.
      if (count > 0) offset += start * stride;
      shape.push(count);
      strides.push(stride * step);
    }
    axis += 1;
  }
  checkRank(shape.length, 'slice');
  return { shape, strides, offset };
}

type Slice = readonly [start?: number | null, stop?: number | null, step?: number | null];
type Parsed = number | null | Slice | '...';

function parseAll(indices: readonly Index[]): Parsed[] {
  return indices.flatMap((index): Parsed[] => {
    if (typeof index === 'string') return index.split(',').map((text) => parseText(text.trim()));
    if (index === null || typeof index === 'number' || isList(index)) return [index];
    throw argumentError(
      `an index is a number, [start, stop, step], 'start:stop:step', null or '...', not ${describe(index)}`,
    );
  });
}

function parseText(text: string): Parsed {
  if (text === '...') return '...';
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  const parts = text.split(':').map((part) => part.trim());
  if (parts.length < 2 || parts.length > 3 || parts.some((part) => !/^([+-]?\d+)?$/.test(part))) {
    throw argumentError(`'${text}' is not an index`, { hint: "Write 'start:stop:step', a whole number, or '...'." });
  }
  const [start = null, stop = null, step = null] = parts.map((part) => (part === '' ? null : Number(part)));
  return [start, stop, step];
}

function expandEllipsis(list: readonly Parsed[], rank: number): (number | null | Slice)[] {
  const used = list.filter((index) => index !== null && index !== '...').length;
  if (used > rank) throw argumentError(`${used} indices for an array of ${rank} axes`);
  const first = list.indexOf('...');
  if (first !== list.lastIndexOf('...')) throw argumentError("'...' may stand once among indices");
  const rest = new Array<Slice>(rank - used).fill([]);
  const kept = (part: readonly Parsed[]) => part.filter((index): index is number | null | Slice => index !== '...');
  if (first < 0) return [...kept(list), ...rest];
  return [...kept(list.slice(0, first)), ...rest, ...kept(list.slice(first + 1))];
}

function pick(index: number, length: number, axis: number): number {
  if (!Number.isInteger(index)) throw argumentError(`an index is a whole number, not ${describe(index)}`);
  if (index < -length || index >= length) {
    throw argumentError(`index ${index} is out of range for axis ${axis} of length ${length}`);
  }
  return index < 0 ? index + length : index;
}

/** Python's rules: bounds beyond the array are clamped, negative ones count from the end. */
function sliceBounds(slice: Slice, length: number): { start: number; count: number; step: number } {
  for (const part of slice) {
    if (part !== null && part !== undefined && !Number.isInteger(part)) {
      throw argumentError(`the parts of a slice are whole numbers, not ${describe(part)}`);
    }
  }
  const step = slice[2] ?? 1;
  if (step === 0) throw argumentError('the step of a slice cannot be 0');
  const [low, high] = step > 0 ? [0, length] : [-1, length - 1];
  const clamp = (bound: number) => Math.min(high, Math.max(low, bound < 0 ? bound + length : bound));
  const start = slice[0] === null || slice[0] === undefined ? (step > 0 ? low : high) : clamp(slice[0]);
  const stop = slice[1] === null || slice[1] === undefined ? (step > 0 ? high : low) : clamp(slice[1]);
  return { start, count: Math.max(0, Math.ceil((stop - start) / step)), step };
}
