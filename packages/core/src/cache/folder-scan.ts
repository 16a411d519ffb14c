/**
 * Reads the whole folder: what eviction needs to know, and nothing else ever asks for.
 */
import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRegular, removeOwnFile } from '../files';
import { isEntryName, isLeftover, isLockName, isShardName, isTemporaryName, type FolderLayout } from './folder-layout';
import type { OwnFolders } from './own-folders';
import { pagesFor } from './usage-ledger';

export interface ScannedEntry {
  readonly path: string;
  readonly pages: number;
  /** When it was written or last used, in milliseconds since 1970. */
  readonly usedAt: number;
}

export interface FolderScan {
  readonly entries: readonly ScannedEntry[];
  /** Pages of files that are being written. */
  readonly temporaryPages: number;
}

/** Metadata calls between two turns of the event loop; they take about a millisecond. */
const callsPerTurn = 200;
const lockLifetimeMilliseconds = 60 * 60_000;

/**
 * Lists all entries, and removes what killed processes left behind.
 *
 * @throws FolderRefused for a folder that is not the cache's own
 */
export async function scanFolder(layout: FolderLayout, folders: OwnFolders): Promise<FolderScan> {
  // Temporaries first: a file that is renamed meanwhile is then seen here, or in its shard, or in both.
  const temporaryPages = await sweepTemporaries(layout, folders);
  await sweepLocks(layout, folders);
  const entries: ScannedEntry[] = [];
  for (const shard of list(layout.root, folders).filter(isShardName)) {
    await forEachFile(join(layout.root, shard), folders, isEntryName, (path, stats) => {
      entries.push({ path, pages: pagesFor(stats.size), usedAt: stats.mtimeMs });
    });
  }
  return { entries, temporaryPages };
}

/** Removes temporaries of processes that have ended. @returns the pages of the others */
export async function sweepTemporaries(layout: FolderLayout, folders: OwnFolders): Promise<number> {
  const now = Date.now();
  let pages = 0;
  await forEachFile(layout.temporaries, folders, isTemporaryName, (path, stats, name) => {
    if (isLeftover(name, now - stats.mtimeMs)) removeOwnFile(path);
    else pages += pagesFor(stats.size);
  });
  return pages;
}

async function sweepLocks(layout: FolderLayout, folders: OwnFolders): Promise<void> {
  const now = Date.now();
  await forEachFile(layout.locks, folders, isLockName, (path, stats) => {
    if (now - stats.mtimeMs > lockLifetimeMilliseconds) removeOwnFile(path);
  });
}

/** Calls `use` for the files that have a name of the cache. */
async function forEachFile(
  folder: string,
  folders: OwnFolders,
  isOwnName: (name: string) => boolean,
  use: (path: string, stats: Stats, name: string) => void,
): Promise<void> {
  let calls = 0;
  for (const name of list(folder, folders).filter(isOwnName)) {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats && isRegular(stats)) use(path, stats, name);
    if (++calls % callsPerTurn === 0) await nextTurn();
  }
  await nextTurn();
}

function list(folder: string, folders: OwnFolders): string[] {
  if (!folders.check(folder)) return [];
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
