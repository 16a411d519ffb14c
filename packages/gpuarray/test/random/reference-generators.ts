/** The generators written a second time, in whole numbers without a width, straight from the paper's definitions. */

const mask = 0xffffffffn;

/** Philox4x32: `rounds` rounds over a counter of four words with a key of two. */
export function philox(counter: readonly bigint[], key: readonly bigint[], rounds = 10): bigint[] {
  let [a, b, c, d] = counter as [bigint, bigint, bigint, bigint];
  let [k0, k1] = key as [bigint, bigint];
  for (let round = 0; round < rounds; round++) {
    const [p0, p1] = [0xd2511f53n * a, 0xcd9e8d57n * c];
    [a, b, c, d] = [(p1 >> 32n) ^ b ^ k0, p1 & mask, (p0 >> 32n) ^ d ^ k1, p0 & mask];
    k0 = (k0 + 0x9e3779b9n) & mask;
    k1 = (k1 + 0xbb67ae85n) & mask;
  }
  return [a, b, c, d];
}

const rotations = [
  [10n, 26n],
  [11n, 21n],
  [13n, 27n],
  [23n, 5n],
  [6n, 20n],
  [17n, 11n],
  [25n, 10n],
  [18n, 20n],
] as const;

/** Threefry4x32: counter and key of four words. */
export function threefry(counter: readonly bigint[], key: readonly bigint[], rounds = 20): bigint[] {
  const extended = [...key, key.reduce((parity, word) => parity ^ word, 0x1bd11bdan)];
  const x = counter.map((word, i) => (word + (extended[i] ?? 0n)) & mask);
  const mix = (to: number, from: number, bits: bigint): void => {
    const [a, b] = [x[to] as bigint, x[from] as bigint];
    const sum = (a + b) & mask;
    x[to] = sum;
    x[from] = (((b << bits) | (b >> (32n - bits))) & mask) ^ sum;
  };
  for (let round = 0; round < rounds; round++) {
    const [first, second] = rotations[round % 8] as readonly [bigint, bigint];
    mix(0, round % 2 === 0 ? 1 : 3, first);
    mix(2, round % 2 === 0 ? 3 : 1, second);
    if (round % 4 === 3) {
      const injection = (round + 1) / 4;
      for (let i = 0; i < 4; i++) x[i] = ((x[i] as bigint) + (extended[(injection + i) % 5] as bigint)) & mask;
      x[3] = ((x[3] as bigint) + BigInt(injection)) & mask;
    }
  }
  return x;
}
