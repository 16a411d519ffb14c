/** An event of the driver. It is destroyed, or kept for the next who needs one, once nobody waits for it. */
import type { EventHandle } from '@heddle/core/backend';
import type { SimtContext } from '../simt-context';
import type { SimtQueue } from './simt-queue';
import type { SpareEvents } from './spare-events';

/** Does not take the time, which makes recording cheaper. */
const disableTiming = 2;
/** A waiting thread sleeps instead of spinning. */
const blockingSync = 1;

export class SimtEvent implements EventHandle {
  readonly handle = 'event';
  readonly id: number;
  readonly #context: SimtContext;
  /** Where it goes in the end; undefined if it cannot serve again. */
  #spares: SpareEvents | undefined;
  #waiters = 0;
  #unwanted = false;

  private constructor(context: SimtContext, id: number, spares?: SpareEvents) {
    this.#context = context;
    this.id = id;
    this.#spares = spares;
  }

  /** For users: takes the time when it is reached. */
  static timing(context: SimtContext): SimtEvent {
    const { spareEvents } = context;
    return new SimtEvent(context, spareEvents.take() ?? createEvent(context, blockingSync), spareEvents);
  }

  /** For waiting only. */
  static plain(context: SimtContext): SimtEvent {
    return new SimtEvent(context, createEvent(context, blockingSync | disableTiming));
  }

  record(queue: SimtQueue): void {
    // A graph that is being recorded goes on referring to it.
    if (queue.capturing) this.#spares = undefined;
    this.#context.callBound('eventRecord', this.id, queue.stream);
  }

  /** Keeps the event alive until {@link unhold}. */
  hold(): void {
    this.#waiters += 1;
  }

  /** True while somebody waits for it, a thread among them. */
  get isHeld(): boolean {
    return this.#waiters > 0;
  }

  unhold(): void {
    this.#waiters -= 1;
    if (this.#unwanted && this.#waiters === 0) this.#release();
  }

  destroy(): void {
    if (this.#unwanted) return;
    this.#unwanted = true;
    if (this.#waiters === 0) this.#release();
  }

  // After a reset the context has other spare events, and those of before are gone with what they belonged to.
  #release(): void {
    if (this.#spares?.give(this.id) !== true) this.#context.release('eventDestroy', this.id);
  }
}

function createEvent(context: SimtContext, flags: number): number {
  const out = new BigUint64Array(1);
  context.call('eventCreate', out, flags);
  return Number(out[0]);
}
