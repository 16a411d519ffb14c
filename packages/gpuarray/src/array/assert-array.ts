/** What every function asks of its array before it reads anything of it. */
import { isGpuArray } from './is-gpu-array';
import { notAnArray } from './not-an-array';
import { arrayBrand } from './device-array';

/** @throws HeddleError `ARGUMENT` for what is no array, and for one that has been disposed */
export function assertArray(operation: string, value: unknown): void {
  if (!isGpuArray(value)) throw notAnArray(`${operation} takes an array`, value);
  value.assertUsable(operation);
}

/**
 * The same for functions that take views of memory which are no arrays of the user's.
 *
 * @throws HeddleError `ARGUMENT` for what is neither, and for an array that has been disposed
 */
export function assertStrided(operation: string, value: unknown): void {
  if (isGpuArray(value)) value.assertUsable(operation);
  else if (typeof value !== 'object' || value === null || !('strides' in value) || arrayBrand in value) {
    throw notAnArray(`${operation} takes an array`, value);
  }
}
