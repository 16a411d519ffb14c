/**
 * An advisory lock between processes: a file that only one can create.
 *
 * Nothing depends on it for correctness. It saves work (one process compiles, the others wait), so when in doubt a
 * lock counts as abandoned: its holder's process is gone, or has not touched the file for ten seconds.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, statSync, unlinkSync, utimes, writeSync } from 'node:fs';
import { machineName, mayBeAlive } from './process-identity';

const heartbeatMilliseconds = 2000;
const abandonedAfterMilliseconds = 10_000;
// A holder writes its name into the file right after creating it; one killed in between leaves the file empty.
const namelessAfterMilliseconds = 1000;

export class LockFile {
  readonly #path: string;
  readonly #contents: string;
  readonly #heartbeat: NodeJS.Timeout;

  private constructor(path: string, contents: string) {
    this.#path = path;
    this.#contents = contents;
    this.#heartbeat = setInterval(() => {
      const now = new Date();
      utimes(path, now, now, () => undefined);
    }, heartbeatMilliseconds);
    this.#heartbeat.unref();
  }

  /**
   * Takes the lock if it is free, or abandoned.
   *
   * @returns undefined if another process (or another part of this one) holds it
   * @throws the file system's error where no lock file can be made at all
   */
  static tryAcquire(path: string): LockFile | undefined {
    const contents = `${process.pid} ${machineName()} ${randomUUID()}`;
    // Twice: the second time after an abandoned lock was removed.
    for (let attempt = 0; attempt < 2; attempt++) {
      if (createExclusively(path, contents)) return new LockFile(path, contents);
      if (!removeIfAbandoned(path)) return undefined;
    }
    return undefined;
  }

  release(): void {
    clearInterval(this.#heartbeat);
    try {
      // Another process may have taken it over while this one was stopped.
      if (readFileSync(this.#path, 'latin1') === this.#contents) unlinkSync(this.#path);
    } catch {
      // It is gone already, or will be found abandoned.
    }
  }
}

function createExclusively(path: string, contents: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    // Windows answers EPERM while a file of that name is being deleted.
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST' || (code === 'EPERM' && process.platform === 'win32')) return false;
    throw error;
  }
  try {
    writeSync(file, contents);
  } finally {
    closeSync(file);
  }
  return true;
}

/** @returns true if there is no lock now */
function removeIfAbandoned(path: string): boolean {
  try {
    const age = Date.now() - statSync(path).mtimeMs;
    const contents = readFileSync(path, 'latin1');
    if (!isAbandoned(contents, age)) return false;
    // Somebody else may have replaced it by a new lock since: look again, as close to the removal as can be. The gap
    // that remains costs a second compilation, which is harmless.
    if (readFileSync(path, 'latin1') !== contents) return false;
    unlinkSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

function isAbandoned(contents: string, ageMilliseconds: number): boolean {
  if (ageMilliseconds > abandonedAfterMilliseconds) return true;
  const holder = /^(\d+) (\S*) \S+$/.exec(contents);
  if (!holder) return ageMilliseconds > namelessAfterMilliseconds;
  return !mayBeAlive(Number(holder[1]), holder[2] ?? '');
}
