/** The original of a damaged file: what cannot be read by us may still be of use to its owner. */
import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import { readCarefully, removeIfOpen } from '@heddle/core/backend';
import type { FileDamage } from './file-damage';
import { writeAll, writeFailure } from '../file-access/write-file';

/**
 * Puts the original beside a file that is about to be written anew, and on the disk; earlier ones stay.
 *
 * @returns what the user should know, as a sentence
 * @throws HeddleError `RESOURCE` if the disk is full, `ARGUMENT` for a place that cannot be written
 */
export function keepDamagedCopy(path: string, bytes: Uint8Array, { problem, lostBytes }: FileDamage): string {
  const copy = writeBeside(path, bytes);
  return `${path} is damaged (${problem}): ${lostBytes} bytes are lost; the original is ${copy}`;
}

function writeBeside(path: string, bytes: Uint8Array): string {
  // No more may read the copy than may read the original.
  const { mode } = statSync(path);
  for (let count = 1; ; count++) {
    const copy = `${path}.damaged${count === 1 ? '' : `-${count}`}`;
    try {
      writeNew(copy, bytes, mode & 0o777);
      return copy;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw writeFailure(copy, error);
      // From a run that ended before it rewrote the file.
      const found = readCarefully(copy);
      if (typeof found === 'object' && Buffer.from(found.bytes).equals(bytes)) return copy;
    }
  }
}

function writeNew(path: string, bytes: Uint8Array, mode: number): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeAll(file, bytes);
    fsyncSync(file);
  } catch (error) {
    removeIfOpen(path, file);
    throw error;
  } finally {
    closeSync(file);
  }
}
