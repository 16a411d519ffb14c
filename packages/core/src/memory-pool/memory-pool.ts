/**
 * Memory lent over and over without asking the driver for it.
 */
import { inspect } from 'node:util';
import { assertOptions, optionNames } from '../diagnostics';
import { argumentError, HeddleError, isHeddleError } from '../errors';
import type { MemoryPoolOptions, PoolAllocator, PoolBlock, PoolLimit, PoolStatistics } from './allocator';
import type { MemoryArena, SegmentLender } from './memory-arena';
import { LentBlock, StreamArena } from './memory-arena';
import { absorbNext, Chunk, splitSegment } from './segment';
import type { Segment } from './segment';
import { blockGranularity, granulesFor, reusableGranules } from './size-bins';

export { blockGranularity } from './size-bins';

const defaultChunkByteLength = 2 * 1024 * 1024;
const poolOptionNames = optionNames<MemoryPoolOptions>({ limit: true, chunkByteLength: true });

/**
 * A pool over one allocator, shared by the streams of a device through their arenas.
 *
 * @example
 * ```ts
 * const pool = new MemoryPool(allocator, { limit: { fraction: 0.8, totalByteLength: 16 * 2 ** 30 } });
 * const arena = pool.arena(stream);
 * const block = arena.allocate(4096);
 * // ... enqueue work on the stream that uses block.handle at block.byteOffset ...
 * arena.free(block);                  // at once: the stream runs in order
 * ```
 */
export class MemoryPool<Handle> {
  readonly #allocator: PoolAllocator<Handle>;
  readonly #chunkGranules: number;
  readonly #chunks = new Set<Chunk<Handle>>();
  readonly #arenas = new Set<StreamArena<Handle>>();
  readonly #arenaOfStream = new WeakMap<object, StreamArena<Handle>>();
  readonly #lender: SegmentLender<Handle>;
  readonly #defaultArena: StreamArena<Handle>;
  #limitGranules = Infinity;
  #usedGranules = 0;
  #heldGranules = 0;
  #peakUsedGranules = 0;
  #peakHeldGranules = 0;
  #usedBlocks = 0;
  #hits = 0;
  #misses = 0;

