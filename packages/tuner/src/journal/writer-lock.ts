/**
 * One run writes a cache file at a time: a lock file beside it names the process.
 *
 * A lock is written aside and linked into place, so nobody sees half of one. A lock whose process is gone is replaced
 * in one step by whoever holds the claim to it, which is a lock in turn: no two replace the same one, and nobody
 * removes a lock that somebody else has just taken.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { argumentError, type HeddleError } from '@heddle/core';
import { writeFailure } from '../files/write-file';
import { livenessOf, thisProcess, type ProcessIdentity } from './process-identity';

const beatMilliseconds = 10_000;
/** Without a beat for so long, a process that cannot be looked at from here is taken to be gone. */
const silenceMilliseconds = 120_000;
/** Where there are no hard links a lock is empty for a moment, until its holder has written to it. */
const writingMilliseconds = 1000;
const retryMilliseconds = 20;
const attempts = 200;

/** Held while a run writes; {@link WriterLock.release} when it ends. A lock whose process is gone is taken over. */
export class WriterLock {
  /** The file that it is for. */
  readonly #name: string;
  readonly #path: string;
  readonly #text = JSON.stringify({ ...thisProcess(), token: randomUUID() });
  readonly #file: number;
  readonly #beat: NodeJS.Timeout;

  /** @throws HeddleError `ARGUMENT` while another run holds it, of this process or another */
  constructor(file: string) {
    this.#name = file;
    this.#path = `${file}.lock`;
    const found = take(this.#path, this.#text);
    if (found !== 'taken') throw heldError(file, found);
    try {
      this.#file = openSync(this.#path, 'r+');
    } catch (error) {
      rmSync(this.#path, { force: true });
      throw writeFailure(this.#path, error);
    }
    this.#beat = setInterval(() => this.#touch(), beatMilliseconds).unref();
  }

  /**
   * A machine that slept for minutes may have been taken to be gone; what it wrote then would get between another's.
   *
   * @throws HeddleError `ARGUMENT` where somebody else has taken it over
   */
  assertHeld(): void {
    const found = look(this.#path);
    if (found && found.text !== this.#text) throw heldError(this.#name, found);
  }

  /** Gives it up; where somebody has removed or replaced it by hand, what is there stays. */
  release(): void {
    clearInterval(this.#beat);
    closeSync(this.#file);
    if (look(this.#path)?.text === this.#text) rmSync(this.#path, { force: true });
  }

  // Written anew rather than given a time: the clock that counts is the file system's.
  #touch(): void {
    try {
      writeSync(this.#file, this.#text, 0);
    } catch {
      // A beat is for those who cannot look at this process; a run must not end for want of one.
    }
  }
}

/** A lock as it was found. */
interface Found {
  readonly text: string;
  /** Undefined for what is no whole lock. */
  readonly holder: ProcessIdentity | undefined;
  /** When it last changed, by the clock of its file system, in milliseconds. */
  readonly changed: number;
}

/** Takes a lock, or tells of the one that is in the way. */
function take(path: string, text: string): 'taken' | Found {
  const aside = `${path}.${randomUUID()}`;
  let last: Found = { text: '', holder: undefined, changed: 0 };
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      writeNew(aside, text);
      if (place(aside, path, text)) return 'taken';
      const found = look(path);
      // Given up since; the next attempt takes it.
      if (!found) continue;
      // Placed although the answer of the file system, over a network, was that it was not.
      if (found.text === text) return 'taken';
      last = found;
      if (!isHeld(found, statSync(aside).mtimeMs)) {
        if (replace(path, found, aside, text)) return 'taken';
      } else if (found.holder) return found;
      pause();
    }
    return last;
  } finally {
    rmSync(aside, { force: true });
  }
}

function place(aside: string, path: string, text: string): boolean {
  try {
    linkSync(aside, path);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw writeFailure(path, error);
  }
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw writeFailure(path, error);
  }
}

/** Replaces a lock that nobody holds; false where somebody else is about to, or has done so. */
function replace(path: string, stale: Found, aside: string, text: string): boolean {
  const claim = `${path}.${createHash('sha256').update(stale.text).digest('hex').slice(0, 16)}`;
  if (take(claim, text) !== 'taken') return false;
  try {
    if (look(path)?.text !== stale.text) return false;
    renameSync(aside, path);
    return true;
  } finally {
    rmSync(claim, { force: true });
  }
}

function isHeld({ holder, changed }: Found, now: number): boolean {
  if (!holder) return now - changed < writingMilliseconds;
  const liveness = livenessOf(holder);
  return liveness === 'alive' || (liveness === 'unknown' && now - changed < silenceMilliseconds);
}

function look(path: string): Found | undefined {
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

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw writeFailure(path, error);
  }
}

// Short, and only while somebody else takes the lock over: a constructor cannot wait for a promise.
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMilliseconds);
}

function heldError(file: string, { holder }: Found): HeddleError {
  const isUnknown = holder !== undefined && livenessOf(holder) === 'unknown';
  const where = isUnknown ? ', which cannot be looked at from here' : '';
  const silence = silenceMilliseconds / 1000;
  return argumentError(`${file} is being written by ${holder ? `process ${holder.pid}` : 'other processes'}${where}`, {
    parameter: 'cache',
    hint: isUnknown
      ? `Wait for it, or name another file. Where it has ended, the file is free ${silence} seconds after that.`
      : 'Wait for it, or name another file.',
  });
}
