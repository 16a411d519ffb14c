/**
 * Keeps the default stream in order with all other streams, as CUDA's legacy default stream is with blocking streams.
 *
 * The queues of a backend are independent of each other, so core adds the marks and waits. It adds them only when the
 * stream that gets work is not the one that got work before: a program with one stream pays for a comparison.
 */
import type { FailedCall } from '../arguments/device-reference';
import { argumentError } from '../errors';
import type { Driver, EventHandle, QueueHandle } from '../spi/driver';

/** Runs driver calls, with failures turned into errors that name the backend. */
interface DriverCalls {
  call<T>(operation: string, body: (driver: Driver) => T): T;
}

const none: readonly FailedCall[] = [];

/** A stream's queue, and how far it and the default stream have waited for each other. */
export class OrderedQueue {
  readonly queue: QueueHandle;
  /** True if the stream opted out of the order. */
  readonly nonBlocking: boolean;
  /** The last mark of the default stream that this queue waits for. */
  mark = 0;
  /** True while this queue has work that the default stream does not wait for yet. */
  ahead = false;
  /** Recorded when the default stream has to wait for this queue; for the default stream itself, its mark. */
  event: EventHandle | undefined;
  /** A call on this stream that took its turn and failed. */
  failed: FailedCall | undefined;

  constructor(queue: QueueHandle, nonBlocking: boolean) {
    this.queue = queue;
    this.nonBlocking = nonBlocking;
  }
}

export class StreamOrder {
  readonly #calls: DriverCalls;
  readonly #queues = new Set<OrderedQueue>();
  /** Queues with work that the default stream does not wait for yet. */
  readonly #ahead = new Set<OrderedQueue>();
  /** Work of non-blocking streams that were disposed before it had run. */
  readonly #leftWork = new Set<Promise<void>>();
  #default: OrderedQueue | undefined;
  /** True while the default stream has work that no mark covers. */
  #unmarked = false;
  #marks = 0;
  #capturing = 0;
  /** True once {@link noteFailure} has been called. */
  #anyFailed = false;

  constructor(calls: DriverCalls) {
    this.#calls = calls;
  }

  /** Adds a stream's queue. The first one is the default stream's. */
  add(queue: QueueHandle, nonBlocking: boolean): OrderedQueue {
    const ordered = new OrderedQueue(queue, nonBlocking);
    this.#default ??= ordered;
    this.#queues.add(ordered);
    return ordered;
  }