  /** @throws HeddleError `ARGUMENT` for unknown options, and for a limit or chunk size that cannot be */
  constructor(allocator: PoolAllocator<Handle>, options: MemoryPoolOptions = {}) {
    assertOptions('MemoryPool', options, poolOptionNames);
    this.#allocator = allocator;
    this.#chunkGranules = granulesFor(options.chunkByteLength ?? defaultChunkByteLength);
    this.#limitGranules = limitInGranules(options.limit);
    this.#lender = {
      lend: (arena, granules) => this.#lend(arena, granules),
      takeBack: (arena, segment) => this.#takeBack(arena, segment),
      retire: (arena) => this.#retire(arena),
    };
    this.#defaultArena = this.#newArena();
  }

  /** The arena of a stream; without a stream, of the default stream. Keep it: asking again costs a look-up. */
  arena(stream?: object): MemoryArena<Handle> {
    if (!stream) return this.#defaultArena;
    const known = this.#arenaOfStream.get(stream);
    if (known) return known;
    const arena = this.#newArena();
    this.#arenaOfStream.set(stream, arena);
    return arena;
  }

  /** Lends memory for the default stream; see {@link MemoryArena.allocate}. */
  allocate(byteLength: number): PoolBlock<Handle> {
    return this.#defaultArena.allocate(byteLength);
  }

  /** Takes a block back from the stream it was lent for; see {@link MemoryArena.free}. */
  free(block: PoolBlock<Handle>): void {
    const arena = block instanceof LentBlock ? (block as LentBlock<Handle>).arena : this.#defaultArena;
    // A block of another pool goes to an arena of this one, which refuses it.
    (arena.lender === this.#lender ? arena : this.#defaultArena).free(block);
  }

  /** States that all work of the whole device has ended: every free block is usable by every stream. */
  synchronized(): void {
    for (const arena of this.#arenas) arena.completed();
  }

  /**
   * Returns all unused memory to the allocator, after waiting for the device if possible.
   *
   * @returns the bytes given back
   */
  freeAll(): number {
    this.#settle();
    return this.#releaseUnused() * blockGranularity;
  }

  /**
   * Changes the bound. Unused memory beyond the bound is returned.
   *
   * @param limit - undefined for no bound
   * @throws HeddleError `ARGUMENT` for a limit that cannot be
   */
  setLimit(limit: PoolLimit | undefined): void {
    this.#limitGranules = limitInGranules(limit);
    if (this.#heldGranules > this.#limitGranules) this.freeAll();
  }

  /** Bytes lent at present. */
  get usedByteLength(): number {
    return this.#usedGranules * blockGranularity;
  }

  /** Most bytes that it may hold; Infinity for no bound of its own. */
  get limitByteLength(): number {
    return this.#limitGranules * blockGranularity;
  }

  get statistics(): PoolStatistics {
    return {
      usedByteLength: this.usedByteLength,
      heldByteLength: this.#heldGranules * blockGranularity,
      peakUsedByteLength: this.#peakUsedGranules * blockGranularity,
      peakHeldByteLength: this.#peakHeldGranules * blockGranularity,
      usedBlocks: this.#usedBlocks,
      hits: this.#hits,
      misses: this.#misses,
    };
  }

  #newArena(): StreamArena<Handle> {
    const arena = new StreamArena<Handle>(this.#lender);
    this.#arenas.add(arena);
    return arena;
  }

  #lend(arena: StreamArena<Handle>, requested: number): Segment<Handle> {
    const { divisible } = this.#allocator;
    const granules = divisible ? requested : reusableGranules(requested);
    const list = this.#isSmall(granules) ? arena.small : arena.large;
    const held = (divisible ? list.take(granules) : list.takeExact(granules)) ?? this.#takeFromOthers(arena, granules);
    if (held) this.#hits++;
    else this.#misses++;
    const segment = held ?? this.#allocateChunk(arena, granules);

    segment.chunk.lentSegments++;
    this.#usedBlocks++;
    this.#usedGranules += granules;
    if (this.#usedGranules > this.#peakUsedGranules) this.#peakUsedGranules = this.#usedGranules;
    return segment;
  }

  #takeBack(arena: StreamArena<Handle>, segment: Segment<Handle>): void {
    segment.chunk.lentSegments--;
    this.#usedBlocks--;
    this.#usedGranules -= segment.granules;
    if (arena.heir) this.#addFree(arena.heir, segment, -1);
    else this.#addFree(arena, segment, arena.epoch);
  }

  /** Puts a segment into an arena's list, merged with its free neighbours of the same list. */
  #addFree(arena: StreamArena<Handle>, segment: Segment<Handle>, epoch: number): void {
    const list = segment.chunk.small ? arena.small : arena.large;
    const { before, after } = segment;
    segment.epoch = epoch;
    if (after && after.list === list) {
      list.remove(after);
      absorbNext(segment, after);
    }
    if (before && before.list === list) {
      list.remove(before);
      absorbNext(before, segment);
      list.add(before);
    } else {
      list.add(segment);
    }
  }

  #isSmall(granules: number): boolean {
    return this.#allocator.divisible && granules * 2 <= this.#chunkGranules;
  }

  /** Memory that other streams freed before work that this stream already waits for. */
  #takeFromOthers(arena: StreamArena<Handle>, granules: number): Segment<Handle> | undefined {
    const exact = !this.#allocator.divisible;
    const small = this.#isSmall(granules);
    for (const other of this.#arenas) {
      if (other === arena) continue;
      const epoch = arena.epochSeenOf(other);
      const found = (small ? other.small : other.large).takeUntil(epoch, granules, exact);
      if (found) return found;
    }
    return undefined;
  }

  #allocateChunk(arena: StreamArena<Handle>, granules: number): Segment<Handle> {
    const small = this.#isSmall(granules);
    const failure: { cause?: unknown } = {};
    let chunk = this.#tryChunk(small ? this.#chunkGranules : granules, small, failure);
    if (!chunk) {
      const found = this.#takeAnything(arena, granules);
      if (found) return found;
      this.#releaseUnused();
      chunk = this.#tryChunk(granules, small, failure);
    }
    if (!chunk) throw this.#outOfMemory(granules, failure.cause);

    const segment = chunk.first;
    if (segment.granules > granules) arena.small.add(splitSegment(segment, granules));
    return segment;
  }

  /** A new chunk; undefined when the limit or the allocator does not allow it. */
  #tryChunk(granules: number, small: boolean, failure: { cause?: unknown }): Chunk<Handle> | undefined {
    if (this.#heldGranules + granules > this.#limitGranules) return undefined;
    let handle: Handle;
    try {
      handle = this.#allocator.allocate(granules * blockGranularity);
    } catch (error) {
      if (!isHeddleError(error, 'OUT_OF_MEMORY')) throw error;
      failure.cause = error;
      return undefined;
    }
    const chunk = new Chunk(handle, granules, small);
    this.#chunks.add(chunk);
    this.#heldGranules += granules;
    this.#peakHeldGranules = Math.max(this.#peakHeldGranules, this.#heldGranules);
    return chunk;
  }

  /** Before memory is given up: wait, so that what any stream freed is usable, in large and small chunks alike. */
  #takeAnything(arena: StreamArena<Handle>, granules: number): Segment<Handle> | undefined {
    this.#settle();
    if (!this.#allocator.divisible) return this.#takeFromOthers(arena, granules);
    this.#gather();
    const seen = arena.epochSeenOf(this.#defaultArena);
    const { small, large } = this.#defaultArena;
    return (
      small.takeUntil(seen, granules, false) ?? arena.large.take(granules) ?? large.takeUntil(seen, granules, false)
    );
  }

  #settle(): void {
    if (!this.#allocator.synchronize) return;
    this.#allocator.synchronize();
    this.synchronized();
  }

  /** Moves what no stream uses any more to the default arena, where neighbours merge. */
  #gather(): void {
    for (const arena of this.#arenas) this.#moveToDefault(arena, arena.completedEpoch);
  }

  #moveToDefault(arena: StreamArena<Handle>, epoch: number): void {
    for (const list of [arena.small, arena.large]) {
      for (const segment of [...list]) {
        // Skips what merged with its neighbour, moved a moment ago.
        if (segment.list !== list || segment.epoch > epoch) continue;
        list.remove(segment);
        this.#addFree(this.#defaultArena, segment, -1);
      }
    }
  }

  #retire(arena: StreamArena<Handle>): void {
    if (arena === this.#defaultArena) throw argumentError('the default stream lives as long as its device');
    arena.heir = this.#defaultArena;
    this.#moveToDefault(arena, Infinity);
    this.#arenas.delete(arena);
  }

  /** @returns the granules given back */
  #releaseUnused(): number {
    const unused = [...this.#chunks].filter((chunk) => chunk.lentSegments === 0);
    let released = 0;
    for (const chunk of unused) {
      for (let segment: Segment<Handle> | undefined = chunk.first; segment; segment = segment.after) {
        segment.list?.remove(segment);
      }
      this.#chunks.delete(chunk);
      this.#heldGranules -= chunk.granules;
      released += chunk.granules;
      this.#allocator.free(chunk.handle);
    }
    return released;
  }

  #outOfMemory(granules: number, cause: unknown): HeddleError {
    const requested = granules * blockGranularity;
    const used = this.usedByteLength;
    const held = this.#heldGranules * blockGranularity;
    // Without a refusal of the allocator it was the pool's own limit.
    const max = this.limitByteLength;
    const bound = cause === undefined ? { max } : {};
    const reason = cause === undefined ? `the pool is limited to ${max} bytes` : 'the device has no more';
    const message = `cannot allocate ${requested} bytes: ${reason}; ${used} are in use, ${held} held`;
    return new HeddleError('OUT_OF_MEMORY', message, {
      resource: 'device memory',
      requested,
      ...bound,
      cause,
      hint: 'Dispose memory that you no longer need. Garbage-collected memory is freed only during an await.',
    });
  }
}

function limitInGranules(limit: PoolLimit | undefined): number {
  if (limit === undefined) return Infinity;
  if (typeof limit !== 'number' && (typeof limit !== 'object' || (limit as PoolLimit | null) === null)) {
    throw argumentError(`not a limit: ${inspect(limit)}`, {
      parameter: 'limit',
      hint: 'Give bytes, { fraction, totalByteLength }, or undefined for none.',
    });
  }
  const byteLength = typeof limit === 'number' ? limit : limit.fraction * limit.totalByteLength;
  const valid = typeof limit === 'number' ? limit >= 0 : limit.fraction >= 0 && limit.fraction <= 1 && byteLength >= 0;
  if (!valid) throw argumentError(`not a limit: ${inspect(limit)}`, { parameter: 'limit' });
  return Math.floor(byteLength / blockGranularity);
}
