/**
 * The one cache of compiled artifacts, in memory and on disk, that every backend uses.
 */
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { assertOptions, optionNames } from '../diagnostics';
import { argumentError, type HeddleError } from '../errors';
import type { ArtifactKey, ArtifactMetadata, CachedArtifact, CacheEntry } from './artifact';
import { FolderRefused, prepareFolder } from './cache-folder';
import { CacheReport, type CacheStatistics } from './cache-report';
import { resolveSettings, type CacheSettings } from './cache-settings';
import { takeCompileTurn } from './compile-turn';
import { DiskLayer } from './disk-layer';
import { FolderLayout } from './folder-layout';
import { MemoryLayer } from './memory-layer';
import { abortedError, SharedCompilation } from './shared-compilation';
import { sharedCache } from './shared-caches';
import { pageByteLength } from './usage-ledger';

/** Every option goes before the environment variable of the same meaning. */
export interface ArtifactCacheOptions {
  /**
   * The folder in which the cache makes its own folder. Default HEDDLE_CACHE_DIR, else `heddle` in the user's cache
   * directory.
   */
  readonly folder?: string;
  /** False keeps nothing, in memory or on disk. Default true, unless HEDDLE_CACHE is `off`. */
  readonly enabled?: boolean;
  /** Bound on the disk space of all entries, in bytes. Default HEDDLE_CACHE_MAX_BYTES, else 1 GiB. */
  readonly maxByteLength?: number;
  /** Bound on the entries kept in memory, in bytes. Default 64 MiB. */
  readonly memoryByteLength?: number;
  /** How long to wait for another process that compiles the same, in milliseconds. Default 120,000. */
  readonly lockTimeoutMilliseconds?: number;
  /** Read instead of `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Whether entries are kept on disk, where, and why not. */
export type CacheState =
  | {
      readonly enabled: true;
      /** The folder that was named; the cache's own, `heddle-cache-v2`, lies in it. */
      readonly folder: string;
      readonly maxByteLength: number;
      /** Environment variables that were not understood and are ignored. */
      readonly complaint?: string;
    }
  | { readonly enabled: false; readonly folder: string | undefined; readonly reason: string };

/** The disk usage of all processes together. */
export interface CacheUsage {
  readonly entries: number;
  /** Disk space in bytes, in whole pages. */
  readonly byteLength: number;
}

export interface GetOrCompileOptions {
  /** Ends the wait with an `ABORTED` error; the compilation itself ends when nobody waits for it any more. */
  readonly signal?: AbortSignal;
}

const getOrCompileNames = optionNames<GetOrCompileOptions>({ signal: true });

// A result waits no longer than this for its own storing, which goes on in the background: it takes a millisecond,
// unless room must be made first. Without any wait, a program that ends right afterwards would lose its entry.
const longestStoreMilliseconds = 100;

const keyLength = 64;
const hexadecimalDigits = '0123456789abcdef';

type Compile = (signal: AbortSignal) => Promise<CacheEntry>;
type Reading = Promise<CacheEntry | undefined> | undefined;
type CacheableKey = Extract<ArtifactKey, { readonly key: string }>;

interface Compiled {
  readonly artifact: CachedArtifact;
  readonly cacheable: boolean;
}

/**
 * Compiled artifacts in memory and on disk, shared by many processes.
 *
 * @example
 * ```ts
 * const cache = ArtifactCache.fromEnvironment();
 * const key = await artifactKey({ compiler: 'nvrtc', fingerprint, architecture: 'sm_90', source });
 * const { bytes, metadata } = await cache.getOrCompile(key, (signal) => compile(source, signal));
 * ```
 */
export class ArtifactCache {
  readonly #settings: CacheSettings;
  readonly #memory: MemoryLayer;
  readonly #compilations = new Map<string, SharedCompilation<CachedArtifact>>();
  readonly #background = new Set<Promise<void>>();
  readonly #report = new CacheReport();
  #disk: DiskLayer | undefined;
  #state: CacheState | undefined;

