/** What a lock file says: who holds it, and whether that still counts. */
import { unlinkSync } from 'node:fs';
import { fileBeginsWith, ownMark, readCarefully } from '@heddle/core/backend';
import { livenessOf, type ProcessIdentity } from './process-identity';

/** A process that cannot be checked from here counts as gone after this long without a heartbeat. */
export const silenceMilliseconds = 120_000;
/** If there are no hard links a lock is empty for a moment, until its holder has written to it. */
const writingMilliseconds = 1000;
const longestText = 4096;

/** A lock as it was found. */
export interface FoundLock {
  readonly text: string;
  /** Undefined for what is not a whole lock. */
  readonly holder: ProcessIdentity | undefined;
  /** When it last changed, by the clock of its file system, in milliseconds. */
  readonly changed: number;
}

/** @param now - by the clock of the lock's file system, in milliseconds */
export function isHeld({ holder, changed }: FoundLock, now: number): boolean {
  if (!holder) return now - changed < writingMilliseconds;
  const liveness = livenessOf(holder);
  return liveness === 'alive' || (liveness === 'unknown' && now - changed < silenceMilliseconds);
}

/** The text of a lock. It begins with Heddle's mark, which keeps files of others from being taken for one. */
export function lockText(holder: ProcessIdentity & { readonly token: string }): string {
  return ownMark + JSON.stringify(holder);
}

/** The lock at a path; undefined if there is none, `foreign` for what Heddle did not make. */
export function look(path: string): FoundLock | 'foreign' | undefined {
  const found = readCarefully(path, longestText);
  if (found === 'nothing') return undefined;
  if (found === 'other') return 'foreign';
  const text = Buffer.from(found.bytes).toString('utf8');
  if (text !== '' && !fileBeginsWith(found, ownMark)) return 'foreign';
  return { text, holder: holderOf(text.slice(ownMark.length)), changed: found.changed };
}

/** Removes a lock, unless somebody else's is there by now. */
export function removeLock(path: string, text: string): void {
  const found = look(path);
  if (typeof found === 'object' && found.text === text) unlinkSync(path);
}

function holderOf(text: string): ProcessIdentity | undefined {
  let lock: Partial<ProcessIdentity> | null;
  try {
    lock = JSON.parse(text) as Partial<ProcessIdentity> | null;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const { pid, start, numberedBy } = lock ?? {};
  const isWhole = Number.isSafeInteger(pid) && typeof start === 'string' && typeof numberedBy === 'string';
  return isWhole && pid !== undefined && pid > 0 ? { pid, start, numberedBy } : undefined;
}
