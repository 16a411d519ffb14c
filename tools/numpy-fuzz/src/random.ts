/** Random numbers from a seed, the same on every machine: Mulberry32. */
export class Random {
  #state: number;

  constructor(...seeds: readonly (number | string)[]) {
    this.#state = hash(seeds.join('/'));
  }

  /** Of [0, 1). */
  real(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let x = this.#state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.real() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.real() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const index = this.integer(0, list.length - 1);
    if (index < 0) throw new Error('nothing to pick from');
    return list[index] as T;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const rest = [...list];
    return list.map(() => rest.splice(this.integer(0, rest.length - 1), 1)[0] as T);
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return state;
}
