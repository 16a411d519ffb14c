/** Reads files that users name, and says what is wrong with a name in their terms. */
import { readFileSync } from 'node:fs';
import { HeddleError, isHeddleError } from '@heddle/core';
import { argumentError, describe, pathOfUrl, type ErrorDetails } from '@heddle/core/backend';
import { unpacked } from './packed-bytes';

/** @throws HeddleError `ARGUMENT` for what names no file */
export function pathOf(file: string | URL, parameter = 'path'): string {
  // readFileSync takes a number for an open file: 0 would wait for standard input.
  if (typeof file === 'string' && file !== '') return file;
  if (file instanceof URL) return pathOfUrl(file, parameter);
  if (file === '') {
    throw argumentError(`the ${parameter} is empty: it names no file`, { parameter, hint: 'Give the path of a file.' });
  }
  throw argumentError(`a file is named by a path or a file: URL, not by ${describe(file)}`, { parameter });
}

/** @throws HeddleError `ARGUMENT` if there is no such file, or it cannot be read */
function readBytes(path: string, what: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: `there is no such ${what}`,
      EISDIR: 'it is a folder',
    };
    const reason = reasons[code ?? ''] ?? message;
    throw argumentError(`${path} cannot be read: ${reason}`, { parameter: 'path', cause });
  }
}

/**
 * Reads a file, packed with gzip or not, by `parse`.
 *
 * @param what - what it should be, for messages
 * @throws HeddleError `ARGUMENT` if there is no such file, or it cannot be read; `CORRUPT` if `parse` cannot read
 * it, with the file's name
 */
export function readFileBy<T>(
  file: string | URL,
  what: string,
  parse: (bytes: Uint8Array, path: string) => T,
  details: (bytes: Uint8Array) => Pick<ErrorDetails, 'hint'> = () => ({}),
): T {
  const path = pathOf(file);
  const bytes = readBytes(path, what);
  let contents: Uint8Array = bytes;
  try {
    contents = unpacked(bytes);
    return parse(contents, path);
  } catch (cause) {
    // If the file names something that is missing, the code that looked for it has reported that.
    if (isHeddleError(cause) && cause.code !== 'CORRUPT') throw cause;
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new HeddleError('CORRUPT', `${path} is not a ${what}: ${problem}`, { cause, ...details(contents) });
  }
}