  /** Touches nothing yet: the folder is made and checked on first use. */
  constructor(options: ArtifactCacheOptions = {}) {
    this.#settings = resolveSettings(options);
    this.#memory = new MemoryLayer(this.#settings.enabled ? this.#settings.memoryByteLength : 0);
  }

  /** The cache that the environment describes; the same one each time while it describes the same. */
  static fromEnvironment(environment: Readonly<Record<string, string | undefined>> = process.env): ArtifactCache {
    return sharedCache(environment, () => new ArtifactCache({ environment }));
  }

  /** Whether the disk is used, and why not. A folder that turns out to be unusable later switches it off. */
  get state(): CacheState {
    return (this.#state ??= this.#openFolder());
  }

  get statistics(): CacheStatistics {
    return { ...this.#report.counts };
  }

  /**
   * Returns the artifact of a key, and compiles it if neither memory nor disk has it.
   *
   * Identical requests of this process share one compilation; other processes wait for it, within bounds. A failing
   * disk never fails a request.
   *
   * @param key - from `artifactKey`; a request without a key is compiled every time
   * @param compile - its signal is aborted when nobody waits for the result any more
   * @throws HeddleError `ABORTED` when `options.signal` is aborted, `ARGUMENT` for an invalid key; also rejects with
   * the errors of `compile`
   */
  async getOrCompile(
    key: string | ArtifactKey,
    compile: Compile,
    options: GetOrCompileOptions = {},
  ): Promise<CachedArtifact> {
    assertOptions('getOrCompile', options, getOrCompileNames);
    const { signal } = options;
    if (signal?.aborted) throw abortedError(signal);
    const wanted: ArtifactKey = typeof key === 'string' ? { key } : key;
    if (wanted.key === undefined) return this.#bypass(wanted.uncacheable, compile, signal);

    const kept = this.#memory.get(checkKey(wanted.key));
    if (kept) return this.#memoryHit(wanted.key, kept);
    const underWay = this.#compilations.get(wanted.key);
    if (underWay) {
      this.#report.joined(wanted.key);
      return { ...(await underWay.join(signal)), origin: 'joined' };
    }
    const reading = this.#openDisk()?.read(wanted.key);
    // Read at once, as entries of the usual size are, it needs no sharing and cannot be aborted.
    if (reading && !(reading instanceof Promise)) return this.#diskHit(wanted.key, reading);
    return this.#start(wanted, compile, reading).join(signal);
  }

  /**
   * Reads an entry from memory or disk. Undefined for a miss; a damaged entry is a miss and is removed.
   *
   * @throws HeddleError `ARGUMENT` for a key that is not 64 hexadecimal digits
   */
  async lookup(key: string): Promise<CachedArtifact | undefined> {
    const kept = this.#memory.get(checkKey(key));
    if (kept) return this.#memoryHit(key, kept);
    const entry = await this.#openDisk()?.read(key);
    if (entry) return this.#diskHit(key, entry);
    this.#report.miss(key);
    return undefined;
  }

  /**
   * Stores an entry, in memory and on disk. Ends when it is written; never fails for trouble with the disk.
   *
   * @throws HeddleError `ARGUMENT` for a key that is not 64 hexadecimal digits, or metadata that JSON cannot hold
   */
  async store(key: string, entry: CacheEntry): Promise<void> {
    await this.#write(checkKey(key), this.#remember(key, entry));
  }

  /**
   * Takes out an entry that the device refuses to load, so that the next request compiles. One that another request has
   * replaced by now stays.
   */
  discard(key: string, { bytes }: Pick<CacheEntry, 'bytes'>): void {
    const kept = this.#memory.get(checkKey(key));
    if (kept && kept.bytes !== bytes) return;
    this.#memory.delete(key);
    this.#openDisk()?.discard(key, bytes.byteLength);
  }

  /**
   * Puts a better form of an artifact in the place of a stored one, in the background. Never fails: what there is stays.
   *
   * @param make - gives the new entry, or undefined to leave the old one
   */
  improve(key: string, make: () => Promise<CacheEntry | undefined>): void {
    const improving = this.#improve(checkKey(key), make)
      .catch((error: unknown) => {
        this.#report.notStored(key, 'no better form of the entry could be made', error);
      })
      .finally(() => this.#background.delete(improving));
    this.#background.add(improving);
  }

  /**
   * Runs the code of a look-up once, so that the first real one is fast: see `warmUpMeanwhile`. It is not counted as a
   * look-up, and makes no folder.
   *
   * @internal
   */
  warmUp(key: string): void {
    this.#memory.get(checkKey(key));
    const { enabled, folder } = this.#settings;
    if (!enabled || folder === undefined || !existsSync(new FolderLayout(folder).root)) return;
    this.#openDisk()?.warmUp(key);
  }

  /** Ends when everything that goes on in the background (writing, eviction) has ended. */
  async settled(): Promise<void> {
    while (this.#background.size > 0) await Promise.all(this.#background);
  }

  /** Removes every entry, in memory and on disk, of all processes. Files that Heddle did not make stay. */
  async clear(): Promise<void> {
    this.#memory.clear();
    await this.#openDisk()?.clear().catch(passIfRefused);
  }

  /** Measures the folder, by reading all of it. */
  async usage(): Promise<CacheUsage> {
    const entries = (await this.#openDisk()?.scan().catch(passIfRefused))?.entries ?? [];
    return { entries: entries.length, byteLength: entries.reduce((sum, { pages }) => sum + pages, 0) * pageByteLength };
  }

  #start(wanted: CacheableKey, compile: Compile, reading: Reading): SharedCompilation<CachedArtifact> {
    const { key } = wanted;
    const forget = (): void => {
      if (this.#compilations.get(key) === started) this.#compilations.delete(key);
    };
    const started: SharedCompilation<CachedArtifact> = new SharedCompilation(async (signal) => {
      try {
        return await this.#produce(wanted, compile, reading, signal);
      } finally {
        forget();
      }
    }, forget);
    this.#compilations.set(key, started);
    return started;
  }

  async #produce(
    wanted: CacheableKey,
    compile: Compile,
    reading: Reading,
    signal: AbortSignal,
  ): Promise<CachedArtifact> {
    const { key } = wanted;
    const stored = await reading;
    if (stored) return this.#diskHit(key, stored);
    this.#report.miss(key);
    const disk = this.#openDisk();
    if (!disk) return (await this.#compile(wanted, compile, signal)).artifact;

    const turn = await takeCompileTurn(disk, key, this.#settings.lockTimeoutMilliseconds, signal);
    if (turn.entry) return this.#diskHit(key, turn.entry);
    const release = (): void => turn.lock?.release();
    try {
      const result = await this.#compile(wanted, compile, signal);
      // Held until the entry is there for those who wait, even if this caller does not wait for that.
      if (result.cacheable) await this.#storeInBackground(key, result.artifact, release);
      else release();
      return result.artifact;
    } catch (error) {
      release();
      throw error;
    }
  }

  async #compile(wanted: CacheableKey, compile: Compile, signal: AbortSignal): Promise<Compiled> {
    const entry = await compile(signal);
    this.#report.compiled();
    if (wanted.unchanged && !(await wanted.unchanged())) {
      this.#report.bypassed('an included file changed during the compilation', wanted.key);
      return { artifact: { ...entry, origin: 'compiled' }, cacheable: false };
    }
    return { artifact: { ...this.#remember(wanted.key, entry), origin: 'compiled' }, cacheable: true };
  }

  #bypass(reason: string, compile: Compile, signal: AbortSignal | undefined): Promise<CachedArtifact> {
    this.#report.bypassed(reason);
    const compilation = new SharedCompilation<CachedArtifact>(
      async (abort) => {
        const entry = await compile(abort);
        this.#report.compiled();
        return { ...entry, origin: 'compiled' };
      },
      () => undefined,
    );
    return compilation.join(signal);
  }

  #memoryHit(key: string, entry: CacheEntry): CachedArtifact {
    this.#report.memoryHit(key, entry.bytes.byteLength);
    return { metadata: entry.metadata, bytes: entry.bytes, origin: 'memory' };
  }

  #diskHit(key: string, entry: CacheEntry): CachedArtifact {
    this.#memory.set(key, entry);
    this.#report.diskHit(key, entry.bytes.byteLength);
    return { metadata: entry.metadata, bytes: entry.bytes, origin: 'disk' };
  }

  // Through JSON here, too, so that a fresh result and a later hit look the same.
  #remember(key: string, entry: CacheEntry): CacheEntry {
    const metadata = throughJson(entry.metadata);
    const kept: CacheEntry = { metadata, bytes: entry.bytes };
    this.#memory.set(key, kept);
    return kept;
  }

  async #improve(key: string, make: () => Promise<CacheEntry | undefined>): Promise<void> {
    // An entry that was not stored, because an included file changed, cannot be replaced.
    const isStored = this.#memory.get(key) ?? (await this.#openDisk()?.read(key));
    const entry = isStored ? await make() : undefined;
    if (entry) await this.#write(key, this.#remember(key, entry));
  }

  async #storeInBackground(key: string, entry: CacheEntry, stored: () => void): Promise<void> {
    const storing = this.#write(key, entry).finally(() => {
      stored();
      this.#background.delete(storing);
    });
    this.#background.add(storing);
    await Promise.race([storing, delay(longestStoreMilliseconds, undefined, { ref: false })]);
  }

