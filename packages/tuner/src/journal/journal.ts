/**
 * Results on the disk before anybody hears of them.
 *
 * A record is written with one call before it is reported, so a killed process loses nothing that was reported. The
 * file is brought to the disk itself (fdatasync) when a second has passed since the last time, and at the end: a
 * machine that loses power loses the last second.
 */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isHeddleError } from '@heddle/core';
import type { CacheEntry } from '../files/cache-entries';
import { keepDamagedCopy } from '../files/damaged-copy';
import type { PythonObject } from '../files/python-json';
import { syncFolder, writeFailure, writeFileWhole } from '../files/write-file';
import { entryLine, journalLine, readJournal } from './journal-format';

const syncIntervalMilliseconds = 1000;

/** What is done to the file, so that a test can be the disk that is full. */
export interface JournalDisk {
  write(file: number, bytes: Uint8Array, offset: number, position: number): number;
  sync(file: number): void;
}

const realDisk: JournalDisk = {
  write: (file, bytes, offset, position) => writeSync(file, bytes, offset, bytes.byteLength - offset, position),
  sync: fdatasyncSync,
};

export class Journal {
  readonly path: string;
  /** Header and entries that were there when it was opened. */
  readonly header: PythonObject | undefined;
  readonly entries: ReadonlyMap<string, CacheEntry>;
  /** What was lost of it, if anything, as a sentence. */
  readonly damage: string | undefined;
  readonly #disk: JournalDisk;
  readonly #file: number;
  #byteLength: number;
  #lastSync = performance.now();
  #closed = false;

  /**
   * Opens a journal, or makes an empty one. Damaged lines are taken out, and all others stay; the original is kept
   * beside it.
   *
   * @throws HeddleError `ARGUMENT` where the file cannot be written
   */
  constructor(path: string, disk: JournalDisk = realDisk) {
    this.path = path;
    this.#disk = disk;
    try {
      const bytes = existsSync(path) ? readFileSync(path) : new Uint8Array();
      const { header, entries, good, damage } = readJournal(bytes);
      if (damage) {
        this.damage = keepDamagedCopy(path, bytes, damage);
        writeFileWhole(path, good);
      }
      this.header = header;
      this.entries = entries;
      this.#byteLength = good.byteLength;
      const isNew = !existsSync(path);
      this.#file = openSync(path, isNew ? 'wx+' : 'r+');
      if (isNew) syncFolder(dirname(resolve(path)));
    } catch (error) {
      throw isHeddleError(error) ? error : writeFailure(path, error);
    }
  }

  /** Starts an empty journal. */
  begin(header: PythonObject): void {
    this.#append(journalLine(header));
    this.#sync();
  }

  /**
   * Appends a record.
   *
   * @throws HeddleError `RESOURCE` where the disk is full; the file then ends with the record before
   */
  append(key: string, entry: CacheEntry): void {
    this.#append(entryLine(key, entry));
    if (performance.now() - this.#lastSync >= syncIntervalMilliseconds) this.#sync();
  }

  /** Brings everything to the disk and closes the file. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    try {
      this.#sync();
    } finally {
      closeSync(this.#file);
    }
  }

  /** Closes it where it is not to be used after all; one that was made for that goes again. */
  abandon(): void {
    if (this.#byteLength === 0) this.remove();
    else this.close();
  }

  /** Closes and removes it, once everything in it is in the cache file. */
  remove(): void {
    if (!this.#closed) closeSync(this.#file);
    this.#closed = true;
    rmSync(this.path, { force: true });
  }

  #append(line: string): void {
    const bytes = Buffer.from(line);
    try {
      // A part of a line that did not fit is overwritten by what comes next; cut it off first.
      ftruncateSync(this.#file, this.#byteLength);
      for (let written = 0; written < bytes.byteLength;) {
        written += this.#disk.write(this.#file, bytes, written, this.#byteLength + written);
      }
      this.#byteLength += bytes.byteLength;
    } catch (error) {
      ftruncateSync(this.#file, this.#byteLength);
      throw writeFailure(this.path, error);
    }
  }

  #sync(): void {
    try {
      this.#disk.sync(this.#file);
    } catch (error) {
      throw writeFailure(this.path, error);
    }
    this.#lastSync = performance.now();
  }
}
