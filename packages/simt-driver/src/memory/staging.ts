/**
 * Page-locked memory through which ordinary arrays travel. A copy between device and page-locked memory is enqueued
 * and returns; the driver's own copy of an ordinary array may hold the calling thread until the stream gets there.
 */
import type { SimtContext } from '../simt-context';
import { SimtMemory } from './simt-memory';

const smallestBytes = 64 * 1024;
/** Kept for the next transfers; the rest goes back to the system. */
const keptBytes = 64 * 1024 ** 2;

export class StagingPool {
  readonly #context: SimtContext;
  /** The buffer that was returned last is the last one. */
  readonly #free: SimtMemory[] = [];
  #freeBytes = 0;

  constructor(context: SimtContext) {
    this.#context = context;
  }

  /** Page-locked memory of at least so many bytes. */
  take(byteLength: number): SimtMemory {
    const size = Math.max(smallestBytes, 2 ** Math.ceil(Math.log2(byteLength)));
    const index = this.#free.findLastIndex((memory) => memory.byteLength === size);
    const [found] = index < 0 ? [] : this.#free.splice(index, 1);
    if (found === undefined) return SimtMemory.allocate(this.#context, size, 'pinned');
    this.#freeBytes -= size;
    return found;
  }

  /**
   * Takes memory back that no transfer uses any more. What is in use now stays, and what has waited longest makes room
   * for it: page-locking takes milliseconds, which after a few large transfers every smaller one would pay for.
   */
  give(memory: SimtMemory): void {
    this.#free.push(memory);
    this.#freeBytes += memory.byteLength;
    while (this.#freeBytes > keptBytes) {
      const oldest = this.#free.shift();
      if (oldest === undefined) return;
      this.#freeBytes -= oldest.byteLength;
      oldest.releaseUnseen(this.#context);
    }
  }

  /** Gives everything back to the system. */
  clear(): void {
    for (const memory of this.#free) memory.releaseUnseen(this.#context);
    this.forget();
  }

  /** Forgets memory that went with its device. */
  forget(): void {
    this.#free.length = 0;
    this.#freeBytes = 0;
  }
}
