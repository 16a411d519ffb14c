import { HeddleError } from '@heddle/core';

/** The error for a code object that is damaged. */
export function corrupt(reason: string, cause?: unknown): HeddleError {
  return new HeddleError('CORRUPT', `the code object is damaged: ${reason}`, {
    backend: 'hip',
    ...(cause === undefined ? {} : { cause }),
  });
}
