/**
 * The files of a run: a cache file in Kernel Tuner's format and, during the run, a journal beside it.
 *
 * The journal gets every record at once. When the run ends in any way, the whole cache file is written and the journal
 * is removed. If the process is killed first, the next run reads the records from the journal.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isHeddleError } from '@heddle/core';
import { argumentError, placeOfFile } from '@heddle/core/backend';
import type { CacheEntry } from '../files/cache-entries';
import { cacheHeader, readCacheFile, writeCacheFile, type CacheFile } from '../files/cache-file';
import { keepDamagedCopy } from '../files/damaged-copy';
import { assertDistinctKeys } from '../files/distinct-keys';
import { ParameterSpelling } from '../files/parameter-spelling';
import { pathOf } from '../file-access/read-file';
import { spelledParameters } from '../files/spelled-values';
import { copyValue, printPythonJson, type PythonJson, type PythonObject } from '../files/python-json';
import { isEmpty, writeFailure } from '../file-access/write-file';
import type { ParameterValue } from '../space';
import { Journal, type JournalDisk } from './journal';
import { WriterLock } from './writer-lock';

/** Whose results they are. */
export interface StoreIdentity {
  readonly deviceName: string;
  readonly kernelName: string;
  readonly problemSize: PythonJson;
  readonly parameters: Readonly<Record<string, readonly ParameterValue[]>>;
  readonly objective: readonly string[];
}

export class TuningStore {
  readonly spelling: ParameterSpelling;
  /** All that is known, by key: what was there, and what this run added. */
  readonly entries = new Map<string, CacheEntry>();
  /** What was damaged, as sentences. */
  readonly damages: readonly string[];
  readonly #path: string;
  readonly #lock: WriterLock;
  readonly #journal: Journal;
  readonly #header: PythonObject;
  #isOpen = true;

  /**
   * Opens the file and its journal, and makes them if they are not there.
   *
   * @throws HeddleError `ARGUMENT` for a file of another kernel, problem, device or other parameters, and for values that
   * files cannot tell apart; `CORRUPT` for a file whose header cannot be read
   */
  constructor(file: string | URL, identity: StoreIdentity, disk?: JournalDisk) {
    this.#path = cachePlace(pathOf(file, 'cache'));
    assertWritable(this.#path);
    this.#lock = new WriterLock(this.#path);
    let journal: Journal | undefined;
    try {
      const existing = existingFile(this.#path);
      if (existing) assertSame(this.#path, existing.header, identity);
      journal = new Journal(`${this.#path}.journal`, disk);
      if (journal.header) assertSame(journal.path, journal.header, identity);
      for (const [key, entry] of existing?.entries ?? []) this.entries.set(key, entry);
      for (const [key, entry] of journal.entries) this.entries.set(key, entry);
      const parameters = spelledParameters(identity.parameters, existing?.parameters ?? {}, this.entries.values());
      this.spelling = new ParameterSpelling(parameters);
      assertDistinctKeys(parameters, this.spelling);
      this.#header = headerOf(identity, this.spelling.header(parameters), existing);
      if (!journal.header) journal.begin(this.#header);
      const damage = existing?.damage && keepDamagedCopy(this.#path, readFileSync(this.#path), existing.damage);
      this.damages = [damage, journal.damage].filter((text) => text !== undefined);
      this.#journal = journal;
    } catch (error) {
      journal?.close();
      this.#lock.release();
      throw error;
    }
  }

  /**
   * Keeps a record.
   *
   * @throws HeddleError `RESOURCE` if the disk is full, `ARGUMENT` if another run has taken the file over; what
   * was kept before stays
   */
  append(key: string, entry: CacheEntry): void {
    this.#lock.assertHeld();
    this.#journal.append(key, entry);
    this.entries.set(key, entry);
  }

  /** Writes the cache file and removes the journal. If that fails the journal stays, and has everything. */
  finish(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    try {
      this.#lock.assertHeld();
      this.#writeWhole();
      this.#journal.remove();
    } finally {
      this.#journal.close();
      this.#lock.release();
    }
  }

  // Records that are not in the file are in the journal, so the advice is that of a run.
  #writeWhole(): void {
    try {
      writeCacheFile(this.#path, { header: this.#header, entries: this.entries });
    } catch (error) {
      throw isHeddleError(error) ? writeFailure(this.#path, error.cause) : error;
    }
  }
}

/** Where the file lies: a link stays one, and what it leads to is written. */
function cachePlace(path: string): string {
  try {
    return placeOfFile(path);
  } catch (error) {
    throw writeFailure(path, error);
  }
}

/** @throws HeddleError `ARGUMENT` for a place where no file can be; whether it can be written shows when the lock is */
function assertWritable(path: string): void {
  const folder = dirname(path);
  let problem: string | undefined;
  if (existsSync(path) && !statSync(path).isFile()) problem = `${path} is not a file`;
  else if (!existsSync(folder)) problem = `there is no folder ${folder} for ${path}`;
  else if (!statSync(folder).isDirectory()) problem = `${folder}, where ${path} should be, is not a folder`;
  if (problem !== undefined) throw argumentError(problem, { parameter: 'cache' });
}

function existingFile(path: string): CacheFile | undefined {
  return isEmpty(path) ? undefined : readCacheFile(path);
}

/** The header of the file to be written: that of the file there is, with all values listed. */
function headerOf(identity: StoreIdentity, parameters: PythonObject, existing: CacheFile | undefined): PythonObject {
  if (!existing) return cacheHeader({ ...identity, parameters });
  const header: PythonObject = {};
  for (const name of Object.keys(existing.header)) copyValue(existing.header, name, header, name);
  return Object.assign(header, { tune_params: parameters });
}

function assertSame(path: string, header: PythonObject, identity: StoreIdentity): void {
  const compare: readonly (readonly [string, PythonJson | undefined, PythonJson])[] = [
    ['kernel', header.kernel_name, identity.kernelName],
    ['problem size', sizeOf(header.problem_size), sizeOf(identity.problemSize)],
    ['parameters', header.tune_params_keys, Object.keys(identity.parameters)],
    ['device', header.device_name, identity.deviceName],
  ];
  for (const [what, theirs, ours] of compare) {
    if (printPythonJson(theirs ?? null) === printPythonJson(ours)) continue;
    throw argumentError(
      `${path} has results for the ${what} ${printPythonJson(theirs ?? null)}, not ${printPythonJson(ours)}`,
      { parameter: 'cache', hint: 'Name another file, or remove this one.' },
    );
  }
}

// One extent is written as a number or as a list of one.
function sizeOf(size: PythonJson | undefined): PythonJson {
  return Array.isArray(size) ? size : [size ?? null];
}
