/**
 * Makes the cache's folder, and refuses one that others could write to: an entry is code that will run as this user.
 */
import { constants, lstatSync, mkdirSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the folder if it is not there, and checks it.
 *
 * @returns why the folder cannot be used; undefined if it can
 */
export function prepareFolder(folder: string): string | undefined {
  try {
    const stats = lstatSync(folder, { throwIfNoEntry: false }) ?? makeFolder(folder);
    const refusal = refusalOf(folder, stats);
    return refusal === undefined && isLink(stats) ? refusalOf(folder, statSync(folder)) : refusal;
  } catch (error) {
    return `the cache folder ${folder} cannot be made or read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function makeFolder(folder: string): Stats {
  makeWithParents(folder);
  return lstatSync(folder);
}

// Node's own `recursive` goes on for ever where a parent is there and the system still says that it is not, as in /proc.
function makeWithParents(folder: string): void {
  if (made(folder)) return;
  makeWithParents(dirname(folder));
  if (!made(folder)) throw new Error(`${folder}: the file system takes no folders there`);
}

/** @returns false where its parent is not there */
function made(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return true;
    if (code === 'ENOENT' && dirname(folder) !== folder) return false;
    throw error;
  }
}

function refusalOf(folder: string, stats: Stats): string | undefined {
  const own = process.geteuid?.();
  // Windows keeps each user's folders apart by access lists, which these bits do not show.
  if (own !== undefined && stats.uid !== own) {
    return `the cache folder ${folder} belongs to user ${stats.uid}, not to user ${own} who runs this process`;
  }
  if (isLink(stats)) return undefined;
  if ((stats.mode & constants.S_IFMT) !== constants.S_IFDIR) return `the cache folder ${folder} is not a folder`;
  if (own !== undefined && (stats.mode & 0o022) !== 0) {
    return `the cache folder ${folder} can be written by others (mode ${(stats.mode & 0o777).toString(8)}); chmod 700 it`;
  }
  return undefined;
}

function isLink({ mode }: Stats): boolean {
  return (mode & constants.S_IFMT) === constants.S_IFLNK;
}
