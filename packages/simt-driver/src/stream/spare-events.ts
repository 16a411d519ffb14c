/**
 * Events of a context that nobody uses any more, for those who need one next: to make an event costs ten times as much
 * as to record it. What such an event was recorded for is forgotten when it is recorded again.
 */
export class SpareEvents {
  readonly #ids: number[] = [];

  /** The driver's handle of an event that takes the time. */
  take(): number | undefined {
    return this.#ids.pop();
  }

  /** @returns false if there are enough */
  give(id: number): boolean {
    if (this.#ids.length >= most) return false;
    this.#ids.push(id);
    return true;
  }

  /** All of them, which are the caller's to destroy. */
  takeAll(): readonly number[] {
    return this.#ids.splice(0);
  }
}

/** As many as a timed launch takes, and some. */
const most = 128;
