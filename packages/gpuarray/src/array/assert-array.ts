/** What every function asks of its array before it reads anything of it. */
import { isGpuArray } from './is-gpu-array';
import { notAnArray } from './not-an-array';
import { arrayBrand } from './device-array';

/** @throws HeddleError `ARGUMENT` if the value is not an array, or is one that has been disposed */
export function assertArray(operation: string, value: unknown): void {
  if (!isGpuArray(value)) throw notAnArray(`${operation} takes an array`, value);
  value.assertUsable(operation);
}

/**
 * The same for functions that also take views of memory that are not arrays of the user's.
 *
 * @throws HeddleError `ARGUMENT` if the value is neither, or is an array that has been disposed
 */
export function assertStrided(operation: string, value: unknown): void {
  if (isGpuArray(value)) value.assertUsable(operation);
  else if (typeof value !== 'object' || value === null || !('strides' in value) || arrayBrand in value) {
    throw notAnArray(`${operation} takes an array`, value);
  }
}
