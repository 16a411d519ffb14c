/**
 * A bound on work, so that a source made to explode (macros that double, types nested in themselves) costs no more
 * than a large honest one. Whatever is left when it runs out stays unknown.
 */
export class Budget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** False once the budget is used up. */
  spend(steps = 1): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }
}
