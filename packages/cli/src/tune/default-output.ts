/** The file for the results, if the user names none. */
import { lstatSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { argumentError } from '@heddle/core/backend';

/**
 * `<file>.cache.json` in the working folder: a new file, or the results of an earlier run.
 *
 * @throws HeddleError `ARGUMENT` if something without results has this name: an empty file, a link to nothing, a pipe
 */
export function defaultOutput(file: string): string {
  const path = `${basename(file).replace(/\.\w+$/, '')}.cache.json`;
  if (!lstatSync(path, { throwIfNoEntry: false })) return path;
  const found = statSync(path, { throwIfNoEntry: false });
  // The contents are checked when the file is read: results of other programs and runs are refused then.
  if (found?.isFile() && found.size > 0) return path;
  throw argumentError(`${path} is already there and has no results of a run, so it is not replaced`, {
    parameter: 'output',
    hint: 'Move it away, or name the file for the results: --output <file>.',
  });
}
