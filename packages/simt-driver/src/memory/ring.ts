/** Page-locked memory through which one large transfer passes, and the words by which its two sides keep step. */
import { availableParallelism } from 'node:os';
import { nativeAddon } from '@heddle/native';
import { HeddleError } from '@heddle/core';
import type { SimtMemory } from './simt-memory';
import type { StagingPool } from './staging';

/** Chunk `k` passes through slot `k mod slots`. */
export const slots = 8;

/** Bytes of all words: enough for any number of chunks. */
export const wordBytes = 16 * 1024;
// In elements of 32 bits: the two sides, and the word that cancels, far enough apart to share no line of a cache.
const hostWords = 0;
const deviceWords = 1024;
const cancelWord = 2048;
/** Beyond every chunk: lets a stream pass all of its waits. */
const allPassed = 0x7fffffff;

const pageBytes = 4096;
const smallestChunkBytes = 256 * 1024;
const usualChunkBytes = 4 * 1024 ** 2;
const largestChunkBytes = 16 * 1024 ** 2;
/** A stream that waits holds what is enqueued after it, and the driver holds the caller once that is too much. */
const mostChunks = 256;
/** More threads fill no ring faster: they wait for the device. */
const mostThreads = 4;

export class Ring {
  readonly chunkByteLength: number;
  readonly #staging: StagingPool;
  readonly #memory: SimtMemory;
  readonly #words: SimtMemory;
  readonly #view: Uint32Array;

  /** @throws HeddleError `OUT_OF_MEMORY` */
  constructor(staging: StagingPool, byteLength: number) {
    this.chunkByteLength = chunkBytesFor(byteLength);
    this.#staging = staging;
    this.#words = staging.take(wordBytes);
    try {
      this.#memory = staging.take(slots * this.chunkByteLength);
    } catch (error) {
      staging.give(this.#words);
      throw error;
    }
    this.#view = new Uint32Array(this.#words.hostView() as ArrayBuffer, 0, wordBytes / 4);
    this.#view.fill(0);
  }

  /** Where a chunk stays on its way, for copies of the device. */
  placeOf(chunk: number): bigint {
    return this.#memory.hostAddress + BigInt((chunk % slots) * this.chunkByteLength);
  }

  /** The word that the host raises for a chunk's slot, as the device sees it. */
  hostWord(chunk: number): bigint {
    return this.#words.address + BigInt(4 * (hostWords + (chunk % slots)));
  }

  /** The word that the device raises. */
  deviceWord(chunk: number): bigint {
    return this.#words.address + BigInt(4 * (deviceWords + (chunk % slots)));
  }

  /**
   * Starts the threads that move the bytes between the array and the ring.
   *
   * @returns false if the transfer was abandoned
   * @throws HeddleError `RESOURCE`, at once, if there are no threads
   */
  copy(direction: 'toDevice' | 'toHost', bytes: Uint8Array): Promise<boolean> {
    const addon = nativeAddon();
    if (!addon) throw new HeddleError('RESOURCE', 'a ring needs the native addon');
    const words = this.#words.hostAddress;
    const copied = addon.copyThroughRing({
      direction,
      host: addon.addressOf(bytes.buffer as ArrayBuffer) + BigInt(bytes.byteOffset),
      byteLength: bytes.byteLength,
      ring: this.#memory.hostAddress,
      chunkByteLength: this.chunkByteLength,
      slots,
      hostWords: words + BigInt(4 * hostWords),
      deviceWords: words + BigInt(4 * deviceWords),
      cancel: words + BigInt(4 * cancelWord),
      threads: Math.max(1, Math.min(mostThreads, availableParallelism() >> 1)),
    });
    return copied.then((status) => {
      // A thread may have raised its word after it was abandoned, and lowered it by that.
      if (status !== 0) this.#passAll();
      // The array stays alive, and in place, at least until here.
      return status === 0 && bytes.byteLength > 0;
    });
  }

  /** Lets the threads and the stream go on to their ends, whatever is in the slots. */
  abandon(): void {
    Atomics.store(this.#view, cancelWord, 1);
    this.#passAll();
  }

  /** Gives the memory back. Neither side uses it any more. */
  giveBack(): void {
    this.#staging.give(this.#memory);
    this.#staging.give(this.#words);
  }

  #passAll(): void {
    for (let slot = 0; slot < slots; slot++) Atomics.store(this.#view, hostWords + slot, allPassed);
  }
}

function chunkBytesFor(byteLength: number): number {
  const parts = Math.ceil(byteLength / slots);
  const wanted = Math.max(smallestChunkBytes, Math.min(usualChunkBytes, parts), Math.ceil(byteLength / mostChunks));
  return Math.min(largestChunkBytes, Math.ceil(wanted / pageBytes) * pageBytes);
}
