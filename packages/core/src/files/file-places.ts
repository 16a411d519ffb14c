/** The real place of a file that a user names: follows links, and compares files by their identity. */
import { fstatSync, lstatSync, readlinkSync, realpathSync, statSync, unlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const foldersOfOpenFiles = /^\/(proc\/([^/]+\/)+fd|dev\/fd)$/;

// As many as Linux follows.
const mostHops = 40;

/**
 * The place of a file, with all links followed. A link that leads to nothing is followed, too: the file is made where
 * it leads.
 *
 * @throws the file system's error: `ELOOP` for links that lead to each other
 */
export function placeOfFile(path: string): string {
  let place = resolve(path);
  for (;;) {
    try {
      return realpathSync(place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    const link = linkAt(place);
    if (link === undefined) return place;
    place = resolve(realpathSync(dirname(place)), link);
  }
}

/**
 * True for a path that leads to an open file of a process (`/dev/stdout`, `/proc/self/fd/3`). Such a file may have no
 * name, and others write to it at the same time.
 */
export function leadsToOpenFile(path: string): boolean {
  let place = resolve(path);
  for (let hop = 0; hop < mostHops; hop++) {
    const folder = realFolder(place);
    if (folder === undefined) return false;
    if (foldersOfOpenFiles.test(folder)) return true;
    const link = linkAt(join(folder, basename(place)));
    if (link === undefined) return false;
    place = resolve(folder, link);
  }
  return false; // links that lead to each other, which the call that opens the file reports
}

/** True if both paths lead to one file, by whatever links. */
export function leadsToSameFile(a: string, b: string): boolean {
  if (resolve(a) === resolve(b)) return true;
  const first = identityOf(a);
  return first !== undefined && first === identityOf(b);
}

/**
 * Removes the name of a file that is open, unless something else has that name by now.
 *
 * @returns false if the name is not there or is another file's
 */
export function removeIfOpen(path: string, file: number): boolean {
  const named = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  const { ino, dev } = fstatSync(file, { bigint: true });
  if (!named || named.ino !== ino || named.dev !== dev) return false;
  unlinkSync(path);
  return true;
}

function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return undefined; // it is not there or cannot be reached, which the call that opens it reports
  }
}

function linkAt(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
}

function realFolder(path: string): string | undefined {
  try {
    return realpathSync(dirname(path));
  } catch {
    return undefined; // it is not there, which the call that opens the file reports
  }
}
