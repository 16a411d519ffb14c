/** A folder for one compilation, that is gone afterwards. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { argumentError } from '@heddle/core';

/** Makes a folder that only this user can enter, runs `body` and removes the folder, whatever happens. */
export async function withWorkFolder<T>(body: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-'));
  try {
    return await body(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes headers under the names that `#include` uses. @throws HeddleError `ARGUMENT` for a name outside the folder */
export async function writeHeaders(folder: string, headers: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(headers)) {
    const path = normalize(name);
    if (isAbsolute(path) || path.startsWith('..'))
      throw argumentError(`a header is named within its folder, not '${name}'`);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
