/**
 * The entries this process used last, so that a second request costs no look at the disk.
 */
import type { CacheEntry } from './artifact';

interface Kept {
  readonly entry: CacheEntry;
  readonly byteLength: number;
}

// Beside its payload an entry has metadata, whose size is not worth measuring.
const overheadByteLength = 1024;

export class MemoryLayer {
  /** In order of use: a Map keeps the order in which keys were set. */
  readonly #kept = new Map<string, Kept>();
  readonly #maxByteLength: number;
  #byteLength = 0;

  constructor(maxByteLength: number) {
    this.#maxByteLength = maxByteLength;
  }

  get(key: string): CacheEntry | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.entry;
  }

  set(key: string, entry: CacheEntry): void {
    if (this.#kept.has(key)) this.delete(key);
    const byteLength = entry.bytes.byteLength + overheadByteLength;
    if (byteLength > this.#maxByteLength) return;
    this.#kept.set(key, { entry, byteLength });
    this.#byteLength += byteLength;
    if (this.#byteLength > this.#maxByteLength) this.#shrink();
  }

  #shrink(): void {
    for (const oldest of this.#kept.keys()) {
      if (this.#byteLength <= this.#maxByteLength) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#byteLength -= kept.byteLength;
  }

  clear(): void {
    this.#kept.clear();
    this.#byteLength = 0;
  }
}
