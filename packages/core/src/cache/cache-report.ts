/**
 * Counts and publishes what a cache does. Trouble is published once per kind, or a full disk would flood the listener.
 */
import { traceCache } from '../tracing';

/** Counts since the cache was made, of this process alone. */
export interface CacheStatistics {
  readonly memoryHits: number;
  readonly diskHits: number;
  /** Compilations that succeeded, cacheable or not. */
  readonly compiled: number;
  /** Requests that waited for an identical one of this process. */
  readonly joined: number;
  /** Requests that could not be cached. */
  readonly bypassed: number;
  /** Entries written to disk. */
  readonly stored: number;
  /** Entries removed for room. */
  readonly evicted: number;
  /** Damaged entries met, and files of others in the place of one. */
  readonly corrupt: number;
}

export class CacheReport {
  readonly counts = {
    memoryHits: 0,
    diskHits: 0,
    compiled: 0,
    joined: 0,
    bypassed: 0,
    stored: 0,
    evicted: 0,
    corrupt: 0,
  } satisfies CacheStatistics;
  readonly #troubles = new Set<string>();

  memoryHit(key: string, byteLength: number): void {
    this.counts.memoryHits++;
    traceCache('memory-hit', key, byteLength);
  }

  diskHit(key: string, byteLength: number): void {
    this.counts.diskHits++;
    traceCache('disk-hit', key, byteLength);
  }

  miss(key: string): void {
    traceCache('miss', key);
  }

  compiled(): void {
    this.counts.compiled++;
  }

  joined(key: string): void {
    this.counts.joined++;
    traceCache('joined', key);
  }

  bypassed(reason: string, key?: string): void {
    this.counts.bypassed++;
    traceCache('bypass', key, undefined, reason);
  }

  stored(key: string, byteLength: number): void {
    this.counts.stored++;
    traceCache('store', key, byteLength);
  }

  evicted(entries: number, byteLength: number): void {
    this.counts.evicted += entries;
    traceCache('evict', undefined, byteLength, `${entries} entries were removed for room`);
  }

  corrupt(key: string, byteLength: number): void {
    this.counts.corrupt++;
    traceCache('corrupt', key, byteLength, 'an entry that cannot be used was removed');
  }

  foreign(key: string): void {
    this.counts.corrupt++;
    traceCache('corrupt', key, undefined, "a file that Heddle did not make is in the entry's place, and stays there");
  }

  disabled(reason: string): void {
    if (this.#isNew(reason)) traceCache('disabled', undefined, undefined, reason);
  }

  settingIgnored(reason: string): void {
    if (this.#isNew(reason)) traceCache('setting-ignored', undefined, undefined, reason);
  }

  notStored(key: string, reason: string, error?: unknown): void {
    const kind = (error as NodeJS.ErrnoException | undefined)?.code ?? reason;
    if (this.#isNew(kind)) traceCache('write-failed', key, undefined, reason, error);
  }

  #isNew(trouble: string): boolean {
    if (this.#troubles.has(trouble)) return false;
    this.#troubles.add(trouble);
    return true;
  }
}
