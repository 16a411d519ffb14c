/** Ends the program if its output cannot be written: the disk is full, or the reader has gone. */
import { HeddleError } from '@heddle/core';
import { exitCodes } from './exit-codes';
import { reportFailure } from './report-failure';

/**
 * Reports once that stdout cannot be written; the command goes on, for what it keeps in files. A reader that wants no
 * more (`heddle … | head`) is not a failure, and whether stderr can be written there is nobody to tell.
 *
 * @returns true if stdout could not be written
 */
export function watchOutput(): () => boolean {
  let hasFailed = false;
  process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EPIPE' || hasFailed) return;
    hasFailed = true;
    process.exitCode = exitCodes.badInput;
    reportFailure(
      new HeddleError('RESOURCE', `what was to be printed could not be written: ${cause.message}`, {
        resource: 'standard output',
        ...(cause.code === undefined ? {} : { status: cause.code }),
        hint: 'What the command keeps in files is there.',
        cause,
      }),
    );
  });
  process.stderr.on('error', () => undefined);
  return () => hasFailed;
}
