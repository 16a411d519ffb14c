/** Filling a folder once, whatever number of processes need it at the same time. */
import { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const longestBuildMilliseconds = 300_000;

/**
 * Fills a folder under another name first: it is there whole or not at all.
 *
 * @param {string} folder - what is there already stays
 * @param {(unfinished: string) => Promise<void>} fill
 */
export async function buildOnce(folder, fill) {
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true });
  await alone(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    const unfinished = mkdtempSync(`${folder}-`);
    try {
      await fill(unfinished);
      moveUnlessThere(unfinished, folder);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  });
}

// Two build at once when a lock was taken over from a process that was only slow. The first to end wins.
function moveUnlessThere(unfinished, folder) {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

// Test files begin at the same time; one of them builds. A lock whose owner was killed is taken over.
async function alone(lock, body) {
  while (!take(lock)) {
    const found = lstatSync(lock, { throwIfNoEntry: false });
    // A lock that has just been removed is not an old one: by now it may be another process's.
    const isOld = found && Date.now() - found.mtimeMs > longestBuildMilliseconds;
    if (isOld || found?.isDirectory() === false) removeLock(lock);
    else await delay(200);
  }
  try {
    await body();
  } finally {
    removeLock(lock);
  }
}

function take(lock) {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

// A lock is an empty folder. One with files in it is not a lock of this program, and the system keeps it.
function removeLock(lock) {
  try {
    rmdirSync(lock);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw new Error(`${lock} was not made by Heddle, so it is not removed: move it away`, { cause: error });
  }
}
