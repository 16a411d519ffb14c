/** The memory pool of a device, shared by its streams, and the freed memory that other streams still use. */
import type { Buffer } from '@heddle/core';
import {
  MemoryPressure,
  MemoryPool,
  type MemoryArena,
  type PoolLimit,
  type PoolStatistics,
} from '@heddle/core/backend';
import type { ArrayContext } from './array-context';
import type { ArrayStream } from './array-stream';
import type { MemoryRecord, PooledMemory } from './pooled-memory';
import type { StreamPoint } from './stream-point';

/** Freed memory that its own stream can reuse after other streams have reached these points. */
interface Awaited {
  readonly home: ArrayStream;
  readonly points: readonly StreamPoint[];
  readonly give: () => void;
}

/** Freed blocks that one allocation looks at, so that no allocation takes long. */
const collectedAtOnce = 4;

export class DeviceMemory {
  /** Whether a part of an allocation can be used by itself. */
  readonly divisible: boolean;
  readonly #context: ArrayContext;
  readonly #pool: MemoryPool<Buffer>;
  readonly #totalBytes: number;
  #pressure: MemoryPressure;
  readonly #unreferenced: FinalizationRegistry<MemoryRecord>;
  #awaited: Awaited[] = [];
  /** What the pool has lent and no array has: given up, or kept ready by a stream; and how often it was taken again. */
  #asideByteLength = 0;
  #asideBlocks = 0;
  #takenAgain = 0;
  #peakUsedByteLength = 0;

  constructor(context: ArrayContext) {
    const { device } = context;
    this.#context = context;
    this.divisible = device.has('device-pointers');
    this.#totalBytes = device.memoryInfo().totalBytes;
    this.#pressure = new MemoryPressure(this.#totalBytes);
    this.#pool = new MemoryPool<Buffer>({
      divisible: this.divisible,
      allocate: (byteLength) => device.allocate(byteLength),
      free: (buffer) => {
        // Memory comes back to the pool after all work on it, so it need not wait for its turn.
        device.work.direct(() => {
          buffer.dispose();
        });
      },
    });
    this.#unreferenced = new FinalizationRegistry((record) => {
      if (record.block.handle.disposed) return;
      this.#giveWhenFree(record, () => {
        record.stream.active.memory.free(record.block);
      });
    });
  }

  /** Of arrays: what was given up counts as held, also while work waits for it or a stream keeps it ready. */
  get statistics(): PoolStatistics {
    const { usedBlocks, hits, ...rest } = this.#pool.statistics;
    return {
      ...rest,
      usedByteLength: this.#usedByteLength,
      peakUsedByteLength: this.#peakUsedByteLength,
      usedBlocks: usedBlocks - this.#asideBlocks,
      hits: hits + this.#takenAgain,
    };
  }

  get #usedByteLength(): number {
    return this.#pool.usedByteLength - this.#asideByteLength;
  }

  /** Notes that a block belongs to no array any more, or not yet. */
  setAside(byteLength: number): void {
    this.#asideByteLength += byteLength;
    this.#asideBlocks += 1;
  }

  /** Notes that a block that was set aside goes to an array, or to the pool. */
  tookUp(byteLength: number, to: 'array' | 'pool'): void {
    this.#asideByteLength -= byteLength;
    this.#asideBlocks -= 1;
    if (to === 'array') this.#takenAgain += 1;
  }

  /** Notes that an array has got memory. */
  noteUse(): void {
    const used = this.#usedByteLength;
    if (used > this.#peakUsedByteLength) this.#peakUsedByteLength = used;
  }

  /** Bounds what the pool holds; undefined lifts the bound. */
  setLimit(limit: PoolLimit | undefined): void {
    this.release();
    this.#pool.setLimit(limit);
    this.#pressure = new MemoryPressure(Math.min(this.#totalBytes, this.#pool.limitByteLength));
  }

  /** Collects garbage if much memory has been allocated. Call this before each allocation. */
  watchUse(): void {
    this.#pressure.watch(this.#usedByteLength);
  }

  /**
   * Gives what no array uses back to the device.
   *
   * @returns bytes given back
   */
  freeAll(): number {
    this.release();
    return this.#pool.freeAll();
  }

  /** Where the memory of a stream comes from. */
  arenaOf(stream: ArrayStream): MemoryArena<Buffer> {
    return stream.place.stream === undefined ? this.#pool.arena() : this.#pool.arena(stream);
  }

  /** Takes back memory that an array has given up, after all work that is queued. */
  giveBack(memory: PooledMemory): void {
    const { queue, hasStreams } = this.#context;
    if (!queue.waits && !hasStreams) {
      memory.home.memory.putBack(memory);
      return;
    }
    const { byteLength } = memory;
    this.setAside(byteLength);
    queue.afterAll(() => {
      this.#giveWhenFree(memory.record, () => {
        this.tookUp(byteLength, 'pool');
        memory.home.memory.putBack(memory);
      });
    });
  }

  /** Frees the memory when it is garbage-collected, if it was not given back before. */
  watch(memory: PooledMemory): void {
    this.#unreferenced.register(memory, memory.record, memory);
  }

  /** Ends {@link watch}. */
  unwatch(memory: PooledMemory): void {
    this.#unreferenced.unregister(memory);
  }

  /** Takes back memory that other streams have finished with. */
  collectReleased(): void {
    for (const awaited of this.#awaited.splice(0, collectedAtOnce)) {
      if (awaited.points.every(({ event }) => event.reached)) this.#give(awaited);
      else this.#awaited.push(awaited);
    }
  }

  /**
   * Gives all freed memory to the pool: its streams wait for the work of other streams on it.
   *
   * @returns whether there was any
   */
  release(): boolean {
    const awaited = this.#awaited.splice(0);
    for (const one of awaited) {
      for (const { event } of one.points) one.home.active.stream.waitFor(event);
      this.#give(one);
    }
    let any = awaited.length > 0;
    for (const stream of this.#context.streams()) any = stream.memory.dropReady() || any;
    return any;
  }

  #giveWhenFree({ uses, stream }: MemoryRecord, give: () => void): void {
    const home = stream.active;
    const users = this.#context.hasStreams && uses !== undefined ? [...uses.unknownTo(home)] : [];
    if (users.length === 0) give();
    else this.#awaited.push({ home, points: users.map((user) => user.active.holdPoint()), give });
  }

  #give({ points, give }: Awaited): void {
    for (const point of points) point.release();
    give();
  }
}
