/**
 * Collects garbage as the memory of a device fills. To V8 an array of a gigabyte on a device is an object of some
 * hundred bytes. A program that drops its arrays, as every expression of several operations does, would fill the device
 * long before V8 collects by itself.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** New memory that starts a collection, as a part of the total: a program that fills it all starts at most sixteen. */
const part = 1 / 16;

export class MemoryPressure {
  readonly #step: number;
  readonly #collect: () => void;
  /** Least use since the last collection. */
  #least = 0;

  /**
   * @param totalBytes - most memory that there can be: the device's, or the limit of a pool
   * @param collect - collects garbage
   */
  constructor(totalBytes: number, collect = collectGarbage) {
    this.#step = totalBytes * part;
    this.#collect = collect;
  }

  /**
   * Looks at how much memory is in use, at each allocation. Unreferenced memory is freed between awaits, when
   * finalizers run.
   */
  watch(usedBytes: number): void {
    if (usedBytes < this.#least) this.#least = usedBytes;
    if (usedBytes - this.#least <= this.#step) return;
    this.#least = usedBytes;
    this.#collect();
  }
}

let collector: (() => void) | undefined;

function collectGarbage(): void {
  collector ??= findCollector();
  collector();
}

// Node has a global `gc` only with --expose-gc. If the flag is set later, contexts made after that have one; test runners
// get it in the same way.
function findCollector(): () => void {
  try {
    const { gc } = globalThis as { gc?: () => void };
    if (gc) return gc;
    setFlagsFromString('--expose-gc');
    return runInNewContext('gc') as () => void;
  } catch {
    return () => undefined; // another engine: memory comes back when it collects by itself
  }
}
