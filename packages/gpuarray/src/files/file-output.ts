/** Writing a file so that it is either the old one or the whole new one. */
import { randomUUID } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { argumentError } from '@heddle/core';
import { reasonWithoutFile } from './reason';

/** Appends bytes to the file. */
export type Append = (bytes: Uint8Array) => Promise<void>;

// Systems write at most 2 GiB at once.
const largestWrite = 2 ** 30;

/**
 * Writes beside the path and moves into place at the end: a failure leaves what was there.
 *
 * @throws HeddleError `ARGUMENT` for a path that cannot be written to, with the system's error as its cause
 */
export async function writeFileWhole(path: string | URL, body: (append: Append) => Promise<void>): Promise<void> {
  const target = path instanceof URL ? fileURLToPath(path) : path;
  const temporary = `${target}.${randomUUID()}.part`;
  const file = await reported(target, () => open(temporary, 'wx'));
  try {
    await body((bytes) => reported(target, () => writeAll(file, bytes)));
    await file.close();
    await reported(target, () => rename(temporary, target));
  } catch (error) {
    await file.close();
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.byteLength;) {
    const { bytesWritten } = await file.write(bytes, done, Math.min(largestWrite, bytes.byteLength - done));
    done += bytesWritten;
  }
}

async function reported<T>(target: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    throw argumentError(`${target} cannot be written: ${reasonWithoutFile(cause)}`, {
      parameter: 'path',
      cause,
    });
  }
}
