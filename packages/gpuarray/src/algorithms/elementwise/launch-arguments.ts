/** What the kernels of the walks are passed, in the order of their parameters. */
import type { LooseArgument } from '@heddle/core/backend';
import type { DeviceArray } from '../../array/device-array';
import { entryAt } from '../../array/entry-at';
import { atAxis } from '../../array/shape';
import type { Collapsed } from './layout';
import type { Walk } from './program';

/** A scalar as `scalarFor` made it. */
export type PassedScalar = number | bigint | boolean | { readonly re: number; readonly im: number };

/** Of the walks over dense arrays, element by element. */
export function flatArguments(
  size: number,
  arrays: readonly DeviceArray[],
  scalars: readonly PassedScalar[],
  raw: readonly DeviceArray[],
): LooseArgument[] {
  const args: LooseArgument[] = [size];
  for (const array of arrays) args.push(array.memory.buffer, array.offset);
  pushRest(args, scalars, raw);
  return args;
}

/** Of the rows walk: the last axis is counted in packs, and its strides are known. */
export function rowsArguments(
  packLength: number,
  { shape, strides }: Collapsed,
  arrays: readonly DeviceArray[],
  scalars: readonly PassedScalar[],
): LooseArgument[] {
  const lengths = shape.map((length, axis) => (axis === shape.length - 1 ? length / packLength : length));
  const args: LooseArgument[] = [lengths.reduce((product, length) => product * length, 1), ...lengths.slice(1)];
  arrays.forEach((array, k) => {
    args.push(array.memory.buffer, array.offset, ...entryAt(strides, k).slice(0, -1));
  });
  pushRest(args, scalars, []);
  return args;
}

export function stridedArguments(
  size: number,
  { rank }: Extract<Walk, { kind: 'strided' | 'strips' }>,
  collapsed: Collapsed,
  arrays: readonly DeviceArray[],
  scalars: readonly PassedScalar[],
  raw: readonly DeviceArray[],
): LooseArgument[] {
  // Axes are counted from the last; those that the kernel has beyond the arrays' are of length 1, in front.
  const added = rank - collapsed.shape.length;
  const args: LooseArgument[] = [size];
  for (let axis = 1; axis < rank; axis++) args.push(axis < added ? 1 : atAxis(collapsed.shape, axis - added));
  arrays.forEach((array, k) => {
    args.push(array.memory.buffer, array.offset);
    const strides = entryAt(collapsed.strides, k);
    for (let axis = 0; axis < rank; axis++) args.push(axis < added ? 0 : atAxis(strides, axis - added));
  });
  pushRest(args, scalars, raw);
  return args;
}

function pushRest(args: LooseArgument[], scalars: readonly PassedScalar[], raw: readonly DeviceArray[]): void {
  for (const array of raw) args.push(array.memory.buffer, array.offset);
  pushScalars(args, scalars);
}

export function pushScalars(args: LooseArgument[], scalars: readonly PassedScalar[]): void {
  for (const scalar of scalars) {
    if (typeof scalar === 'object') args.push(scalar.re, scalar.im);
    else args.push(typeof scalar === 'boolean' ? Number(scalar) : scalar);
  }
}
