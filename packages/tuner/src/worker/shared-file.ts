/**
 * Memory that processes share: a file in /dev/shm, or in the temporary folder if there is none or no room.
 *
 * The file loses its name at once. Its open handle is handed to the workers as they start, so it lives exactly as long
 * as somebody uses it: a run that is killed leaves nothing behind.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeddleError, type TypedArray } from '@heddle/core';
import { dtypeOfArray } from '@heddle/core/backend';
import type { InputArray } from './protocol';

/** Inputs start on pages. */
const alignment = 4096;

/** Bytes of one call: more than 2 GiB is refused by some systems. */
const largestTransfer = 2 ** 30;

/** Windows removes no open file: there it goes when it is closed. */
const removesOpenFiles = process.platform !== 'win32';

export class SharedFile {
  readonly file: number;
  readonly #path: string;

  constructor(byteLength: number) {
    this.#path = join(folderFor(byteLength), `heddle-tuner-${process.pid}-${randomBytes(6).toString('hex')}`);
    this.file = openSync(this.#path, 'wx+', 0o600);
    if (removesOpenFiles) rmSync(this.#path);
  }

  write(position: number, bytes: Uint8Array): void {
    try {
      for (let done = 0; done < bytes.byteLength;) {
        const length = Math.min(largestTransfer, bytes.byteLength - done);
        done += writeSync(this.file, bytes, done, length, position + done);
      }
    } catch (error) {
      throw new HeddleError('RESOURCE', `no room for the inputs in ${this.#path}`, {
        resource: 'shared memory',
        requested: position + bytes.byteLength,
        hint: 'Free some of /dev/shm or of the temporary folder, or use isolation: "none".',
        cause: error,
      });
    }
  }

  read(position: number, target: Uint8Array): void {
    for (let done = 0; done < target.byteLength;) {
      const count = readSync(this.file, target, done, target.byteLength - done, position + done);
      if (count === 0) throw new HeddleError('CORRUPT', `the shared outputs end at byte ${position + done}`);
      done += count;
    }
  }

  close(): void {
    closeSync(this.file);
    if (!removesOpenFiles) rmSync(this.#path, { force: true });
  }
}

/** Where each input goes. */
export function layoutInputs(arrays: readonly TypedArray[]): readonly InputArray[] {
  let byteOffset = 0;
  return arrays.map((array) => {
    const input = describeInput(array, byteOffset);
    byteOffset = Math.ceil((byteOffset + array.byteLength) / alignment) * alignment;
    return input;
  });
}

/** Writes all inputs to a shared file. */
export function shareInputs(arrays: readonly TypedArray[], layout: readonly InputArray[]): SharedFile {
  const last = layout.at(-1);
  const shared = new SharedFile(last ? last.byteOffset + last.byteLength : 0);
  try {
    arrays.forEach((array, index) => {
      shared.write(layout[index]?.byteOffset ?? 0, new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    });
  } catch (error) {
    shared.close();
    throw error;
  }
  return shared;
}

function describeInput(array: TypedArray, byteOffset: number): InputArray {
  const tag = Object.prototype.toString.call(array).slice(8, -1);
  return { tag, dtype: dtypeOfArray(array), byteOffset, byteLength: array.byteLength };
}

function folderFor(byteLength: number): string {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize > byteLength * 1.1) return memory;
  } catch (error) {
    // Only Linux has it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return tmpdir();
}
