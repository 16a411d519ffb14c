/**
 * Seeded random numbers: xoshiro128** (Blackman and Vigna, 2018), seeded through SplitMix32.
 *
 * Not `Math.random`, which cannot be seeded: a search must be repeatable.
 */

// Looked up once: a search draws millions of numbers, and in a `vm` context, as jest has, each look-up of a global is slow.
const { PI, cos, floor, imul, log, sin, sqrt } = Math;

/** A stream of random numbers. */
export interface Random {
  /** A number in [0, 1), of 32 random bits. */
  next(): number;

  /** An integer in [0, limit). */
  integer(limit: number): number;

  /** A number of the standard normal distribution. */
  normal(): number;

  /** Shuffles an array in place and returns it. */
  shuffle<T>(items: T[]): T[];

  /** An independent stream, so that two parts of a search do not disturb each other's numbers. */
  split(): Random;
}

/**
 * A stream of random numbers.
 *
 * @param seed - any number; equal seeds give equal streams
 */
export function createRandom(seed: number): Random {
  return new Xoshiro(seed);
}

class Xoshiro implements Random {
  private readonly state = new Uint32Array(4);
  private spareNormal: number | undefined;

  constructor(seed: number) {
    // The bits of the number, so that fractions and large seeds differ too.
    const bits = new Uint32Array(Float64Array.of(seed).buffer);
    let mixed = ((bits[0] ?? 0) ^ imul(bits[1] ?? 0, 0x9e3779b1)) >>> 0;
    for (let word = 0; word < 4; word++) {
      mixed = (mixed + 0x9e3779b9) >>> 0;
      let z = mixed;
      z = imul(z ^ (z >>> 16), 0x21f0aaad);
      z = imul(z ^ (z >>> 15), 0x735a2d97);
      this.state[word] = z ^ (z >>> 15);
    }
  }

  next(): number {
    return this.bits() / 0x1_0000_0000;
  }

  integer(limit: number): number {
    // Spaces may have more than 2^32 configurations: then 53 bits are drawn.
    if (limit <= 0x1_0000_0000) return floor(this.next() * limit);
    return floor(((this.bits() >>> 5) * 0x400_0000 + (this.bits() >>> 6)) * (limit / 2 ** 53));
  }

  normal(): number {
    if (this.spareNormal !== undefined) {
      const spare = this.spareNormal;
      this.spareNormal = undefined;
      return spare;
    }
    // Box and Muller, 1958; 1 - u because the logarithm of 0 is not finite.
    const radius = sqrt(-2 * log(1 - this.next()));
    const angle = 2 * PI * this.next();
    this.spareNormal = radius * sin(angle);
    return radius * cos(angle);
  }

  shuffle<T>(items: T[]): T[] {
    for (let last = items.length - 1; last > 0; last--) {
      const other = this.integer(last + 1);
      const item = items[last] as T;
      items[last] = items[other] as T;
      items[other] = item;
    }
    return items;
  }

  split(): Random {
    return new Xoshiro(this.bits() + this.bits() * 0x10_0000);
  }

  private bits(): number {
    const state = this.state as unknown as [number, number, number, number];
    const product = imul(state[1], 5);
    const result = imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = state[1] << 9;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = (state[3] << 11) | (state[3] >>> 21);
    return result;
  }
}
