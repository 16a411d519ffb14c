/** Headers from memory, put where a compiler finds them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { argumentError } from '../errors';

/**
 * Writes the headers below `folder`, under the names that `#include` uses.
 *
 * @throws HeddleError `ARGUMENT` for a name that leaves the folder
 */
export async function writeHeaders(folder: string, headers: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(headers)) {
    const relative = normalize(name);
    if (isAbsolute(relative) || relative === '..' || relative.startsWith(`..${sep}`) || relative === '.') {
      throw argumentError(`a header is named as in #include, below no other folder: '${name}'`);
    }
    const path = join(folder, relative);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { mode: 0o600 });
  }
}
