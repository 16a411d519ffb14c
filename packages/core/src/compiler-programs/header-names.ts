/** Names of headers from memory: as in `#include`, and each a file below one folder. */
import { posix, win32 } from 'node:path';
import { argumentError, type HeddleError } from '../errors';

// Limits of file systems: bytes of a file's name, and of a path that has a temporary folder before it.
const [longestPart, longestName] = [255, 2048];

/**
 * @throws HeddleError `ARGUMENT` naming the first name that no `#include` can ask for, that leaves the folder of
 * headers, or that stands for the same file as another
 */
export function assertHeaderNames(names: readonly string[]): void {
  const known = new Map<string, string>();
  for (const name of names) {
    const wrong = mistakeIn(name);
    if (wrong !== undefined) throw refused(name, wrong);
    const file = posix.normalize(name);
    const same = known.get(file);
    if (same !== undefined) throw refused(name, `is the same file as ${shown(same)}`);
    known.set(file, name);
  }
  // A file cannot be a folder too.
  for (const [file, name] of known) {
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) {
      const same = known.get(folder);
      if (same !== undefined) throw refused(name, `needs a folder where ${shown(same)} is a file`);
    }
  }
}

function mistakeIn(name: string): string | undefined {
  if (name.trim() === '') return 'is empty';
  const [character] = /[\0-\x1f\x7f"\\]/.exec(name) ?? [];
  if (character !== undefined) return `has ${JSON.stringify(character)} in it, which no #include can name`;
  if (posix.isAbsolute(name) || win32.isAbsolute(name) || /^[A-Za-z]:/.test(name)) return 'is an absolute path';
  const file = posix.normalize(name);
  if (file === '..' || file.startsWith('../')) return 'leaves the folder of headers';
  if (file === '.' || file.endsWith('/') || /(?:^|\/)\.\.?$/.test(name)) return 'is a folder';
  const long = name.split('/').find((part) => Buffer.byteLength(part) > longestPart);
  if (long !== undefined)
    return `has ${Buffer.byteLength(long)} bytes in one part; a file's name has at most ${longestPart}`;
  if (Buffer.byteLength(name) > longestName)
    return `has ${Buffer.byteLength(name)} bytes; a path has at most ${longestName}`;
  return undefined;
}

function refused(name: string, wrong: string): HeddleError {
  return argumentError(`the header ${shown(name)} ${wrong}`, {
    parameter: 'headers',
    hint: 'Name each header as #include does, relative to no other folder: types.h, sub/types.h.',
  });
}

function shown(name: string): string {
  const text = JSON.stringify(name);
  return text.length > 80 ? `${text.slice(0, 60)}..." (${name.length} characters)` : text;
}
