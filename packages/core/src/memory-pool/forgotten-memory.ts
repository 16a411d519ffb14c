/**
 * Has forgotten memory collected in time. To V8 an array of a gigabyte on a device is an object of some hundred bytes, so
 * a program that forgets its arrays, as every expression of several operations does, fills the device long before a
 * collection begins by itself.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** New memory that starts a collection, as a part of all there is: sixteen for a program that fills it and forgets none. */
const part = 1 / 16;

export class ForgottenMemory {
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

// There where node was started with --expose-gc, and otherwise in each context made after that flag was set, which is
// how test runners come by it.
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
