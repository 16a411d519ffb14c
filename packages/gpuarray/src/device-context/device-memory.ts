/** The memory pool of a device, and what is kept at hand in front of it. */
import {
  MemoryPool,
  type Buffer,
  type Device,
  type MemoryArena,
  type PoolBlock,
  type PoolLimit,
  type PoolStatistics,
} from '@heddle/core';
import type { ArrayContext } from './array-context';
import { PooledMemory } from './pooled-memory';

/** Largest block, in bytes, that is kept ready with its buffer. */
const readyByteLength = 1 << 20;
/** Blocks of one size that are kept ready. */
const readyCount = 16;
const granularity = 512;

/**
 * Memory of one device for arrays whose work is on its default stream.
 *
 * In front of core's pool, the blocks that were given back last wait by size with their buffers made, since making the
 * buffer of a part of an allocation costs more than finding the part.
 */
export class DeviceMemory {
  readonly #context: ArrayContext;
  readonly #device: Device;
  readonly #pool: MemoryPool<Buffer>;
  readonly #arena: MemoryArena<Buffer>;
  /** By size in units of the granularity. */
  readonly #ready: (PooledMemory[] | undefined)[] = new Array<undefined>(readyByteLength / granularity + 1).fill(
    undefined,
  );
  readonly #divisible: boolean;
  readonly #forgotten: FinalizationRegistry<PoolBlock<Buffer>>;

  constructor(context: ArrayContext, device: Device) {
    this.#context = context;
    this.#device = device;
    this.#divisible = device.has('device-pointers');
    this.#pool = new MemoryPool<Buffer>({
      divisible: this.#divisible,
      allocate: (byteLength) => device.allocate(byteLength),
      free: (buffer) => {
        buffer.dispose();
      },
    });
    this.#arena = this.#pool.arena();
    this.#forgotten = new FinalizationRegistry((block) => {
      if (!block.handle.disposed) this.#arena.free(block);
    });
  }

  get statistics(): PoolStatistics {
    return this.#pool.statistics;
  }

  /** Bounds what the pool holds; undefined lifts the bound. */
  setLimit(limit: PoolLimit | undefined): void {
    this.#dropReady();
    this.#pool.setLimit(limit);
  }

  /**
   * Gives what no array uses back to the device.
   *
   * @returns bytes given back
   */
  freeAll(): number {
    this.#dropReady();
    return this.#pool.freeAll();
  }

  /** @throws HeddleError `OUT_OF_MEMORY` when neither the pool nor the device has it, after a release and a second try */
  take(byteLength: number): PooledMemory {
    const granules = byteLength <= granularity ? 1 : Math.ceil(byteLength / granularity);
    const ready = granules < this.#ready.length ? this.#ready[granules] : undefined;
    const known = ready?.pop();
    if (known !== undefined) {
      known.failure = undefined;
      return known;
    }
    return this.#fresh(granules * granularity);
  }

  giveBack(memory: PooledMemory): void {
    const { queue } = this.#context;
    if (!queue.busy) this.#putBack(memory);
    else {
      queue.inOrder(() => {
        this.#putBack(memory);
      });
    }
  }

  #putBack(memory: PooledMemory): void {
    // Memory of a device that was reset or disposed is gone.
    if (memory.buffer.disposed) return;
    const granules = memory.byteLength / granularity;
    if (granules < this.#ready.length) {
      const ready = (this.#ready[granules] ??= []);
      if (ready.length < readyCount) {
        ready.push(memory);
        return;
      }
    }
    this.#release(memory);
  }

  #release(memory: PooledMemory): void {
    this.#forgotten.unregister(memory);
    this.#arena.free(memory.block);
  }

  #fresh(byteLength: number): PooledMemory {
    const block = this.#lend(byteLength);
    const whole = block.handle;
    const buffer = this.#divisible ? whole.slice(block.byteOffset, block.byteOffset + byteLength) : whole;
    const memory = new PooledMemory(this.#context, buffer, block, byteLength);
    this.#forgotten.register(memory, block, memory);
    return memory;
  }

  #lend(byteLength: number): PoolBlock<Buffer> {
    try {
      return this.#arena.allocate(byteLength);
    } catch (error) {
      // What waits at hand may be what is missing.
      if (this.#device.lost !== undefined || !this.#dropReady()) throw error;
      return this.#arena.allocate(byteLength);
    }
  }

  #dropReady(): boolean {
    const kept = this.#ready.flatMap((memories) => memories ?? []);
    this.#ready.fill(undefined);
    for (const memory of kept) this.#release(memory);
    return kept.length > 0;
  }
}
