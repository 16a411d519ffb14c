/** Reads entries of lists that belong together, such as operands and their strides. */
import { internalError } from '@heddle/core/backend';

/**
 * The entry at an index that is known to be inside the list.
 *
 * @throws HeddleError `INTERNAL` if it is not
 */
export function entryAt<T extends object | string>(list: readonly T[], index: number): T {
  const entry = list[index];
  if (entry === undefined) throw internalError(`entry ${index} is not among ${list.length}`);
  return entry;
}
