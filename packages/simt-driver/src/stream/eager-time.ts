/**
 * How long to ask the driver at every turn of the event loop before a thread waits instead. Waking a thread, and then
 * the loop, costs some tens of microseconds: for waits of a millisecond or less it pays to go on asking, for longer
 * ones it would only take a processor's time.
 */

const least = 0.1;
const most = 1.5;

/** Waits are alike that differ by no more than this part. */
const alike = 0.05;

/** How much sooner than expected to ask again at every turn, and how much longer, in milliseconds. */
export const expectedMargin = 0.25;

export class EagerTime {
  #usual = 0.15;
  #last = 0;
  #expected: number | undefined;

  /** Milliseconds. */
  get milliseconds(): number {
    const wanted = 2 * this.#usual;
    return wanted > most ? least : Math.max(least, wanted);
  }

  /** Milliseconds that a wait takes where the last two were alike, as those of equal copies are. */
  get expected(): number | undefined {
    return this.#expected;
  }

  /** Notes how long a wait took, in milliseconds. */
  took(milliseconds: number): void {
    const isAlike = Math.abs(milliseconds - this.#last) < alike * milliseconds;
    this.#expected = isAlike ? milliseconds : undefined;
    this.#last = milliseconds;
    this.#usual += (Math.min(milliseconds, 2 * most) - this.#usual) / 8;
  }
}
