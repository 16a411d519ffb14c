/** What writers leave beside a file when they are killed at an unlucky moment. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isHeld, look, silenceMilliseconds } from './lock-file';

/** Behind the name of a lock: the claims to it, and what is written aside to be linked into place. */
const besideLock = /^\.lock(\.[0-9a-f]{16})*(\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/;
/** Behind the name of the file: it, or its journal, as a whole that was to be renamed into place. */
const besideFile = /^(\.journal)?\.\d+\.tmp$/;

/**
 * Removes locks, and files written aside, whose writers are gone. Only for who holds the file's lock: a claim means
 * nothing while the lock is held by somebody else than whom it was made against.
 *
 * @param now - by the clock of the file system, in milliseconds
 */
export function removeLeftOvers(file: string, now: number): void {
  const folder = dirname(resolve(file));
  const name = basename(file);
  for (const each of namesIn(folder)) {
    if (!each.startsWith(name)) continue;
    const path = join(folder, each);
    const rest = each.slice(name.length);
    if (rest !== '.lock' && besideLock.test(rest)) removeUnless(path, () => isStillHeld(path, now));
    // Nobody takes so long for one file.
    else if (besideFile.test(rest)) removeUnless(path, () => now - statSync(path).mtimeMs < silenceMilliseconds);
  }
}

function isStillHeld(path: string, now: number): boolean {
  const found = look(path);
  return found !== undefined && isHeld(found, now);
}

// To tidy up is no reason to end a run: what cannot be looked at or removed stays, or has gone by itself.
function removeUnless(path: string, isInUse: () => boolean): void {
  try {
    if (!isInUse()) rmSync(path, { force: true });
  } catch {
    return;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
