/**
 * Promises for work that the device has not finished. They never block the event loop.
 *
 * Most waits are short, and their latency matters. For a fraction of a millisecond, or twice as long as recent waits
 * took, the event loop polls the driver once per turn, so other work of the process continues. After that, a thread
 * waits for the oldest event and wakes the loop as soon as it is reached; a timer polls now and then. If waits take
 * similar times, the thread wakes the loop shortly before the end and the loop polls again, because a sleeping loop
 * notices the end some 100 us late. A callback from the driver would not be better: it holds the stream until
 * JavaScript has run, and it is not called at all after a fault.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { nativeAddon } from '@heddle/native';
import type { SimtContext } from '../simt-context';
import { status } from '../status';
import { EagerTime, expectedMargin } from './eager-time';
import { SimtEvent } from './simt-event';
import { noFaultCandidates, faultCandidatesOf, type SimtQueue } from './simt-queue';

/** How often a timer asks, in milliseconds: at first and at last, alone and beside a thread that waits. */
const alone = { first: 0.5, last: 4 } as const;
const besideThread = { first: 2, last: 25 } as const;
const longestSettleMilliseconds = 500;
/**
 * How long the thread asks without sleeping. An interrupt comes 150 to 300 us late, which is a twentieth of the time
 * that 256 MiB take on their way; beside what takes longer than this it no longer matters.
 */
const wakefulMicroseconds = 10_000;

interface Pending {
  readonly event: SimtEvent;
  readonly since: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  readonly queue: SimtQueue | undefined;
}

export class Completions {
  readonly #context: SimtContext;
  readonly #spare: SimtEvent[] = [];
  readonly #eager = new EagerTime();
  #pending: Pending[] = [];
  #eagerUntil = 0;
  #delay: number = alone.first;
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #thread: Promise<void> | undefined;
  /** Whether a thread without a context may wait for an event: known after the first try. */
  #threadsServe = true;

  constructor(context: SimtContext) {
    this.#context = context;
  }

  /** Resolves when all that is in the queue now has run; rejects with the fault of a launch among it. */
  async ofQueue(queue: SimtQueue): Promise<void> {
    const { launches } = queue;
    // Promises resolve in the order in which they were made.
    if (!this.#pending.some((one) => one.queue === queue) && this.isIdle(queue)) {
      queue.markCompleted(launches);
      return;
    }
    const event = this.#spare.pop() ?? SimtEvent.plain(this.#context);
    try {
      this.#context.callBound('eventRecord', event.id, queue.stream);
      await this.ofEvent(event, queue);
    } catch (error) {
      // Whether the event can serve again is not known; it is not kept.
      event.destroy();
      throw error;
    }
    queue.markCompleted(launches);
    // A thread that still waits for it would wait for its next record too, and hold locks of the driver meanwhile.
    if (event.isHeld) event.destroy();
    else this.#spare.push(event);
  }

  /** Resolves when the event's last record has been reached. */
  ofEvent(event: SimtEvent, queue?: SimtQueue): Promise<void> {
    return new Promise((resolve, reject) => {
      event.hold();
      const since = performance.now();
      this.#pending.push({ event, since, resolve, reject, queue });
      this.#eagerUntil = since + this.#eager.milliseconds;
      this.#delay = 0;
      this.#schedule();
    });
  }

  /** True when nothing is left to run in the queue. @throws the fault of a launch */
  isIdle(queue: SimtQueue): boolean {
    const value = this.#context.statusBound('streamQuery', queue.stream);
    if (value === status.success) return true;
    if (value === status.notReady) return false;
    const { details, about } = faultCandidatesOf([queue]);
    throw this.#context.failure(value, 'streamQuery', details, about);
  }

