/** Writes files so that a reader sees the old contents or the new, whole, whenever the writer is killed. */
import { statSync, writeSync } from 'node:fs';
import type { HeddleError } from '@heddle/core';
import { fileWriteError, writeFileWholeSync, type ErrorDetails } from '@heddle/core/backend';

/** True if there is no file, or one without a byte: what is left where something was killed as it made the file. */
export function isEmpty(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || (found.isFile() && found.size === 0);
}

/**
 * Writes a file whole and brings it to the disk: a failure leaves the old one untouched.
 *
 * @throws HeddleError `RESOURCE` if the disk is full, `ARGUMENT` for a place that cannot be written
 */
export function writeFile(path: string, contents: string | Uint8Array): void {
  const hint = 'Free some space and write it again: it is as it was.';
  writeFileWholeSync(path, contents, { parameter: 'path', hint, flush: true });
}

/** Writes all bytes at the end of a file: one call may take only a part of them. */
export function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.byteLength) written += writeSync(file, bytes, written);
}

const untilNow = 'Everything up to now is kept. Free some space and run again: it goes on from there.';

/**
 * The error for a file that could not be written, by default by a run.
 *
 * @param hint - what to do if the disk is full
 */
export function writeFailure(
  path: string,
  cause: unknown,
  { parameter = 'cache', hint = untilNow }: Pick<ErrorDetails, 'parameter' | 'hint'> = {},
): HeddleError {
  return fileWriteError(path, cause, { parameter, hint });
}