  /**
   * The queue of a stream that is about to get work, which runs after everything that it has to wait for.
   *
   * @throws HeddleError `ARGUMENT` for the default stream while another stream is captured
   */
  enter(stream: OrderedQueue): QueueHandle {
    if (stream === this.#default) {
      if (this.#capturing > 0) throw duringCapture();
      if (this.#ahead.size > 0) this.#waitForOthers(stream);
      this.#unmarked = true;
    } else if (!stream.nonBlocking) {
      if (this.#unmarked) this.#markDefault();
      if (stream.mark !== this.#marks) this.#waitForDefault(stream);
      if (!stream.ahead) {
        stream.ahead = true;
        this.#ahead.add(stream);
      }
    }
    return stream.queue;
  }

  /** The queue of a stream that is waited for. What the default stream has to wait for counts as its own work. */
  waitedFor(stream: OrderedQueue): QueueHandle {
    if (stream === this.#default) {
      if (this.#capturing > 0) throw duringCapture();
      if (this.#ahead.size > 0) this.#waitForOthers(stream);
    }
    return stream.queue;
  }

  /** Keeps a call that failed when it had its turn, for the next wait for its stream. */
  noteFailure(stream: OrderedQueue, call: FailedCall): void {
    this.#anyFailed = true;
    if (stream.failed?.told !== false) stream.failed = call;
  }

  /** Calls that failed when they had their turn: of one stream and those that it waits for, or of all. */
  failedCalls(stream?: OrderedQueue): readonly FailedCall[] {
    if (!this.#anyFailed) return none;
    const counts = (queue: OrderedQueue): boolean =>
      stream === undefined || queue === stream || (stream === this.#default && !queue.nonBlocking);
    return [...this.#queues].flatMap((queue) => (queue.failed !== undefined && counts(queue) ? [queue.failed] : []));
  }

  /** True when nothing is left to run on a stream, nor on any that it waits for. */
  isIdle(stream: OrderedQueue): boolean {
    const queues = stream === this.#default ? [stream, ...this.#ahead] : [stream];
    return this.#calls.call('idle', (driver) => queues.every(({ queue }) => driver.isIdle(queue)));
  }

  /**
   * Resolves when everything enqueued so far on any stream has run, non-blocking streams included.
   *
   * @throws HeddleError the first fault among it, after all of it has ended
   */
  async allCompleted(): Promise<void> {
    if (this.#capturing > 0) throw duringCapture();
    const ends = this.#calls.call('synchronize', (driver) => [
      ...[...this.#queues].map(({ queue }) => driver.completion(queue)),
      ...this.#leftWork,
    ]);
    for (const end of await Promise.allSettled(ends)) if (end.status === 'rejected') throw end.reason;
  }

  /** Runs `body` while a stream records a graph: the default stream would wait for work that does not run. */
  whileCapturing<T>(body: () => T): T {
    this.#capturing += 1;
    try {
      return body();
    } finally {
      this.#capturing -= 1;
    }
  }

  /** True for the stream that is used when none is named. */
  isDefault(stream: OrderedQueue): boolean {
    return stream === this.#default;
  }

  /** Forgets a stream that is about to be destroyed. Work that it still has stays in order. */
  remove(stream: OrderedQueue): void {
    this.#queues.delete(stream);
    const unfinished = this.#ahead.delete(stream);
    if (stream.failed && this.#default) this.noteFailure(this.#default, stream.failed);
    if (stream === this.#default) this.#letOthersWait();
    this.#calls.call('dispose', (driver) => {
      if (stream.nonBlocking && !driver.isIdle(stream.queue)) this.#keepUntilCompleted(driver.completion(stream.queue));
      else if (unfinished && this.#default && this.#queues.has(this.#default)) {
        this.#waitForQueue(this.#default, stream);
      }
      if (stream.event) driver.destroyEvent(stream.event);
      stream.event = undefined;
      if (this.#queues.size === 1) this.#forgetMark(driver);
    });
  }

  // A user may dispose the default stream. Nobody can wait for it after that, so the other streams do it now.
  #letOthersWait(): void {
    for (const other of this.#queues) {
      if (other.nonBlocking) continue;
      if (this.#unmarked) this.#markDefault();
      if (other.mark !== this.#marks) this.#waitForDefault(other);
    }
    this.#unmarked = false;
  }

  // With its last other stream gone, the default stream needs no mark; the next stream to come makes it record one.
  #forgetMark(driver: Driver): void {
    if (this.#default?.event === undefined) return;
    driver.destroyEvent(this.#default.event);
    this.#default.event = undefined;
    this.#unmarked = true;
  }

  #keepUntilCompleted(end: Promise<void>): void {
    const kept = end.finally(() => this.#leftWork.delete(kept));
    kept.catch(() => undefined);
    this.#leftWork.add(kept);
  }

  #waitForOthers(stream: OrderedQueue): void {
    for (const other of this.#ahead) {
      this.#waitForQueue(stream, other);
      other.ahead = false;
    }
    this.#ahead.clear();
  }

  #markDefault(): void {
    const stream = this.#default;
    if (!stream) return;
    this.#calls.call('record', (driver) => {
      driver.recordEvent(stream.queue, (stream.event ??= driver.createEvent()));
    });
    this.#unmarked = false;
    this.#marks += 1;
  }

  #waitForDefault(stream: OrderedQueue): void {
    const event = this.#default?.event;
    if (event) this.#calls.call('waitFor', (driver) => driver.waitEvent(stream.queue, event));
    stream.mark = this.#marks;
  }

  #waitForQueue(stream: OrderedQueue, other: OrderedQueue): void {
    this.#calls.call('waitFor', (driver) => {
      const event = (other.event ??= driver.createEvent());
      driver.recordEvent(other.queue, event);
      driver.waitEvent(stream.queue, event);
    });
  }
}

function duringCapture(): Error {
  return argumentError('the default stream cannot be used during stream.capture(): it waits for the captured stream', {
    parameter: 'stream',
    hint: 'Name the captured stream, { stream }, in every call of the body; make and fill buffers before the capture.',
  });
}