  /** Ends the waits of a device that is gone, or of one that is closed. */
  rejectAll(error: unknown): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const { reject, event } of pending) {
      reject(error);
      event.unhold();
    }
    for (const event of this.#spare.splice(0)) event.destroy();
  }

  /** Resolves when no thread waits inside the driver any more, or soon: one may wait for a kernel that never ends. */
  async settle(): Promise<void> {
    await Promise.race([this.#thread, delay(longestSettleMilliseconds, undefined, { ref: false })]);
  }

  #schedule(): void {
    if (this.#pending.length === 0) return;
    if (performance.now() < this.#eagerUntil) {
      this.#immediate ??= setImmediate(() => {
        this.#immediate = undefined;
        this.#ask();
      });
      return;
    }
    this.#waitOnThread();
    const { first, last } = this.#thread ? besideThread : alone;
    this.#delay = Math.min(last, Math.max(first, this.#delay * 1.5));
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#ask();
    }, this.#delay);
  }

  #ask(): void {
    const waiting = this.#pending;
    const busy = new Set<SimtQueue | undefined>();
    this.#pending = [];
    for (const one of waiting) {
      // A queue may get on between two questions; what is later in it is not reached before what is earlier.
      if (one.queue !== undefined && busy.has(one.queue)) {
        this.#pending.push(one);
        continue;
      }
      const value = this.#context.closed ? status.success : this.#context.statusBound('eventQuery', one.event.id);
      if (value === status.notReady) {
        this.#pending.push(one);
        busy.add(one.queue);
        continue;
      }
      const now = performance.now();
      this.#eager.took(now - one.since);
      this.#eagerUntil = now + this.#eager.milliseconds;
      one.event.unhold();
      if (value === status.success) one.resolve();
      else one.reject(this.#failure(value, one.queue));
    }
    this.#schedule();
  }

  #failure(value: number, queue: SimtQueue | undefined): Error {
    const { details, about } = queue ? faultCandidatesOf([queue]) : noFaultCandidates;
    return this.#context.failure(value, 'eventQuery', details, about);
  }

  // One at a time, for the oldest: the others are asked after as soon as it ends, and by the timer meanwhile.
  #waitOnThread(): void {
    const oldest = this.#pending[0];
    if (this.#thread || !this.#threadsServe || oldest === undefined) return;
    const { event, since } = oldest;
    event.hold();
    const now = performance.now();
    const end = since + (this.#eager.expected ?? 0);
    const sooner = end - expectedMargin - now;
    this.#thread = this.#synchronizeOnThread(event, sooner).then((served) => {
      if (sooner > 0) this.#eagerUntil = Math.max(this.#eagerUntil, end + expectedMargin);
      this.#thread = undefined;
      this.#threadsServe = served;
      event.unhold();
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#ask();
    });
  }

  /**
   * @param milliseconds - how long to wait at most, if positive; only for times in which the thread does not sleep
   * @returns false if threads cannot wait here; whether the event was reached is asked afterwards
   */
  async #synchronizeOnThread(event: SimtEvent, milliseconds: number): Promise<boolean> {
    const { api, handle } = this.#context;
    const limited = milliseconds > 0 && milliseconds * 1000 < wakefulMicroseconds;
    try {
      const addon = nativeAddon();
      if (addon) {
        // The current context belongs to the thread, so it is set there first.
        await addon.wait([
          { function: api.addressOf('contextSetCurrent'), arguments: [handle] },
          {
            function: api.addressOf('eventQuery'),
            arguments: [BigInt(event.id)],
            askAgain: {
              status: status.notReady,
              microseconds: limited ? Math.ceil(milliseconds * 1000) : wakefulMicroseconds,
            },
          },
          ...(limited ? [] : [{ function: api.addressOf('eventSynchronize'), arguments: [BigInt(event.id)] }]),
        ]);
        return true;
      }
      // Without the addon no context can be set on that thread. Drivers differ in whether they need one.
      return (await api.statusAsync('eventSynchronize', event.id)) !== status.invalidContext;
    } catch {
      return false;
    }
  }
}
