/**
 * One run writes a cache file at a time: a lock file beside it names the process.
 *
 * A lock is written aside and linked into place, so nobody sees half of one. A lock whose process is gone is replaced
 * in one step by the process that holds the claim to it, which is a lock in turn: no two replace the same one, and none
 * removes a lock that somebody else has just taken.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { HeddleError } from '@heddle/core';
import { argumentError, openCarefully } from '@heddle/core/backend';
import { writeFailure } from '../file-access/write-file';
import { removeLeftOvers } from './left-overs';
import { isHeld, lockText, look, removeLock, silenceMilliseconds, type FoundLock } from './lock-file';
import { notOurs } from './not-ours';
import { livenessOf, thisProcess } from './process-identity';

const beatMilliseconds = 10_000;
const retryMilliseconds = 20;
const attempts = 200;

/** Held while a run writes; {@link WriterLock.release} when it ends. A lock whose process is gone is taken over. */
export class WriterLock {
  /** The file that it is for. */
  readonly #name: string;
  readonly #path: string;
  readonly #text = lockText({ ...thisProcess(), token: randomUUID() });
  readonly #file: number;
  readonly #beat: NodeJS.Timeout;

  /** @throws HeddleError `ARGUMENT` while another run holds it, of this process or another */
  constructor(file: string) {
    this.#name = file;
    this.#path = `${file}.lock`;
    const found = take(this.#path, this.#text);
    if (found !== 'taken') throw heldError(file, found);
    try {
      this.#file = openCarefully(this.#path, constants.O_RDWR);
    } catch (error) {
      removeLock(this.#path, this.#text);
      throw writeFailure(this.#path, error);
    }
    removeLeftOvers(file, fstatSync(this.#file).mtimeMs);
    this.#beat = setInterval(() => this.#touch(), beatMilliseconds).unref();
  }

  /**
   * A machine that slept for minutes may have been taken to be gone; what it wrote then would get between another's.
   *
   * @throws HeddleError `ARGUMENT` if somebody else has taken it over
   */
  assertHeld(): void {
    const found = look(this.#path);
    if (found === 'foreign') throw notOurs(this.#path, 'lock');
    if (found && found.text !== this.#text) throw heldError(this.#name, found);
  }

  /** Gives it up; where somebody has removed or replaced it by hand, what is there stays. */
  release(): void {
    clearInterval(this.#beat);
    closeSync(this.#file);
    removeLock(this.#path, this.#text);
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

/**
 * Takes a lock, or tells of the one that is in the way.
 *
 * @throws HeddleError `ARGUMENT` if that is not a lock
 */
function take(path: string, text: string): 'taken' | FoundLock {
  const aside = `${path}.${randomUUID()}`;
  let last: FoundLock = { text: '', holder: undefined, changed: 0 };
  // If nothing can be written, nothing has to be removed either.
  writeAside(path, aside, text, 'wx');
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (attempt > 0) writeAside(path, aside, text, 'r+');
      if (place(aside, path, text)) return 'taken';
      const found = look(path);
      // Given up since; the next attempt takes it.
      if (!found) continue;
      if (found === 'foreign') throw notOurs(path, 'lock');
      // Placed although the answer of the file system, over a network, was that it was not.
      if (found.text === text) return 'taken';
      last = found;
      if (!isHeld(found, statSync(aside).mtimeMs)) {
        // Nobody writes to it any more: it may be anybody's.
        if (found.text === '') throw notOurs(path, 'lock');
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

/** Replaces a lock that nobody holds; false if somebody else is about to, or has done so. */
function replace(path: string, stale: FoundLock, aside: string, text: string): boolean {
  const claim = `${path}.${createHash('sha256').update(stale.text).digest('hex').slice(0, 16)}`;
  if (take(claim, text) !== 'taken') return false;
  try {
    const found = look(path);
    if (typeof found !== 'object' || found.text !== stale.text) return false;
    renameSync(aside, path);
    return true;
  } finally {
    removeLock(claim, text);
  }
}

/** @throws HeddleError that names the lock: nobody has heard of what is written aside */
function writeAside(path: string, aside: string, text: string, flag: 'wx' | 'r+'): void {
  try {
    writeFileSync(aside, text, { flag });
  } catch (error) {
    throw writeFailure(path, error);
  }
}

// Short, and only while somebody else takes the lock over: a constructor cannot wait for a promise.
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMilliseconds);
}

function heldError(file: string, { holder }: FoundLock): HeddleError {
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