  async #write(key: string, entry: CacheEntry): Promise<void> {
    const disk = this.#openDisk();
    if (!disk) return;
    try {
      const byteLength = await disk.write(key, entry);
      if (byteLength === undefined) this.#report.notStored(key, 'there is no room for the entry');
      else this.#report.stored(key, byteLength);
    } catch (error) {
      // It has already been reported that the cache is off.
      if (!(error instanceof FolderRefused)) this.#report.notStored(key, 'the entry could not be written', error);
    }
  }

  #openDisk(): DiskLayer | undefined {
    const { state } = this;
    if (!state.enabled) return undefined;
    this.#disk ??= new DiskLayer(state.folder, new FolderLayout(state.folder), state.maxByteLength, {
      corrupt: (key, byteLength) => this.#report.corrupt(key, byteLength),
      foreign: (key) => this.#report.foreign(key),
      evicted: ({ entries, pages }) => this.#report.evicted(entries, pages * pageByteLength),
      refused: (reason) => (this.#state = this.#switchedOff(state.folder, reason)),
    });
    return this.#disk;
  }

  #openFolder(): CacheState {
    const { enabled, folder, maxByteLength, complaint } = this.#settings;
    if (complaint) this.#report.settingIgnored(complaint);
    if (!enabled) return { enabled, folder, reason: 'the cache is switched off (HEDDLE_CACHE=off or enabled: false)' };
    if (folder === undefined) return this.#switchedOff(folder, 'there is no home folder; set HEDDLE_CACHE_DIR');
    const reason = prepareFolder(folder, new FolderLayout(folder));
    if (reason !== undefined) return this.#switchedOff(folder, reason);
    return { enabled, folder, maxByteLength, ...(complaint === undefined ? {} : { complaint }) };
  }

  #switchedOff(folder: string | undefined, reason: string): CacheState {
    this.#report.disabled(reason);
    return { enabled: false, folder, reason };
  }
}

// A key is part of a path. Without a regular expression, whose first use costs as much as reading the entry.
function checkKey(key: string): string {
  let valid = key.length === keyLength;
  for (let i = 0; i < key.length && valid; i++) valid = hexadecimalDigits.includes(key.charAt(i));
  if (!valid) throw noKey(key);
  return key;
}

function noKey(key: string): HeddleError {
  return argumentError(`a cache key is ${keyLength} hexadecimal digits in lower case, not '${key}'`, {
    parameter: 'key',
  });
}

// The cache is off then, and its state says why.
function passIfRefused(error: unknown): undefined {
  if (!(error instanceof FolderRefused)) throw error;
}

function throughJson(metadata: ArtifactMetadata): ArtifactMetadata {
  try {
    return JSON.parse(JSON.stringify(metadata)) as ArtifactMetadata;
  } catch (cause) {
    throw argumentError('the metadata of a cache entry must be something that JSON can hold', { cause });
  }
}
