/** Writes files so that a reader sees the old contents or the new, whole, whenever the writer is killed. */
import {
  closeSync,
  existsSync,
  fchmodSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileWriteError, type ErrorDetails, type HeddleError } from '@heddle/core';

/** True where there is no file, or one without a byte: what is left where something was killed as it made the file. */
export function isEmpty(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || (found.isFile() && found.size === 0);
}

/** Where a file lies: a link stays one, and what it leads to is written. */
export function placeOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}

/**
 * Writes a file beside the old one, brings it to the disk, and renames it into place, with the old one's permissions.
 * Devices and pipes are written as they are: a file in their place would be none.
 *
 * @throws HeddleError `RESOURCE` where the disk is full, `ARGUMENT` for a place that cannot be written; the old file is
 * untouched
 */
export function writeFileWhole(path: string, contents: string | Uint8Array): void {
  try {
    const place = placeOf(path);
    const found = statSync(place, { throwIfNoEntry: false });
    if (found && !found.isFile() && !found.isDirectory()) writeFileSync(place, contents);
    else replaceFile(place, contents, found?.mode);
  } catch (error) {
    throw writeFailure(path, error, {
      parameter: 'path',
      hint: 'Free some space and write it again: it is as it was.',
    });
  }
}

function replaceFile(path: string, contents: string | Uint8Array, mode: number | undefined): void {
  const temporary = `${path}.${process.pid}.tmp`;
  // A failure to open it leaves nothing, and may be that of a path through a file, where nothing can be removed either.
  const file = openSync(temporary, 'w');
  try {
    try {
      writeAll(file, typeof contents === 'string' ? Buffer.from(contents) : contents);
      if (mode !== undefined) fchmodSync(file, mode);
      fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Writes all bytes at the end of a file: one call may take only a part of them. */
export function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.byteLength) written += writeSync(file, bytes, written);
}

const untilNow = 'Everything up to now is kept. Free some space and run again: it goes on from there.';

/**
 * The error for a file that could not be written: by a run, unless told otherwise.
 *
 * @param hint - what to do where the disk is full
 */
export function writeFailure(
  path: string,
  cause: unknown,
  { parameter = 'cache', hint = untilNow }: Pick<ErrorDetails, 'parameter' | 'hint'> = {},
): HeddleError {
  return fileWriteError(path, cause, { parameter, hint });
}

/** A file's name is on the disk only when its folder is. Windows opens no folders and needs no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
