/**
 * The interface that a memory pool needs from a backend, and the pool's statistics.
 */

/** Gets memory from a driver: slow, so the pool asks for it seldom. `Handle` is whatever the driver calls memory. */
export interface PoolAllocator<Handle> {
  /**
   * True if a part of an allocation can be used by its offset (an address, a pointer): the pool then splits and
   * merges. False if only whole allocations can be used (an OpenCL cl_mem): the pool then reuses whole ones.
   */
  readonly divisible: boolean;
  /**
   * Allocates at least `byteLength` bytes, aligned to 512 bytes where `divisible`.
   *
   * @throws HeddleError `OUT_OF_MEMORY` when there is none; the pool releases what it holds and asks once more
   */
  allocate(byteLength: number): Handle;
  /** Gives an allocation back. Where {@link synchronize} is absent, enqueued work may still be using it. */
  free(handle: Handle): void;
  /**
   * Waits for all enqueued work of the device. Called before memory that streams may still be using is given back or
   * handed to another stream, which happens only when memory has run out.
   */
  synchronize?(): void;
}

/** A bound on the memory a pool holds: bytes, or a part (0 to 1) of the device's memory. */
export type PoolLimit = number | { readonly fraction: number; readonly totalByteLength: number };

export interface MemoryPoolOptions {
  /** Most bytes to hold from the allocator, used and unused together. Default: no bound of the pool's own. */
  readonly limit?: PoolLimit;
  /**
   * Bytes asked of a divisible allocator at a time, for requests of at most half of that; a larger request is
   * allocated by itself. Default 2 MiB, the page size of GPU drivers. Ignored where the allocator is not divisible.
   */
  readonly chunkByteLength?: number;
}

/** Memory lent by a pool until it is freed. */
export interface PoolBlock<Handle> {
  /** The allocation that this block is a part of. */
  readonly handle: Handle;
  /** Where the block starts in it, in bytes; a multiple of 512, and always 0 where the allocator is not divisible. */
  readonly byteOffset: number;
  /** Bytes of the block: what was asked for, rounded up. */
  readonly byteLength: number;
}

/** A point in a stream's work, taken with {@link MemoryArena.mark}, usually where an event is recorded. */
export interface StreamMark {
  readonly arena: object;
  readonly epoch: number;
}

export interface PoolStatistics {
  /** Bytes lent now, rounding included. */
  readonly usedByteLength: number;
  /** Bytes held from the allocator now, lent or not. */
  readonly heldByteLength: number;
  /** The most that was ever lent and held at one time, in bytes. */
  readonly peakUsedByteLength: number;
  readonly peakHeldByteLength: number;
  /** Blocks lent now. */
  readonly usedBlocks: number;
  /** Requests served from memory the pool held, and those that needed the allocator. */
  readonly hits: number;
  readonly misses: number;
}
