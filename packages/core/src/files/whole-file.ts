/** Writing a file that the user names, so that it is either the old one or the whole new one. */
import { closeSync, constants, openSync, statSync, write } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { ErrorDetails } from '../errors';
import { fileWriteError } from './file-errors';
import { leadsToOpenFile, placeOfFile } from './file-places';
import { largestWrite, UnfinishedFile, writeAllSync } from './unfinished-file';

/** Appends bytes to the file. */
export type Append = (bytes: Uint8Array) => Promise<void>;

/** How a file is written, and what an error says. */
export interface WholeFileOptions extends Pick<ErrorDetails, 'parameter' | 'hint'> {
  /** Brings it to the disk, so that it is whole even after a loss of power. Default false. */
  readonly flush?: boolean;
}

const writeAt = promisify(write);

/**
 * Writes beside the file and moves into place at the end: a failure leaves what was there.
 *
 * Links are followed, also one that leads to nothing, and stay links. A file keeps its permissions; one that may not be
 * written is not replaced either. Other hard links to it keep the old contents. Pipes, devices, and open files
 * (`/dev/stdout`) are written as they are.
 *
 * @throws HeddleError `RESOURCE` if the disk is full, `ARGUMENT` for a path that cannot be written to; with the system's
 * error as the cause. Errors of `body` are thrown as they are
 */
export async function writeFileWhole(
  path: string,
  body: (append: Append) => Promise<void>,
  options: WholeFileOptions,
): Promise<void> {
  const reported = async <T>(action: () => T | Promise<T>): Promise<T> => {
    try {
      return await action();
    } catch (cause) {
      throw fileWriteError(path, cause, options);
    }
  };
  const unfinished = await reported(() => replacementFor(path));
  if (!unfinished) {
    // On another thread: opening a pipe waits for its reader.
    await using file = await reported(() => open(path, asItIs));
    await body((bytes) => reported(() => file.writeFile(bytes)));
    return;
  }
  try {
    await body((bytes) => reported(() => writeAll(unfinished, bytes)));
    await reported(() => unfinished.finish(options.flush ?? false));
  } catch (error) {
    unfinished.abandon();
    throw error;
  }
}

/** The same at once, for contents that are there. */
export function writeFileWholeSync(path: string, contents: string | Uint8Array, options: WholeFileOptions): void {
  const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents;
  try {
    const unfinished = replacementFor(path);
    if (unfinished) replace(unfinished, bytes, options.flush ?? false);
    else writeAsItIs(path, bytes);
  } catch (cause) {
    throw fileWriteError(path, cause, options);
  }
}

// Neither made nor emptied: what was written to an open file before stays.
const asItIs = constants.O_WRONLY | constants.O_APPEND;

/** @returns undefined for what is not replaced by a file: a pipe, a device, an open file */
function replacementFor(path: string): UnfinishedFile | undefined {
  const old = statSync(path, { throwIfNoEntry: false });
  // A folder is refused by the system when it is opened for writing.
  if (old && (!old.isFile() || leadsToOpenFile(path))) return undefined;
  return new UnfinishedFile(placeOfFile(path), old);
}

function replace(unfinished: UnfinishedFile, bytes: Uint8Array, flush: boolean): void {
  try {
    writeAllSync(unfinished.file, unfinished.append(bytes));
    unfinished.finish(flush);
  } catch (error) {
    unfinished.abandon();
    throw error;
  }
}

function writeAsItIs(path: string, bytes: Uint8Array): void {
  const file = openSync(path, asItIs);
  try {
    // A pipe has no positions.
    writeAllSync(file, { bytes, position: null });
  } finally {
    closeSync(file);
  }
}

async function writeAll(unfinished: UnfinishedFile, given: Uint8Array): Promise<void> {
  const { bytes, position } = unfinished.append(given);
  for (let done = 0; done < bytes.byteLength;) {
    const length = Math.min(largestWrite, bytes.byteLength - done);
    const { bytesWritten } = await writeAt(unfinished.file, bytes, done, length, position + done);
    done += bytesWritten;
  }
}
