/**
 * Entries as files.
 *
 * Nothing is flushed to the disk (fsync): after a crash of the machine an entry may be empty or half there, and its
 * checksum turns it into a miss. To flush would cost milliseconds on every compilation to save one after a crash. What
 * has lost its first bytes could be anybody's: it stays, and the entry goes to a second place.
 */
import { closeSync, fstatSync, futimesSync, readFile, readSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { fileBeginsWith, firstOwnPath, isRegular, openCarefully, ownMark, removeOwnFile } from '../files';
import type { CacheEntry } from './artifact';
import { DiskRoom, type Eviction } from './disk-room';
import { checksumInTurns, checksumOf, decodeEntry, encodeEntry, sealEntry } from './entry-format';
import type { FolderLayout } from './folder-layout';
import { scanFolder, sweepTemporaries, type FolderScan } from './folder-scan';
import { OwnFolders } from './own-folders';

/** Events of the disk layer. */
export interface DiskEvents {
  /** A damaged entry was met, and removed. */
  corrupt(key: string, byteLength: number): void;
  /** A file that Heddle did not make was met in an entry's place, and left there. */
  foreign(key: string): void;
  /** A folder of the cache cannot be used. */
  refused(reason: string): void;
  evicted(eviction: Eviction): void;
}

// Files up to this size are read and checked in one synchronous go: 40 KB take 50 us that way and four times as long
// through the thread pool. Larger ones, which would hold up the event loop for milliseconds, go through the pool.
const largestSynchronousRead = 1024 * 1024;

// Eviction needs the order of use in hours, not in seconds, so a hit seldom has to write.
const touchAfterMilliseconds = 60 * 60_000;

const readDescriptor = promisify<number, Buffer>(readFile);

const nothing: CacheEntry = { metadata: { format: '', entryNames: {}, log: '' }, bytes: new Uint8Array(0) };

export class DiskLayer {
  readonly layout: FolderLayout;
  readonly #folders: OwnFolders;
  readonly #maxByteLength: number;
  readonly #events: DiskEvents;
  #room: DiskRoom | undefined;
  #swept = false;

  /** @param folder - the one that the user names, prepared by `prepareFolder` */
  constructor(folder: string, layout: FolderLayout, maxByteLength: number, events: DiskEvents) {
    this.layout = layout;
    this.#folders = new OwnFolders(folder, layout, (reason) => events.refused(reason));
    this.#maxByteLength = maxByteLength;
    this.#events = events;
  }

  /** Reads an entry. Anything but a whole entry of this key counts as a miss; a damaged one is removed. */
  read(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined> {
    if (!this.#folders.has(this.layout.shard(key))) return undefined;
    return this.#readAt(key, this.layout.entry(key));
  }

  /** Runs the code of {@link read} once, with an entry that is in no file. */
  warmUp(key: string): void {
    const contents = encodeEntry(key, nothing);
    sealEntry(contents, checksumOf(contents));
    decodeEntry(key, contents, checksumOf(contents));
    // Not there.
    void this.read(key);
    void this.#readAt(key, this.layout.entry(key));
  }

  /** Removes an entry that cannot be used. */
  discard(key: string, byteLength: number): undefined {
    for (const path of this.#placesOf(key)) removeOwnFile(path);
    this.#events.corrupt(key, byteLength);
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
        rmSync(temporary);
        return undefined;
      }
      const places = this.#placesOf(key);
      const place = firstOwnPath(places);
      if (place === undefined) throw new Error(`${places.join(' and ')} are not files that Heddle made`);
      await rename(temporary, place);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    return contents.length;
  }

  /** Makes the folders that an entry and its lock need. The first time, sweeps what killed processes left. */
  async prepare(key: string): Promise<void> {
    const { layout } = this;
    for (const folder of [layout.temporaries, layout.locks, layout.shard(key)]) await this.#folders.make(folder);
    if (this.#swept) return;
    this.#swept = true;
    await sweepTemporaries(layout, this.#folders);
  }

  scan(): Promise<FolderScan> {
    return scanFolder(this.layout, this.#folders);
  }

  /** Removes every entry. */
  async clear(): Promise<void> {
    for (const folder of [this.layout.temporaries, this.layout.locks]) await this.#folders.make(folder);
    await this.#openRoom().evictTo(0);
  }

  // A process that only reads, as most do, needs none of it.
  #openRoom(): DiskRoom {
    return (this.#room ??= new DiskRoom(this.layout, this.#folders, this.#maxByteLength, (eviction) =>
      this.#events.evicted(eviction),
    ));
  }

  #placesOf(key: string): readonly string[] {
    return [this.layout.entry(key), this.layout.secondEntry(key)];
  }

  #readAt(key: string, path: string): CacheEntry | undefined | Promise<CacheEntry | undefined> {
    let file: number;
    try {
      file = openCarefully(path);
    } catch (error) {
      // Not there; else it is a link, or not readable.
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : this.#readInstead(key, path);
    }
    let isOpen = true;
    try {
      const stats = fstatSync(file);
      if (!isRegular(stats)) return this.#readInstead(key, path);
      if (stats.size > largestSynchronousRead) {
        isOpen = false;
        return this.#readLarge(key, path, file, stats.mtimeMs);
      }
      const contents = readWhole(file, stats.size);
      const entry = decodeEntry(key, contents, checksumOf(contents));
      if (!entry) return this.#readDamaged(key, path, contents);
      noteUse(file, stats.mtimeMs);
      return entry;
    } catch {
      return undefined; // a disk error
    } finally {
      if (isOpen) closeSync(file);
    }
  }

  async #readLarge(key: string, path: string, file: number, writtenAt: number): Promise<CacheEntry | undefined> {
    try {
      const contents = await readDescriptor(file);
      const entry = decodeEntry(key, contents, await checksumInTurns(contents));
      if (!entry) return await this.#readDamaged(key, path, contents);
      noteUse(file, writtenAt);
      return entry;
    } catch {
      return undefined;
    } finally {
      closeSync(file);
    }
  }

  #readDamaged(key: string, path: string, contents: Buffer): CacheEntry | undefined | Promise<CacheEntry | undefined> {
    return fileBeginsWith({ bytes: contents }, ownMark)
      ? this.discard(key, contents.length)
      : this.#readInstead(key, path);
  }

  /** A foreign file in the entry's place stays, and the entry may be in the second place. */
  #readInstead(key: string, path: string): CacheEntry | undefined | Promise<CacheEntry | undefined> {
    this.#events.foreign(key);
    const second = this.layout.secondEntry(key);
    return path === second ? undefined : this.#readAt(key, second);
  }
}

// Eviction goes by it; reads do not change a file's own times reliably (noatime, relatime).
function noteUse(file: number, usedAt: number): void {
  if (Date.now() - usedAt < touchAfterMilliseconds) return;
  const now = Date.now() / 1000;
  try {
    futimesSync(file, now, now);
  } catch {
    // A folder that may only be read.
  }
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
