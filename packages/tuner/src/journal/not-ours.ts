/** Files of others under names that a run needs beside the cache file. */
import type { HeddleError } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';

/**
 * The error for one that is in the way: it stays as it is.
 *
 * @param what - what Heddle keeps under that name
 */
export function notOurs(path: string, what: 'journal' | 'lock'): HeddleError {
  return argumentError(`${path} is already there and is not a ${what} that Heddle made, so it is not replaced`, {
    parameter: 'cache',
    hint: 'Move it away, or name another cache file.',
  });
}
