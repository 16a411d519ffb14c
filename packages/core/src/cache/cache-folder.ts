/**
 * Makes the cache's folders, and refuses those that others made or could write to: the cache removes files in them, and
 * an entry is code that will run as this user.
 */
import {
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileBeginsWith, readCarefully } from '../files';
import { ownFolderName, type FolderLayout } from './folder-layout';

// The first line is that of https://bford.info/cachedir/, by which backup programs know a cache; the second is Heddle's.
const tagStart = `Signature: 8a477f597d28d172789f06886806bc55
# This folder was made by Heddle (${ownFolderName}).
`;
const tagText = `${tagStart}# It holds compiled kernels. Heddle removes and replaces its own files in it, so keep nothing else here.
# You may remove the whole folder at any time: Heddle makes it again.
`;

/** Why a folder of the cache cannot be used. */
export class FolderRefused extends Error {}

/**
 * Makes the folder that the user names, and the cache's own in it, if they are not there, and checks both.
 *
 * @returns why the cache cannot be used; undefined if it can
 */
export function prepareFolder(folder: string, layout: FolderLayout): string | undefined {
  try {
    const stats = lstatSync(folder, { throwIfNoEntry: false }) ?? makeFolder(folder);
    const refusal = refusalOf(folder, stats) ?? (isLink(stats) ? refusalOf(folder, statSync(folder)) : undefined);
    return refusal ?? prepareOwnFolder(layout);
  } catch (error) {
    return `the cache folder ${folder} cannot be made or read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/**
 * Checks a folder that the cache made: a real one, of this user, to which nobody else may write.
 *
 * @returns false if it is not there
 * @throws FolderRefused
 */
export function checkOwnFolder(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats) return false;
  const refusal = isLink(stats)
    ? `${folder} is a link; Heddle keeps compiled kernels in real folders only: remove the link`
    : refusalOf(folder, stats);
  if (refusal !== undefined) throw new FolderRefused(refusal);
  return true;
}

function prepareOwnFolder(layout: FolderLayout): string | undefined {
  try {
    if (!checkOwnFolder(layout.root) || !hasOwnTag(layout.tag)) return makeOwnFolder(layout);
    checkOwnFolder(layout.temporaries);
    checkOwnFolder(layout.locks);
    return undefined;
  } catch (error) {
    if (error instanceof FolderRefused) return error.message;
    throw error;
  }
}

// Made aside and moved into place with its tag, so that no other process meets a folder without one. An empty folder
// is replaced.
function makeOwnFolder({ root, tag }: FolderLayout): string | undefined {
  const isOthers = (): boolean => (readdirNames(root) ?? []).length > 0 && !hasOwnTag(tag);
  const refusal = `${root} is not empty and has no CACHEDIR.TAG of Heddle, so it is not Heddle's: move it away, or name another folder in HEDDLE_CACHE_DIR`;
  if (isOthers()) return refusal;
  const aside = mkdtempSync(`${root}-`);
  try {
    writeFileSync(join(aside, basename(tag)), tagText, { flag: 'wx', mode: 0o600 });
    renameSync(aside, root);
    return undefined;
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Another process was quicker.
    if (checkOwnFolder(root) && hasOwnTag(tag)) return undefined;
    if (isOthers()) return refusal;
    throw error;
  }
}

function hasOwnTag(tag: string): boolean {
  const found = readCarefully(tag, tagStart.length);
  return typeof found === 'object' && fileBeginsWith(found, tagStart);
}

function readdirNames(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function makeFolder(folder: string): Stats {
  makeWithParents(folder);
  return lstatSync(folder);
}

// Node's own `recursive` goes on for ever if a parent is there and the system still says that it is not, as in /proc.
function makeWithParents(folder: string): void {
  if (made(folder)) return;
  makeWithParents(dirname(folder));
  if (!made(folder)) throw new Error(`${folder}: the file system takes no folders there`);
}

/** @returns false if its parent is not there */
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
