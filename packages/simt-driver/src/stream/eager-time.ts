/**
 * How long to ask the driver at every turn of the event loop before a thread waits instead. Waking a thread, and then
 * the loop, costs some tens of microseconds: for waits of a millisecond or less it pays to go on asking, for longer
 * ones it would only take a processor's time.
 */

const least = 0.1;
const most = 1.5;

export class EagerTime {
  #usual = 0.15;

  /** Milliseconds. */
  get milliseconds(): number {
    const wanted = 2 * this.#usual;
    return wanted > most ? least : Math.max(least, wanted);
  }

  /** Notes how long a wait took, in milliseconds. */
  took(milliseconds: number): void {
    this.#usual += (Math.min(milliseconds, 2 * most) - this.#usual) / 8;
  }
}
