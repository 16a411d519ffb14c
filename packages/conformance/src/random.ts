/** Random numbers that come out the same for the same case and seed, on every machine. */

export interface Random {
  /** What reproduces the sequence. */
  readonly seed: number;
  /** In [0, 1). */
  next(): number;
  /** A whole number from `least` to `greatest`, both included. */
  integer(least: number, greatest: number): number;
  /** So many random bytes. */
  bytes(length: number): Uint8Array<ArrayBuffer>;
  /** So many numbers in [least, greatest), rounded to float32. */
  floats(length: number, least?: number, greatest?: number): Float32Array<ArrayBuffer>;
  /** So many whole numbers from `least` to `greatest`. */
  integers(length: number, least: number, greatest: number): Int32Array<ArrayBuffer>;
}

/** @param salt - mixed into the seed, so that every case has a sequence of its own */
export function createRandom(seed: number, salt: string): Random {
  let state = hash(`${seed}:${salt}`);
  // mulberry32: small, and good enough to fill arrays.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (least: number, greatest: number): number => least + Math.floor(next() * (greatest - least + 1));
  return {
    seed,
    next,
    integer,
    bytes: (length) => Uint8Array.from({ length }, () => integer(0, 255)),
    floats: (length, least = 0, greatest = 1) =>
      Float32Array.from({ length }, () => least + next() * (greatest - least)),
    integers: (length, least, greatest) => Int32Array.from({ length }, () => integer(least, greatest)),
  };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}
