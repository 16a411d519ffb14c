/**
 * An advisory lock between processes: a file that only one can create.
 *
 * Nothing depends on it for correctness. It saves work (one process compiles, the others wait), so when in doubt a
 * lock counts as abandoned: its holder's process is gone, or has not touched the file for ten seconds.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, futimesSync, linkSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { fileBeginsWith, ownMark, readCarefully } from '../files';
import { machineName, mayBeAlive } from './process-identity';

const heartbeatMilliseconds = 2000;
const abandonedAfterMilliseconds = 10_000;
const longestContents = 256;

/** A lock; `held` if another process has it, or another part of this one; `obstructed` if a file of others is there. */
export type LockAttempt = LockFile | 'held' | 'obstructed';

interface FoundLock {
  readonly contents: string;
  readonly ageMilliseconds: number;
}

export class LockFile {
  readonly #path: string;
  readonly #contents: string;
  readonly #file: number;
  readonly #heartbeat: NodeJS.Timeout;

  /** @param file - the lock, open */
  private constructor(path: string, contents: string, file: number) {
    this.#path = path;
    this.#contents = contents;
    this.#file = file;
    this.#heartbeat = setInterval(() => beat(file), heartbeatMilliseconds);
    this.#heartbeat.unref();
  }

  /**
   * Takes the lock if it is free, or abandoned.
   *
   * @param newTemporary - names a file that no other process uses, on the same file system
   * @throws the file system's error where no lock file can be made at all
   */
  static tryAcquire(path: string, newTemporary: () => string): LockAttempt {
    const contents = `${ownMark}${process.pid} ${machineName()} ${randomUUID()}`;
    // Twice: the second time after an abandoned lock was removed.
    for (let attempt = 0; attempt < 2; attempt++) {
      const found = look(path);
      if (found === 'foreign') return 'obstructed';
      if (found && !(isAbandoned(found) && removeUnlessReplaced(path, found))) return 'held';
      const file = create(path, contents, newTemporary());
      if (file !== undefined) return new LockFile(path, contents, file);
    }
    return 'held';
  }

  release(): void {
    clearInterval(this.#heartbeat);
    closeSync(this.#file);
    try {
      // Another process may have taken it over while this one was stopped.
      const found = look(this.#path);
      if (found && found !== 'foreign' && found.contents === this.#contents) unlinkSync(this.#path);
    } catch {
      // It is gone already, or will be found abandoned.
    }
  }
}

// By the open file, which is the lock's own whatever is at its path by now.
function beat(file: number): void {
  try {
    const now = Date.now() / 1000;
    futimesSync(file, now, now);
  } catch {
    // It will be found abandoned, which costs a second compilation.
  }
}

/** @returns the lock, open; undefined if another process was quicker */
function create(path: string, contents: string, temporary: string): number | undefined {
  const file = createWith(temporary, contents);
  try {
    // With its contents from the start: nobody meets a lock without its holder's name.
    linkSync(temporary, path);
    return file;
  } catch (error) {
    closeSync(file);
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return undefined;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error;
  } finally {
    unlinkSync(temporary);
  }
  return createWithoutLinks(path, contents);
}

// Some file systems have no hard links. One that is killed between the two calls leaves a file without a mark, which
// stays: others then compile without the lock.
function createWithoutLinks(path: string, contents: string): number | undefined {
  try {
    return createWith(path, contents);
  } catch (error) {
    // Windows answers EPERM while a file of that name is being deleted.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || (code === 'EPERM' && process.platform === 'win32')) return undefined;
    throw error;
  }
}

function createWith(path: string, contents: string): number {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, contents);
    return file;
  } catch (error) {
    closeSync(file);
    unlinkSync(path);
    throw error;
  }
}

/** The lock at a path; undefined if there is nothing. */
function look(path: string): FoundLock | 'foreign' | undefined {
  const found = readCarefully(path, longestContents);
  if (found === 'nothing') return undefined;
  if (found === 'other' || !fileBeginsWith(found, ownMark)) return 'foreign';
  return { contents: Buffer.from(found.bytes).toString('latin1'), ageMilliseconds: Date.now() - found.changed };
}

/** @returns true if there is no lock now */
function removeUnlessReplaced(path: string, { contents }: FoundLock): boolean {
  try {
    // Somebody else may have replaced it by a new lock since: look again, as close to the removal as can be. The gap
    // that remains costs a second compilation, which is harmless.
    const found = look(path);
    if (found === undefined) return true;
    if (found === 'foreign' || found.contents !== contents) return false;
    unlinkSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

function isAbandoned({ contents, ageMilliseconds }: FoundLock): boolean {
  if (ageMilliseconds > abandonedAfterMilliseconds) return true;
  const holder = /^(\d+) (\S*) \S+$/.exec(contents.slice(ownMark.length));
  return !holder || !mayBeAlive(Number(holder[1]), holder[2] ?? '');
}
