/** An event of the driver. It is destroyed once nobody waits for it. */
import type { EventHandle } from '@heddle/core';
import type { SimtContext } from '../simt-context';

/** Does not take the time, which makes recording cheaper. */
const disableTiming = 2;
/** A waiting thread sleeps instead of spinning. */
const blockingSync = 1;

export class SimtEvent implements EventHandle {
  readonly handle = 'event';
  readonly id: number;
  readonly #context: SimtContext;
  #waiters = 0;
  #unwanted = false;

  private constructor(context: SimtContext, flags: number) {
    const out = new BigUint64Array(1);
    context.call('eventCreate', out, flags);
    this.#context = context;
    this.id = Number(out[0]);
  }

  /** For users: takes the time when it is reached. */
  static timing(context: SimtContext): SimtEvent {
    return new SimtEvent(context, blockingSync);
  }

  /** For waiting only. */
  static plain(context: SimtContext): SimtEvent {
    return new SimtEvent(context, blockingSync | disableTiming);
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
    if (this.#unwanted && this.#waiters === 0) this.#context.release('eventDestroy', this.id);
  }

  destroy(): void {
    if (this.#unwanted) return;
    this.#unwanted = true;
    if (this.#waiters === 0) this.#context.release('eventDestroy', this.id);
  }
}
