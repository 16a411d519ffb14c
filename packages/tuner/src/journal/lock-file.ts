/** What a lock file says: who holds it, and whether that still counts. */
import { readFileSync, statSync } from 'node:fs';
import { writeFailure } from '../files/write-file';
import { livenessOf, type ProcessIdentity } from './process-identity';

/** Without a beat for so long, a process that cannot be looked at from here is taken to be gone. */
export const silenceMilliseconds = 120_000;
/** Where there are no hard links a lock is empty for a moment, until its holder has written to it. */
const writingMilliseconds = 1000;

/** A lock as it was found. */
export interface FoundLock {
  readonly text: string;
  /** Undefined for what is no whole lock. */
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

/** The lock at a path; undefined where there is none. */
export function look(path: string): FoundLock | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return { text, holder: holderOf(text), changed: statSync(path).mtimeMs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw writeFailure(path, error);
  }
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
