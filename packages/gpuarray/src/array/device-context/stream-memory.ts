/** Memory for the arrays of one stream: what is given back on it can be used again on it at once. */
import type { Buffer } from '@heddle/core';
import type { MemoryArena, PoolBlock, StreamMark } from '@heddle/core/backend';
import type { ArrayContext } from './array-context';
import type { ArrayStream } from './array-stream';
import { MemoryUses } from './memory-uses';
import { PooledMemory } from './pooled-memory';

/** Largest block, in bytes, that is kept ready with its buffer. */
const readyByteLength = 1 << 20;
/** Blocks of one size that are kept ready. */
const readyCount = 16;
const granularity = 512;

/**
 * In front of core's pool, the blocks that were given back last wait by size with their buffers made, since making the
 * buffer of a part of an allocation costs more than finding the part.
 */
export class StreamMemory {
  readonly #context: ArrayContext;
  readonly #stream: ArrayStream;
  readonly #arena: MemoryArena<Buffer>;
  /** By size in units of the granularity. */
  readonly #ready: (PooledMemory[] | undefined)[] = new Array<undefined>(readyByteLength / granularity + 1).fill(
    undefined,
  );
  #mark: StreamMark | undefined;

  constructor(context: ArrayContext, stream: ArrayStream) {
    this.#context = context;
    this.#stream = stream;
    this.#arena = context.memory.arenaOf(stream);
  }

  /** @throws HeddleError `OUT_OF_MEMORY` when neither the pool nor the device has it, after a release and a second try */
  take(byteLength: number): PooledMemory {
    const { hasStreams } = this.#context;
    if (hasStreams) this.#context.memory.collectReleased();
    const granules = byteLength <= granularity ? 1 : Math.ceil(byteLength / granularity);
    const ready = granules < this.#ready.length ? this.#ready[granules] : undefined;
    const kept = ready?.pop();
    if (kept !== undefined) this.#context.memory.tookUp(kept.byteLength, 'array');
    const memory = kept ?? this.#fresh(granules * granularity);
    this.#context.memory.noteUse();
    memory.failure = undefined;
    // Whatever had it before was used by, or waited for by, this stream's work so far.
    if (hasStreams) memory.uses = new MemoryUses(this.#stream);
    return memory;
  }

  /** Takes memory back for work that comes after all that is enqueued on this stream. */
  putBack(memory: PooledMemory): void {
    // Memory of a device that was reset or disposed is gone.
    if (memory.buffer.disposed) return;
    const granules = memory.byteLength / granularity;
    if (granules < this.#ready.length) {
      const ready = (this.#ready[granules] ??= []);
      if (ready.length < readyCount) {
        ready.push(memory);
        this.#context.memory.setAside(memory.byteLength);
        return;
      }
    }
    this.#release(memory);
  }

  /** Gives a block back whose memory object has been collected. */
  free(block: PoolBlock<Buffer>): void {
    if (!block.handle.disposed) this.#arena.free(block);
  }

  /**
   * Gives what is kept ready to the pool.
   *
   * @returns whether there was any
   */
  dropReady(): boolean {
    const kept = this.#ready.flatMap((memories) => memories ?? []);
    this.#ready.fill(undefined);
    for (const memory of kept) {
      this.#context.memory.tookUp(memory.byteLength, 'pool');
      this.#release(memory);
    }
    return kept.length > 0;
  }

  /** Notes that an event has been recorded on the stream. */
  mark(): void {
    this.#mark = this.#arena.mark();
  }

  /** Notes that the stream waits for the event that another recorded last. */
  waitedFor(other: StreamMemory): void {
    if (other.#mark !== undefined) this.#arena.waitedFor(other.#mark);
  }

  /** The stream is at its end: its memory goes to the default stream, which waits for it. */
  retire(): void {
    this.dropReady();
    this.#arena.retire();
  }

  #release(memory: PooledMemory): void {
    this.#context.memory.unwatch(memory);
    this.#arena.free(memory.record.block);
  }

  #fresh(byteLength: number): PooledMemory {
    this.#context.memory.watchUse();
    const block = this.#lend(byteLength);
    const whole = block.handle;
    const { divisible } = this.#context.memory;
    const buffer = divisible ? whole.slice(block.byteOffset, block.byteOffset + byteLength) : whole;
    const memory = new PooledMemory(this.#stream, buffer, block, byteLength);
    this.#context.memory.watch(memory);
    return memory;
  }

  #lend(byteLength: number): PoolBlock<Buffer> {
    try {
      return this.#arena.allocate(byteLength);
    } catch (error) {
      // What waits at hand, or for other streams, may be what is missing.
      if (this.#context.device.lost !== undefined || !this.#context.memory.release()) throw error;
      return this.#arena.allocate(byteLength);
    }
  }
}
