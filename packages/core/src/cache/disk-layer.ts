/**
 * Entries as files.
 *
 * Nothing is flushed to the disk (fsync): after a crash of the machine an entry may be empty or half there, and its
 * checksum turns it into a miss. To flush would cost milliseconds on every compilation to save one after a crash.
 */
import { closeSync, fstatSync, openSync, readSync, statSync, utimes } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { CacheEntry } from './artifact';
import { DiskRoom, type Eviction } from './disk-room';
import { checksumInTurns, checksumOf, decodeEntry, encodeEntry, sealEntry } from './entry-format';
import { FolderLayout } from './folder-layout';
import { removeFile, scanFolder, sweepTemporaries, type FolderScan } from './folder-scan';

/** What the disk layer tells while it works. */
export interface DiskEvents {
  corrupt(key: string, byteLength: number): void;
  evicted(eviction: Eviction): void;
}

// Files up to this size are read and checked in one synchronous go: 40 KB take 50 us that way and four times as long
// through the thread pool. Larger ones, which would hold up the event loop for milliseconds, go through the pool.
const largestSynchronousRead = 1024 * 1024;

// Eviction needs the order of use in hours, not in seconds, so a hit seldom has to write.
const touchAfterMilliseconds = 60 * 60_000;

const nothing: CacheEntry = { metadata: { format: '', entryNames: {}, log: '' }, bytes: new Uint8Array(0) };

export class DiskLayer {
  readonly layout: FolderLayout;
  readonly #maxByteLength: number;
  readonly #events: DiskEvents;
  #room: DiskRoom | undefined;
  #swept = false;

  constructor(folder: string, maxByteLength: number, events: DiskEvents) {
    this.layout = new FolderLayout(folder);
    this.#maxByteLength = maxByteLength;
    this.#events = events;
  }

  /** Reads an entry. Anything but a whole entry of this key counts as a miss and is removed. */
  read(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined> {
    const path = this.layout.entry(key);
    let file: number;
    try {
      file = openSync(path, 'r');
    } catch {
      return undefined; // not there or, which comes to the same, not readable
    }
    try {
      const { size, mtimeMs } = fstatSync(file);
      // Notes a use, which eviction goes by; reads do not change a file's own times reliably (noatime, relatime).
      if (Date.now() - mtimeMs >= touchAfterMilliseconds) touch(path);
      if (size > largestSynchronousRead) return this.#readLarge(key, path);
      const contents = readWhole(file, size);
      return decodeEntry(key, contents, checksumOf(contents)) ?? this.discard(key, contents.length);
    } catch {
      return undefined; // a folder of that name, a disk error
    } finally {
      closeSync(file);
    }
  }

  /** Runs what {@link read} runs, with an entry that is no file. */
  rehearse(key: string): void {
    const contents = encodeEntry(key, nothing);
    sealEntry(contents, checksumOf(contents));
    decodeEntry(key, contents, checksumOf(contents));
    // Not there.
    void this.read(key);
  }

  /** Removes what is no entry, or none that can be used. */
  discard(key: string, byteLength: number): undefined {
    removeFile(this.layout.entry(key));
    this.#events.corrupt(key, byteLength);
  }

  /** True if there is a file for the key, whole or not. */
  has(key: string): boolean {
    return statSync(this.layout.entry(key), { throwIfNoEntry: false }) !== undefined;
  }

  /**
   * Writes an entry beside its place and moves it there, so that no process ever sees a part of it.
   *
   * @returns its bytes on disk; undefined if there is no room for it
   * @throws the file system's error
   */
  async write(key: string, entry: CacheEntry): Promise<number | undefined> {
    const contents = encodeEntry(key, entry);
    const large = contents.length > largestSynchronousRead;
    sealEntry(contents, large ? await checksumInTurns(contents) : checksumOf(contents));
    await this.prepare(key);
    const room = this.#openRoom();
    const reservation = await room.reserve(contents.length);
    if (!reservation) return undefined;

    const temporary = this.layout.newTemporary();
    try {
      await writeFile(temporary, contents, { flag: 'wx', mode: 0o600 });
      if (!(await room.confirm(reservation))) {
        removeFile(temporary);
        return undefined;
      }
      await rename(temporary, this.layout.entry(key));
    } catch (error) {
      removeFile(temporary);
      throw error;
    }
    return contents.length;
  }

  /** Makes the folders that an entry and its lock need. The first time, sweeps what killed processes left. */
  async prepare(key: string): Promise<void> {
    const { layout } = this;
    for (const folder of [layout.temporaries, layout.locks, layout.shard(key)]) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    }
    if (this.#swept) return;
    this.#swept = true;
    await sweepTemporaries(layout);
  }

  scan(): Promise<FolderScan> {
    return scanFolder(this.layout);
  }

  /** Removes every entry. */
  async clear(): Promise<void> {
    for (const folder of [this.layout.temporaries, this.layout.locks]) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    }
    await this.#openRoom().evictTo(0);
  }

  // A process that only reads, as most do, needs none of it.
  #openRoom(): DiskRoom {
    return (this.#room ??= new DiskRoom(this.layout, this.#maxByteLength, (eviction) =>
      this.#events.evicted(eviction),
    ));
  }

  async #readLarge(key: string, path: string): Promise<CacheEntry | undefined> {
    try {
      const contents = await readFile(path);
      const checksum = await checksumInTurns(contents);
      return decodeEntry(key, contents, checksum) ?? this.discard(key, contents.length);
    } catch {
      return undefined;
    }
  }
}

function touch(path: string): void {
  const now = Date.now() / 1000;
  utimes(path, now, now, () => undefined);
}

// A buffer of its own, not a part of Node's shared pool: the entry is kept, and is handed to native code.
function readWhole(file: number, size: number): Buffer {
  const contents = Buffer.allocUnsafeSlow(size);
  let length = 0;
  while (length < size) {
    const count = readSync(file, contents, length, size - length, length);
    if (count === 0) break;
    length += count;
  }
  return contents.subarray(0, length);
}
