/** Which elements of a buffer are meant, and whether others fit them. */
import { describe } from '../diagnostics/describe';
import type { DType } from '../dtype/dtype';
import { argumentError } from '../errors';

/** Elements of a type, or bytes if it is undefined. */
export interface Elements {
  readonly dtype: DType | undefined;
  readonly length: number;
}

/** The first of `length` elements from `offset` on, default 0. @throws HeddleError `ARGUMENT` if there are fewer */
export function checkedStart({ dtype, length: most }: Elements, offset = 0, length: number): number {
  if (!Number.isSafeInteger(offset) || offset < 0 || offset > most) {
    throw argumentError(`offset must be 0 to ${most}, not ${describe(offset)}`);
  }
  if (!Number.isSafeInteger(length) || length < 0) {
    throw argumentError(`${describe(length)} is not a whole number of ${dtype ?? 'byte'} elements`);
  }
  if (offset + length > most) {
    throw argumentError(`${length} elements from ${offset} on do not fit a buffer of ${most}`, {
      requested: offset + length,
      max: most,
    });
  }
  return offset;
}

/** An index as `Array.prototype.slice` takes it. @throws HeddleError `ARGUMENT` if it is not a whole number */
export function clampIndex(index: number, length: number): number {
  if (!Number.isInteger(index)) throw argumentError(`an index is a whole number, not ${describe(index)}`);
  return index < 0 ? Math.max(0, length + index) : Math.min(index, length);
}

/** @throws HeddleError `ARGUMENT` if both have types, and those differ */
export function assertSameElements(target: DType | undefined, source: DType | undefined): void {
  if (target === undefined || source === undefined || source === target) return;
  throw argumentError(`${source} elements do not fit a buffer of ${target}`);
}
