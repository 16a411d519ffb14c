/**
 * Makes the cache's folder, and refuses one that others could write to: an entry is code that will run as this user.
 */
import { constants, lstatSync, mkdirSync, statSync, type Stats } from 'node:fs';

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
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return lstatSync(folder);
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
