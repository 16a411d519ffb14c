/** Bytes that are read by ranges: a file, which may be larger than memory, or bytes at hand. */
import { open, type FileHandle } from 'node:fs/promises';
import { HeddleError, isHeddleError } from '@heddle/core';
import { argumentError, describe, fileReadError } from '@heddle/core/backend';

/** What users give to load from: a path or bytes. */
export type FileSource = string | URL | Uint8Array | ArrayBuffer;

export interface ByteSource extends AsyncDisposable {
  /** What errors call it. */
  readonly name: string;
  readonly byteLength: number;
  /**
   * Fills `target` from `offset` on.
   *
   * @throws HeddleError `CORRUPT` if the source ends before
   */
  readInto(target: Uint8Array, offset: number): Promise<void>;
}

/**
 * Opens a path or takes bytes as they are.
 *
 * @throws HeddleError `ARGUMENT` for a file that cannot be opened, with the system's error as its cause
 */
export async function openSource(source: FileSource): Promise<ByteSource> {
  if (typeof source === 'string' || source instanceof URL) return await FileBytes.open(source);
  if (ArrayBuffer.isView(source)) {
    return new MemoryBytes(new Uint8Array(source.buffer, source.byteOffset, source.byteLength), 'the bytes given');
  }
  if (Object.prototype.toString.call(source) === '[object ArrayBuffer]') {
    return new MemoryBytes(new Uint8Array(source), 'the bytes given');
  }
  throw argumentError(`a path or bytes can be loaded, not ${describe(source)}`, { parameter: 'source' });
}

/** Bytes in memory under a name of their own: the entry of an archive. */
export function bytesSource(bytes: Uint8Array, name: string): ByteSource {
  return new MemoryBytes(bytes, name);
}

class MemoryBytes implements ByteSource {
  readonly #bytes: Uint8Array;
  readonly name: string;

  constructor(bytes: Uint8Array, name: string) {
    this.#bytes = bytes;
    this.name = name;
  }

  get byteLength(): number {
    return this.#bytes.byteLength;
  }

  readInto(target: Uint8Array, offset: number): Promise<void> {
    const end = offset + target.byteLength;
    if (end > this.byteLength) return Promise.reject(truncated(this, offset, target.byteLength));
    target.set(this.#bytes.subarray(offset, end));
    return Promise.resolve();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }
}

// Systems read at most 2 GiB at once.
const largestRead = 2 ** 30;

class FileBytes implements ByteSource {
  readonly #file: FileHandle;
  readonly name: string;
  readonly byteLength: number;

  private constructor(file: FileHandle, name: string, byteLength: number) {
    this.#file = file;
    this.name = name;
    this.byteLength = byteLength;
  }

  static async open(path: string | URL): Promise<FileBytes> {
    const name = path instanceof URL ? path.href : path;
    let file: FileHandle | undefined;
    try {
      file = await open(path, 'r');
      const stat = await file.stat();
      if (!stat.isFile()) throw argumentError(`${name} is not a regular file`);
      return new FileBytes(file, name, stat.size);
    } catch (cause) {
      await file?.close();
      throw isHeddleError(cause) ? cause : fileReadError(name, cause, { parameter: 'source' });
    }
  }

  async readInto(target: Uint8Array, offset: number): Promise<void> {
    if (offset + target.byteLength > this.byteLength) throw truncated(this, offset, target.byteLength);
    for (let done = 0; done < target.byteLength;) {
      const length = Math.min(largestRead, target.byteLength - done);
      const { bytesRead } = await this.#file.read(target, done, length, offset + done);
      // The file became shorter since it was opened.
      if (bytesRead === 0) throw truncated(this, offset + done, length);
      done += bytesRead;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}

function truncated(source: ByteSource, offset: number, length: number): HeddleError {
  return corrupt(source, offset, `${length} bytes should follow; the file ends at byte ${source.byteLength}`);
}

/** An error about damaged contents: what, in which file, at which byte. */
export function corrupt(
  source: { readonly name: string },
  offset: number,
  problem: string,
  cause?: unknown,
): HeddleError {
  return new HeddleError('CORRUPT', `${source.name}, byte ${offset}: ${problem}`, cause === undefined ? {} : { cause });
}
