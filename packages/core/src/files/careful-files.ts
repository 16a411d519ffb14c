/**
 * Looking at a file before it is replaced or removed: whether it is one, and how it begins.
 *
 * Heddle removes and replaces only files that it made, which it recognizes by a file's name and first bytes. It does
 * not follow links, and does not open pipes or devices.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { argumentError, type ErrorDetails } from '../errors';

const careful = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A regular file as it was found. */
export interface FoundFile {
  /** Its first bytes, as many as were asked for, or all. */
  readonly bytes: Uint8Array;
  /** When it last changed, by the clock of its file system, in milliseconds since 1970. */
  readonly changed: number;
}

/**
 * Opens what lies at a path, but not what a link there leads to, and does not wait for the other end of a pipe.
 *
 * @param flags - of `open(2)`; default: for reading
 * @throws the file system's error: `ENOENT` if there is nothing, `ELOOP` for a link
 */
export function openCarefully(path: string, flags: number = constants.O_RDONLY): number {
  return openSync(path, flags | careful);
}

/** Whether this is a regular file, by its mode. */
export function isRegular({ mode }: { readonly mode: number }): boolean {
  return (mode & constants.S_IFMT) === constants.S_IFREG;
}

/**
 * Reads the file at a path.
 *
 * @param longest - bytes to read; default: all
 * @returns `nothing` if nothing is there; `other` for a link, a folder, a pipe, a device or a file that may not be read
 */
export function readCarefully(path: string, longest = Infinity): FoundFile | 'nothing' | 'other' {
  try {
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (!there) return 'nothing';
    // Do not even open it: a pipe may have a reader or writer, and opening a device can change it.
    return isRegular(there) ? readOpen(openCarefully(path), longest) : 'other';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'nothing' : 'other';
  }
}

/** Whether a file begins with a text of ASCII characters. */
export function fileBeginsWith({ bytes }: Pick<FoundFile, 'bytes'>, text: string): boolean {
  // Character by character: the first use of a decoder costs as much as reading an entry of the cache.
  for (let i = 0; i < text.length; i++) if (bytes[i] !== text.charCodeAt(i)) return false;
  return true;
}

/**
 * Keeps a file that Heddle did not make from being replaced, if the user has not named it.
 *
 * @param beginning - how Heddle's own files of this kind begin
 * @throws HeddleError `ARGUMENT` if anything else is at the path
 */
export function assertNotOthers(path: string, beginning: string, details: ErrorDetails): void {
  const found = readCarefully(path, beginning.length);
  if (found === 'nothing' || (found !== 'other' && fileBeginsWith(found, beginning))) return;
  throw argumentError(`${path} is already there and was not made by Heddle, so it is not replaced`, details);
}

function readOpen(file: number, longest: number): FoundFile | 'other' {
  try {
    const stats = fstatSync(file);
    if (!isRegular(stats)) return 'other';
    return { bytes: longest === Infinity ? readFileSync(file) : readFirst(file, longest), changed: stats.mtimeMs };
  } finally {
    closeSync(file);
  }
}

function readFirst(file: number, longest: number): Buffer {
  const bytes = Buffer.alloc(longest);
  return bytes.subarray(0, readSync(file, bytes, 0, longest, 0));
}
