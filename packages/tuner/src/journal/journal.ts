/**
 * Results on the disk before anybody hears of them.
 *
 * A record is written with one call before it is reported, so a killed process loses nothing that was reported. The
 * file is brought to the disk itself (fdatasync) when a second has passed since the last time, and at the end: a
 * machine that loses power loses the last second.
 */
import { closeSync, constants, fdatasyncSync, ftruncateSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isHeddleError } from '@heddle/core';
import { flushFolder, internalError, openCarefully, readCarefully, removeIfOpen } from '@heddle/core/backend';
import type { CacheEntry } from '../files/cache-entries';
import { keepDamagedCopy } from '../files/damaged-copy';
import type { PythonObject } from '../files/python-json';
import { writeFailure, writeFile } from '../file-access/write-file';
import { entryLine, isJournal, journalLine, readJournal } from '../files/journal-format';
import { notOurs } from './not-ours';

const syncIntervalMilliseconds = 1000;

/** The operations on the file, so that a test can simulate a full disk. */
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
  /** Undefined as long as there is no file. */
  #file: number | undefined;
  #byteLength: number;
  #lastSync = performance.now();

  /**
   * Opens a journal if there is one. Damaged lines are removed; the original is kept beside it.
   *
   * @throws HeddleError `ARGUMENT` if the file cannot be written, or is not a journal
   */
  constructor(path: string, disk: JournalDisk = realDisk) {
    this.path = path;
    this.#disk = disk;
    try {
      const bytes = existingJournal(path);
      const { header, entries, good, damage } = readJournal(bytes);
      if (damage) this.damage = keepDamagedCopy(path, bytes, damage);
      // Nobody knows whose records they are.
      if (damage && !header) unlinkSync(path);
      else if (damage) writeFile(path, good);
      this.header = header;
      this.entries = entries;
      this.#byteLength = good.byteLength;
      if (header) this.#file = openCarefully(path, constants.O_RDWR);
    } catch (error) {
      throw isHeddleError(error) ? error : writeFailure(path, error);
    }
  }

  /** Makes the file, with its first line. */
  begin(header: PythonObject): void {
    try {
      this.#file = openSync(this.path, 'wx+');
      this.#append(journalLine(header));
    } catch (error) {
      this.remove();
      throw isHeddleError(error) ? error : writeFailure(this.path, error);
    }
    this.#sync();
    flushFolder(dirname(resolve(this.path)));
  }

  /**
   * Appends a record.
   *
   * @throws HeddleError `RESOURCE` if the disk is full; the file then ends with the record before
   */
  append(key: string, entry: CacheEntry): void {
    this.#append(entryLine(key, entry));
    if (performance.now() - this.#lastSync >= syncIntervalMilliseconds) this.#sync();
  }

  /** Brings everything to the disk and closes the file. */
  close(): void {
    const file = this.#file;
    if (file === undefined) return;
    try {
      this.#sync();
    } finally {
      this.#file = undefined;
      closeSync(file);
    }
  }

  /** Closes and removes it, once everything in it is in the cache file. What others have put in its place stays. */
  remove(): void {
    const file = this.#file;
    if (file === undefined) return;
    this.#file = undefined;
    try {
      removeIfOpen(this.path, file);
    } finally {
      closeSync(file);
    }
  }

  #append(line: string): void {
    const file = this.#openFile();
    const bytes = Buffer.from(line);
    try {
      // A part of a line that did not fit is overwritten by what comes next; cut it off first.
      ftruncateSync(file, this.#byteLength);
      for (let written = 0; written < bytes.byteLength;) {
        written += this.#disk.write(file, bytes, written, this.#byteLength + written);
      }
      this.#byteLength += bytes.byteLength;
    } catch (error) {
      ftruncateSync(file, this.#byteLength);
      throw writeFailure(this.path, error);
    }
  }

  #sync(): void {
    try {
      this.#disk.sync(this.#openFile());
    } catch (error) {
      throw writeFailure(this.path, error);
    }
    this.#lastSync = performance.now();
  }

  #openFile(): number {
    if (this.#file !== undefined) return this.#file;
    throw internalError(`the journal ${this.path} has not begun, or has ended`);
  }
}

/** @returns the bytes of the journal at a path; none if there is nothing */
function existingJournal(path: string): Uint8Array {
  const found = readCarefully(path);
  if (found === 'nothing') return new Uint8Array();
  if (found !== 'other' && isJournal(found.bytes)) return found.bytes;
  throw notOurs(path, 'journal');
}
