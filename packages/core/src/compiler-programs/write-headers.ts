/** Headers from memory, put where a compiler finds them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argumentError } from '../errors';
import { assertHeaderNames } from './header-names';

/**
 * Writes the headers below `folder`, under the names that `#include` uses.
 *
 * @param folder - a folder without such files; it need not exist
 * @throws HeddleError `ARGUMENT` for a name that leaves the folder, and for two names of one file
 */
export async function writeHeaders(folder: string, headers: Readonly<Record<string, string>>): Promise<void> {
  assertHeaderNames(Object.keys(headers));
  for (const [name, text] of Object.entries(headers)) {
    const parts = name.split('/');
    // Step by step: a/../b.h is found only if there is a folder a.
    for (let i = 1; i < parts.length; i++) await mkdir(join(folder, ...parts.slice(0, i)), { recursive: true });
    await mkdir(folder, { recursive: true });
    await writeNew(join(folder, name), name, text);
  }
}

async function writeNew(path: string, name: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    // This file system does not tell capital letters from small ones, or composed characters from others.
    throw argumentError(`the header '${name}' is the same file as another one here`, { parameter: 'headers', cause });
  }
}
