/**
 * The pool as one stream sees it.
 *
 * A stream runs its work in order, so memory that it freed is its own to reuse at once, while an earlier kernel may
 * still be writing to it. Another stream must not get that memory until it is known to run after the last use. Each
 * free segment therefore carries the epoch of its stream in which it was freed; marks divide the epochs.
 */
import { argumentError } from '../errors';
import type { PoolBlock, StreamMark } from './allocator';
import { FreeSegments } from './free-segments';
import type { Segment } from './segment';
import { blockGranularity, granulesFor } from './size-bins';

/** The pool as one stream sees it: what it frees, it may reuse at once. */
export interface MemoryArena<Handle> {
  /**
   * Lends at least `byteLength` bytes, for work of this arena's stream.
   *
   * @throws HeddleError `ARGUMENT` for a byteLength that is not a non-negative integer
   * @throws HeddleError `OUT_OF_MEMORY` when neither the pool nor, after a release, the allocator has it
   */
  allocate(byteLength: number): PoolBlock<Handle>;
  /**
   * Takes a block back. Work of this arena's stream that was enqueued before may still use it; work of other streams
   * must have been ordered before it by the caller.
   *
   * @throws HeddleError `ARGUMENT` for a block that is not lent by this pool
   */
  free(block: PoolBlock<Handle>): void;
  /** Notes this point of the stream's work: call it where an event is recorded on the stream. */
  mark(): StreamMark;
  /** States that this stream's later work runs after `mark` (it waits for the event recorded there). */
  waitedFor(mark: StreamMark): void;
  /** States that all work of this stream up to `mark` has ended; without a mark, all of its work so far. */
  completed(mark?: StreamMark): void;
  /** States that the stream has ended and is gone. Its memory becomes usable by every stream. */
  retire(): void;
}

/** A segment while it is lent. A new object each time, so that a block freed twice is recognised for good. */
export class LentBlock<Handle> implements PoolBlock<Handle> {
  /** Undefined once freed. */
  segment: Segment<Handle> | undefined;
  readonly arena: StreamArena<Handle>;
  readonly handle: Handle;
  readonly byteOffset: number;
  readonly byteLength: number;

  constructor(arena: StreamArena<Handle>, segment: Segment<Handle>) {
    this.arena = arena;
    this.segment = segment;
    this.handle = segment.chunk.handle;
    this.byteOffset = segment.offset * blockGranularity;
    this.byteLength = segment.granules * blockGranularity;
  }
}

/** What an arena needs of its pool. */
export interface SegmentLender<Handle> {
  /** Finds a segment and cuts it to size. */
  lend(arena: StreamArena<Handle>, granules: number): Segment<Handle>;
  takeBack(arena: StreamArena<Handle>, segment: Segment<Handle>): void;
  retire(arena: StreamArena<Handle>): void;
}

export class StreamArena<Handle> implements MemoryArena<Handle> {
  readonly small = new FreeSegments<Handle>();
  readonly large = new FreeSegments<Handle>();
  /** Rises with every mark; stamped on what is freed. */
  epoch = 0;
  /** Work of this epoch and before has ended. */
  completedEpoch = -1;
  /** The arena that takes over when the stream is gone. */
  heir: StreamArena<Handle> | undefined = undefined;
  /** By other arena: its last epoch that this stream runs after. */
  readonly #waited = new WeakMap<object, number>();

  constructor(readonly lender: SegmentLender<Handle>) {}

  allocate(byteLength: number): PoolBlock<Handle> {
    const arena = this.heir ?? this;
    return new LentBlock(arena, this.lender.lend(arena, granulesFor(byteLength)));
  }

  free(block: PoolBlock<Handle>): void {
    const lent = block instanceof LentBlock ? (block as LentBlock<Handle>) : undefined;
    if (!lent?.segment || lent.arena.lender !== this.lender) {
      throw argumentError('this block is not lent by this pool: it was freed before, or is of another one');
    }
    const { segment } = lent;
    lent.segment = undefined;
    this.lender.takeBack(this, segment);
  }

  mark(): StreamMark {
    return { arena: this, epoch: this.epoch++ };
  }

  waitedFor(mark: StreamMark): void {
    const known = this.#waited.get(mark.arena) ?? -1;
    if (mark.epoch > known) this.#waited.set(mark.arena, mark.epoch);
  }

  completed(mark: StreamMark = this.mark()): void {
    if (mark.arena !== this) throw argumentError('the mark is of another stream');
    if (mark.epoch > this.completedEpoch) this.completedEpoch = mark.epoch;
  }

  retire(): void {
    this.lender.retire(this);
  }

  /** The last epoch of `other` that this stream is known to run after; -1 if of none. */
  epochSeenOf(other: StreamArena<Handle>): number {
    if (other === this) return Infinity;
    return Math.max(other.completedEpoch, this.#waited.get(other) ?? -1);
  }
}
