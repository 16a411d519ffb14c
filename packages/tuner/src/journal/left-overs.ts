/** Files that writers leave beside a file if they are killed while writing. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isUnfinishedName, readCarefully, removeOwnFile } from '@heddle/core/backend';
import { isHeld, look, silenceMilliseconds } from './lock-file';

/** Behind the name of a lock: the claims to it, and what is written aside to be linked into place. */
const besideLock = /^\.lock(\.[0-9a-f]{16})*(\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/;

/**
 * Removes locks, and files written aside, whose writers are gone. Only for who holds the file's lock: a claim means
 * nothing while the lock is held by somebody else than whom it was made against. Whatever does not begin with Heddle's
 * mark stays.
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
    const isLock = rest !== '.lock' && besideLock.test(rest);
    // The file itself, or its journal, as a whole that was to be renamed into place.
    const isUnfinished = isUnfinishedName(rest.replace(/^\.journal/, ''));
    if ((isLock && !isStillHeld(path, now)) || (isUnfinished && !isStillWritten(path, now))) removeOwnFile(path);
  }
}

function isStillHeld(path: string, now: number): boolean {
  const found = look(path);
  return typeof found === 'object' && isHeld(found, now);
}

// Nobody takes so long for one file.
function isStillWritten(path: string, now: number): boolean {
  const found = readCarefully(path, 0);
  return typeof found === 'object' && now - found.changed < silenceMilliseconds;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // to tidy up is not a reason to end a run
  }
}
