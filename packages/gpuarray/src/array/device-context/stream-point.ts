/** A place in a stream's work: an event, shared by everything that waits for it. */
import type { Event } from '@heddle/core';

export class StreamPoint {
  readonly event: Event;
  #holders = 1;

  constructor(event: Event) {
    this.event = event;
  }

  /** True if others than the stream itself wait for this place, so that the event cannot be recorded elsewhere. */
  get shared(): boolean {
    return this.#holders > 1;
  }

  hold(): this {
    this.#holders += 1;
    return this;
  }

  release(): void {
    this.#holders -= 1;
    if (this.#holders === 0) this.event.dispose();
  }
}
