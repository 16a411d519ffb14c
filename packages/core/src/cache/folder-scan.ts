/**
 * Reads the whole folder: what eviction needs to know, and nothing else ever asks for.
 */
import { readdirSync, statSync, unlinkSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isEntryName, isLeftover, isShardName, type FolderLayout } from './folder-layout';
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

/** Lists all entries, and removes what killed processes left behind. */
export async function scanFolder(layout: FolderLayout): Promise<FolderScan> {
  // Temporaries first: a file that is renamed meanwhile is then seen here, or in its shard, or in both.
  const temporaryPages = await sweepTemporaries(layout);
  await sweepLocks(layout);
  const entries: ScannedEntry[] = [];
  for (const shard of list(layout.root).filter(isShardName)) {
    const folder = join(layout.root, shard);
    await forEachFile(folder, (path, stats, name) => {
      if (isEntryName(name)) entries.push({ path, pages: pagesFor(stats.size), usedAt: stats.mtimeMs });
    });
  }
  return { entries, temporaryPages };
}

/** Removes temporaries of processes that have ended. @returns the pages of the others */
export async function sweepTemporaries(layout: FolderLayout): Promise<number> {
  const now = Date.now();
  let pages = 0;
  await forEachFile(layout.temporaries, (path, stats, name) => {
    if (isLeftover(name, now - stats.mtimeMs)) removeFile(path);
    else pages += pagesFor(stats.size);
  });
  return pages;
}

async function sweepLocks(layout: FolderLayout): Promise<void> {
  const now = Date.now();
  await forEachFile(layout.locks, (path, stats) => {
    if (now - stats.mtimeMs > lockLifetimeMilliseconds) removeFile(path);
  });
}

async function forEachFile(folder: string, use: (path: string, stats: Stats, name: string) => void): Promise<void> {
  let calls = 0;
  for (const name of list(folder)) {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) use(path, stats, name);
    if (++calls % callsPerTurn === 0) await nextTurn();
  }
  await nextTurn();
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** @returns true if this call removed it */
export function removeFile(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false; // another process was quicker, or it may not be removed: then it stays counted
  }
}
