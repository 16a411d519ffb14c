/** What to say of a value that is given for an array and is none. */
import type { HeddleError } from '@heddle/core';
import { argumentError, describe, type ErrorDetails } from '@heddle/core/backend';
import { arrayBrand, DeviceArray } from './device-array';

/**
 * @param wanted - the sentence up to what was given: `add takes arrays and numbers`
 * @returns HeddleError `ARGUMENT` that tells arrays of other copies of the package, proxies and promises by name
 */
export function notAnArray(wanted: string, given: unknown, details: ErrorDetails = {}): HeddleError {
  const { what, hint } = described(given);
  return argumentError(`${wanted}, not ${what}`, hint === undefined ? details : { ...details, hint });
}

function described(given: unknown): { readonly what: string; readonly hint?: string } {
  if (typeof given !== 'object' || given === null) return { what: describe(given) };
  if (given instanceof DeviceArray) {
    return { what: 'a proxy of an array', hint: 'Pass the array itself: a proxy has none of its memory.' };
  }
  if (arrayBrand in given) {
    return {
      what: 'an array of another copy of @heddle/gpuarray',
      hint:
        'Load the package once: in one version (see npm ls @heddle/gpuarray), and by import or by require throughout. ' +
        'Or make an array here of what get() gives there.',
    };
  }
  if (given instanceof Promise) return { what: 'a promise', hint: 'Await it.' };
  return { what: describe(given) };
}
