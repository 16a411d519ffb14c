/** Writing a file so that it is either the old one or the whole new one. */
import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { fileWriteError, pathOfUrl } from '@heddle/core';

/** Appends bytes to the file. */
export type Append = (bytes: Uint8Array) => Promise<void>;

// Systems write at most 2 GiB at once.
const largestWrite = 2 ** 30;

/**
 * Writes beside the file and moves into place at the end: a failure leaves what was there. A link stays one, and what
 * it leads to is written; a file keeps its permissions. Pipes and devices are written as they are.
 *
 * @throws HeddleError `RESOURCE` where the disk is full, `ARGUMENT` for a path that cannot be written to; with the
 * system's error as the cause
 */
export async function writeFileWhole(path: string | URL, body: (append: Append) => Promise<void>): Promise<void> {
  const given = path instanceof URL ? pathOfUrl(path, 'path') : path;
  const write = async (file: FileHandle): Promise<void> => {
    await body((bytes) => reported(given, () => writeAll(file, bytes)));
  };
  const old = await reported(given, () => existing(given));
  if (old && !old.stats.isFile() && !old.stats.isDirectory()) {
    await using file = await reported(given, () => open(old.path, 'w'));
    await write(file);
    return;
  }
  const target = old?.path ?? given;
  const temporary = `${target}.${randomUUID()}.part`;
  const file = await reported(given, () => open(temporary, 'wx'));
  try {
    await write(file);
    if (old) await reported(given, () => file.chmod(old.stats.mode));
    await file.close();
    await reported(given, () => rename(temporary, target));
  } catch (error) {
    await file.close();
    await rm(temporary, { force: true });
    throw error;
  }
}

// What is there already, behind all links.
async function existing(path: string): Promise<{ readonly path: string; readonly stats: Stats } | undefined> {
  try {
    const real = await realpath(path);
    return { path: real, stats: await stat(real) };
  } catch (error) {
    // Nothing, or a link to nothing, which is replaced.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
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
    throw fileWriteError(target, cause, { parameter: 'path', hint: 'Free some space and save it again.' });
  }
}
