/** What the kernels of the walks are passed, in the order of their parameters. */
import type { DeviceArray } from '../../array/device-array';
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
): unknown[] {
  const args: unknown[] = [size];
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
): unknown[] {
  const lengths = [...shape];
  lengths.push((lengths.pop() as number) / packLength);
  const args: unknown[] = [lengths.reduce((product, length) => product * length, 1), ...lengths.slice(1)];
  arrays.forEach((array, k) => {
    args.push(array.memory.buffer, array.offset, ...(strides[k] as number[]).slice(0, -1));
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
): unknown[] {
  // Axes are counted from the last; those that the kernel has beyond the arrays' are of length 1, in front.
  const added = rank - collapsed.shape.length;
  const args: unknown[] = [size];
  for (let axis = 1; axis < rank; axis++) args.push(axis < added ? 1 : collapsed.shape[axis - added]);
  arrays.forEach((array, k) => {
    args.push(array.memory.buffer, array.offset);
    for (let axis = 0; axis < rank; axis++) args.push(axis < added ? 0 : collapsed.strides[k]?.[axis - added]);
  });
  pushRest(args, scalars, raw);
  return args;
}

function pushRest(args: unknown[], scalars: readonly PassedScalar[], raw: readonly DeviceArray[]): void {
  for (const array of raw) args.push(array.memory.buffer, array.offset);
  pushScalars(args, scalars);
}

export function pushScalars(args: unknown[], scalars: readonly PassedScalar[]): void {
  for (const scalar of scalars) {
    if (typeof scalar === 'object') args.push(scalar.re, scalar.im);
    else args.push(typeof scalar === 'boolean' ? Number(scalar) : scalar);
  }
}
