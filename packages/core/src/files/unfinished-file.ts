/**
 * A file that is being written beside its place. It is moved there when it is whole.
 *
 * Until then it begins with Heddle's mark instead of its own first bytes, so that the remains of a killed process can
 * be recognized and removed.
 */
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ownMark } from './own-file';

/** Systems write at most 2 GiB at once. */
export const largestWrite = 2 ** 30;

const unfinishedName = /^\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/** True for the name that a file has while it is written, without the name that it gets. */
export function isUnfinishedName(rest: string): boolean {
  return unfinishedName.test(rest);
}

/** A part of a file, and where it goes. */
interface PlacedBytes {
  readonly bytes: Uint8Array;
  readonly position: number;
}

export class UnfinishedFile {
  /** Open for writing. */
  readonly file: number;
  readonly #place: string;
  readonly #path: string;
  readonly #old: Stats | undefined;
  readonly #head = new Uint8Array(ownMark.length);
  #byteLength = 0;
  #isOpen = true;

  /**
   * @param place - where the file goes, with links followed
   * @param old - what is there: a file that is replaced
   * @throws the file system's error
   */
  constructor(place: string, old: Stats | undefined) {
    // A new file in its place would not ask for it.
    if (old) accessSync(place, constants.W_OK);
    this.#place = place;
    this.#old = old;
    this.#path = join(dirname(place), `${basename(place)}.${randomUUID()}.part`);
    // A file that few may read must not be readable by others while it is written.
    this.file = openSync(this.#path, 'wx', old ? 0o600 : 0o666);
    try {
      writeAllSync(this.file, { bytes: Buffer.from(ownMark, 'latin1'), position: 0 });
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  /** Takes the next bytes of the file. @returns those that are to be written, and where */
  append(bytes: Uint8Array): PlacedBytes {
    const kept = Math.min(bytes.byteLength, Math.max(0, this.#head.byteLength - this.#byteLength));
    this.#head.set(bytes.subarray(0, kept), this.#byteLength < this.#head.byteLength ? this.#byteLength : 0);
    const position = this.#byteLength + kept;
    this.#byteLength += bytes.byteLength;
    return { bytes: bytes.subarray(kept), position };
  }

  /**
   * Moves the file into its place, with the permissions and the owner of the file that was there.
   *
   * @param flush - brings it to the disk first, so that it is whole even after a loss of power
   */
  finish(flush: boolean): void {
    if (this.#byteLength < this.#head.byteLength) ftruncateSync(this.file, this.#byteLength);
    writeAllSync(this.file, { bytes: this.#head.subarray(0, this.#byteLength), position: 0 });
    if (this.#old) takeOver(this.file, this.#old);
    if (flush) fdatasyncSync(this.file);
    // Some file systems tell only now that there is no room.
    this.#close();
    renameSync(this.#path, this.#place);
    if (flush) flushFolder(dirname(this.#place));
  }

  /** Removes it, unless it is finished. */
  abandon(): void {
    this.#close();
    rmSync(this.#path, { force: true });
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.file);
  }
}

/**
 * Writes all bytes: one call of the system may take only a part of them.
 *
 * @param position - null for what has no positions, such as a pipe
 */
export function writeAllSync(
  file: number,
  { bytes, position }: { readonly bytes: Uint8Array; readonly position: number | null },
): void {
  for (let done = 0; done < bytes.byteLength;) {
    const length = Math.min(largestWrite, bytes.byteLength - done);
    done += writeSync(file, bytes, done, length, position === null ? null : position + done);
  }
}

function takeOver(file: number, { uid, gid, mode }: Stats): void {
  if (process.platform === 'win32') return;
  try {
    fchownSync(file, uid, gid);
  } catch (error) {
    // Only root gives files away: a file of another user, in a folder that both may write to, becomes this user's.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
  fchmodSync(file, mode);
}

/** A file's name is on the disk only when its folder is. Windows opens no folders and needs no such call. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
