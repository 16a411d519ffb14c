/** Where a worker finds the host arrays of a run. */
import { readSync } from 'node:fs';
import type { Buffer, TypedArray } from '@heddle/core';
import { internalError } from '@heddle/core/backend';
import { HeddleError } from '@heddle/core';
import type { InputArray } from './protocol';

export interface InputStore {
  readonly arrays: readonly InputArray[];
  /** Fills `target` with bytes of an input, from `byteOffset` on. */
  read(input: number, byteOffset: number, target: Uint8Array): void;
}

/** Bytes that go to the device at a time: enough for full speed, and no second copy of a large input. */
const pieceBytes = 64 * 2 ** 20;

/** Inputs in the memory of this process. */
export class LocalInputs implements InputStore {
  readonly arrays: readonly InputArray[];
  readonly #bytes: readonly Uint8Array[];

  constructor(arrays: readonly InputArray[], hostArrays: readonly TypedArray[]) {
    this.arrays = arrays;
    this.#bytes = hostArrays.map((array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  }

  read(input: number, byteOffset: number, target: Uint8Array): void {
    const bytes = this.#bytes[input];
    if (!bytes) throw internalError(`there is no input ${input}`);
    target.set(bytes.subarray(byteOffset, byteOffset + target.byteLength));
  }
}

/** Inputs in a file that the searching process filled. */
export class FileInputs implements InputStore {
  readonly arrays: readonly InputArray[];
  readonly #file: number;

  constructor(arrays: readonly InputArray[], file: number) {
    this.arrays = arrays;
    this.#file = file;
  }

  read(input: number, byteOffset: number, target: Uint8Array): void {
    const array = this.arrays[input];
    if (!array) throw internalError(`there is no input ${input}`);
    for (let done = 0; done < target.byteLength;) {
      const position = array.byteOffset + byteOffset + done;
      const count = readSync(this.#file, target, done, target.byteLength - done, position);
      if (count === 0) throw new HeddleError('CORRUPT', `the shared inputs end at byte ${position}`);
      done += count;
    }
  }
}

/** Copies an input to the device, a piece at a time. */
export async function uploadInput(store: InputStore, input: number, target: Buffer): Promise<void> {
  const total = store.arrays[input]?.byteLength ?? 0;
  const bytes = target.as('uint8');
  const piece = new Uint8Array(Math.min(total, pieceBytes));
  for (let offset = 0; offset < total; offset += pieceBytes) {
    const part = piece.subarray(0, Math.min(pieceBytes, total - offset));
    store.read(input, offset, part);
    await bytes.write(part, { offset });
  }
}
