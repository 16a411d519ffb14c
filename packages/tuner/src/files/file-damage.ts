/** Damage of a file, reported as one problem. */

/** The damage of a file. */
export interface FileDamage {
  /** The first problem and its place, and the number of further ones, if any. */
  readonly problem: string;
  /** Bytes that were passed over, in all places together. */
  readonly lostBytes: number;
}

/** Collects the places where a file is damaged. */
export class DamageCount {
  #first: string | undefined;
  #places = 0;
  #lostBytes = 0;

  add(problem: string, lostBytes: number): void {
    this.#first ??= problem;
    this.#places++;
    this.#lostBytes += lostBytes;
  }

  /** Undefined if nothing was lost. */
  get damage(): FileDamage | undefined {
    if (this.#first === undefined) return undefined;
    const more = this.#places - 1;
    const others = more === 0 ? '' : `, and ${more} more ${more === 1 ? 'place' : 'places'}`;
    return { problem: `${this.#first}${others}`, lostBytes: this.#lostBytes };
  }
}
