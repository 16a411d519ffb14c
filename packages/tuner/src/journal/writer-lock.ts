/** One run writes a cache file at a time: a lock file beside it names the process. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { argumentError } from '@heddle/core';
import { writeFailure } from '../files/write-file';

/** Held while a run writes; {@link WriterLock.release} when it ends. A lock whose process is gone is taken over. */
export class WriterLock {
  readonly #path: string;

  /** @throws HeddleError `ARGUMENT` while another live process holds it */
  constructor(file: string) {
    this.#path = `${file}.lock`;
    while (!this.#take()) this.#removeStale(file);
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }

  #take(): boolean {
    try {
      writeFileSync(this.#path, String(process.pid), { flag: 'wx' });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw writeFailure(this.#path, error);
    }
  }

  #removeStale(file: string): void {
    const owner = Number(readOwner(this.#path));
    if (Number.isSafeInteger(owner) && owner > 0 && isAlive(owner)) {
      throw argumentError(`${file} is being written by process ${owner}`, {
        parameter: 'cache',
        hint: `Wait for it, name another file, or remove ${this.#path} where that process is no tuning run.`,
      });
    }
    rmSync(this.#path, { force: true });
  }
}

function readOwner(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // Released between the two calls: the next attempt takes it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is alive, and may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
