/** A stream as arrays use it: the work that it runs after, and the memory that it may use again. */
import type { Stream } from '@heddle/core';
import type { ArrayContext } from './array-context';
import { MemoryUses } from './memory-uses';
import type { PooledMemory } from './pooled-memory';
import { StreamMemory } from './stream-memory';
import { StreamPoint } from './stream-point';

/** Where launches, copies and fills go, as core's options say it; empty for the default stream. */
export interface Place {
  readonly stream?: Stream;
}

/** Runs code whose work goes to a stream. */
export type OnStream = <T>(body: () => T) => T;

/** An array as far as work on it is concerned. */
export interface Operand {
  readonly memory: PooledMemory;
}

interface Successor {
  readonly stream: ArrayStream;
  /** The work of the successor that runs after all work of this stream. */
  readonly from: number;
}

export class ArrayStream {
  readonly context: ArrayContext;
  readonly place: Place;
  readonly memory: StreamMemory;
  /** Works enqueued, counted from the moment that the device has more than one stream for arrays. */
  enqueued = 0;
  /** The last work of each other stream that this stream runs after. */
  readonly #behind = new Map<ArrayStream, number>();
  #point: StreamPoint | undefined;
  /** The last work that {@link #point} comes after. */
  #pointed = -1;
  #successor: Successor | undefined;

  /** @param stream - undefined for the default stream */
  constructor(context: ArrayContext, stream: Stream | undefined) {
    this.context = context;
    this.place = stream === undefined ? {} : { stream };
    this.memory = new StreamMemory(context, this);
  }

  get stream(): Stream {
    return this.place.stream ?? this.context.device.defaultStream;
  }

  /** The stream that does this one's work now: itself, or the one that took over. */
  get active(): ArrayStream {
    return this.#successor?.stream ?? this;
  }

  /**
   * Enqueues work after all work that it depends on, on any stream.
   *
   * @param reads - operands whose elements are read
   * @param writes - operands whose elements are written
   * @param start - enqueues; must not wait
   */
  run<T>(reads: readonly object[], writes: readonly object[], start: (place: Place) => T): T {
    if (!this.context.hasStreams) return start(this.place);
    this.announce(reads, writes);
    const result = start(this.place);
    // Recorded at once, since the user may dispose the stream; the default stream is always there to be asked.
    if (this.place.stream !== undefined) this.#pointNow();
    return result;
  }

  /** Orders and notes work that is about to be enqueued, by the caller or by the user's own launch. */
  announce(reads: readonly object[], writes: readonly object[]): void {
    for (const operand of reads) memoryOf(operand)?.uses?.order(this, false);
    for (const operand of writes) memoryOf(operand)?.uses?.order(this, true);
    this.enqueued += 1;
    for (const operand of reads) this.#note(memoryOf(operand), false);
    for (const operand of writes) this.#note(memoryOf(operand), true);
  }

  /** True if this stream's next work runs after that work of the other stream. */
  isBehind(other: ArrayStream, count: number): boolean {
    if (other === this) return true;
    const successor = other.#successor;
    if (successor !== undefined) return this.isBehind(successor.stream, successor.from);
    return (this.#behind.get(other) ?? -1) >= count;
  }

  /** Makes this stream's next work run after that work of the other stream. */
  follow(other: ArrayStream, count: number): void {
    if (this.isBehind(other, count)) return;
    const successor = other.#successor;
    if (successor !== undefined) {
      this.follow(successor.stream, successor.from);
      return;
    }
    const { event } = other.#pointNow();
    this.stream.waitFor(event);
    this.#behind.set(other, other.enqueued);
    this.memory.waitedFor(other.memory);
  }

  /** The end of this stream's work so far. The caller releases it. */
  holdPoint(): StreamPoint {
    return this.#pointNow().hold();
  }

  /** Hands memory, and what arrays on this stream will still do, to another stream. */
  retire(successor: ArrayStream): void {
    if (this.#successor !== undefined) return;
    successor.follow(this, this.enqueued);
    successor.enqueued += 1;
    this.#point?.release();
    this.#point = undefined;
    this.#successor = { stream: successor, from: successor.enqueued };
    this.memory.retire();
  }

  #pointNow(): StreamPoint {
    const known = this.#point;
    if (known !== undefined && this.#pointed === this.enqueued) return known;
    const point = this.#record(known);
    this.#point = point;
    this.#pointed = this.enqueued;
    this.memory.mark();
    return point;
  }

  /** Records the end of the work so far, into the event of the last time if nobody else holds it. */
  #record(known: StreamPoint | undefined): StreamPoint {
    if (known !== undefined && !known.shared) {
      this.stream.record(known.event);
      return known;
    }
    known?.release();
    return new StreamPoint(this.stream.record());
  }

  // Memory of the time before there were streams was used by the default stream alone, which all others followed.
  #note(memory: PooledMemory | undefined, writes: boolean): void {
    if (memory === undefined) return;
    memory.uses ??= new MemoryUses(this.context.defaultStream);
    memory.uses.note(this, writes);
  }
}

/** The memory of an array; undefined for a view of device memory that is not an array of this package. */
export function memoryOf(operand: object): PooledMemory | undefined {
  return hasMemory(operand) ? operand.memory : undefined;
}

function hasMemory(operand: object): operand is Operand {
  return 'memory' in operand;
}
