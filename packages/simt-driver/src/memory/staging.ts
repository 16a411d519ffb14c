/**
 * Page-locked memory through which ordinary arrays travel. A copy between device and page-locked memory is enqueued
 * and returns; the driver's own copy of an ordinary array may hold the calling thread until the stream gets there.
 */
import type { SimtContext } from '../simt-context';
import { SimtMemory } from './simt-memory';

const smallestBytes = 64 * 1024;
/** Kept for the next transfer; the rest goes back at once. */
const keptBytes = 64 * 1024 ** 2;

export class StagingPool {
  readonly #context: SimtContext;
  readonly #free = new Map<number, SimtMemory[]>();
  #freeBytes = 0;

  constructor(context: SimtContext) {
    this.#context = context;
  }

  /** Page-locked memory of at least so many bytes. */
  take(byteLength: number): SimtMemory {
    const size = Math.max(smallestBytes, 2 ** Math.ceil(Math.log2(byteLength)));
    const found = this.#free.get(size)?.pop();
    if (found === undefined) return SimtMemory.allocate(this.#context, size, 'pinned');
    this.#freeBytes -= size;
    return found;
  }

  /** Takes memory back that no transfer uses any more. */
  give(memory: SimtMemory): void {
    if (this.#freeBytes + memory.byteLength > keptBytes) {
      memory.releaseUnseen(this.#context);
      return;
    }
    this.#freeBytes += memory.byteLength;
    const list = this.#free.get(memory.byteLength);
    if (list) list.push(memory);
    else this.#free.set(memory.byteLength, [memory]);
  }

  /** Gives everything back to the system. */
  clear(): void {
    for (const list of this.#free.values()) for (const memory of list) memory.releaseUnseen(this.#context);
    this.forget();
  }

  /** Forgets memory that went with its device. */
  forget(): void {
    this.#free.clear();
    this.#freeBytes = 0;
  }
}
