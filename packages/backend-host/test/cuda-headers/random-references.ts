/**
 * cuRAND's generators in whole numbers without a width, from the papers' definitions: what skips is a power of a matrix,
 * and nothing is shared with the headers that are tried against it.
 */

/** The numbers after `curand_init(seed, subsequence, offset)`. */
export type Reference = (seed: bigint, subsequence: bigint, offset: bigint) => () => bigint;

const word = (x: bigint): bigint => BigInt.asUintN(32, x);

// A matrix over GF(2) by its columns, each the state that one bit becomes.
type BitMatrix = readonly bigint[];
const timesBits = (matrix: BitMatrix, state: bigint): bigint => {
  let sum = 0n;
  for (let left = state, i = 0; left !== 0n; left >>= 1n, i++) if (left & 1n) sum ^= matrix[i] ?? 0n;
  return sum;
};

/** One step of the shift register: five words, the oldest lowest. */
export function xorwowStep(state: bigint): bigint {
  const mixed = word(state) ^ (word(state) >> 2n);
  const newest = state >> 128n;
  return (state >> 32n) | ((newest ^ word(newest << 4n) ^ mixed ^ word(mixed << 1n)) << 128n);
}

const xorwowPowers: BitMatrix[] = [];
/** The register after 2^k steps, for each k. */
function xorwowPower(k: number): BitMatrix {
  if (xorwowPowers.length === 0) xorwowPowers.push(Array.from({ length: 160 }, (_, i) => xorwowStep(1n << BigInt(i))));
  while (xorwowPowers.length <= k) {
    const last = xorwowPowers.at(-1) ?? [];
    xorwowPowers.push(last.map((column) => timesBits(last, column)));
  }
  return xorwowPowers[k] ?? [];
}

/** Marsaglia's xorwow; seeds and subsequences of 2^67 numbers as cuRAND has them. */
export const xorwow: Reference = (seed, subsequence, offset) => {
  const low = word(1099087573n * (word(seed) ^ 0xaad26b49n));
  const high = word(2591861531n * ((seed >> 32n) ^ 0xf7dcefddn));
  const words = [123456789n + low, 362436069n ^ low, 521288629n + high, 88675123n ^ high, 5783321n + low];
  let register = words.reduce((state, x, i) => state | (word(x) << BigInt(32 * i)), 0n);
  const steps = (subsequence << 67n) + offset;
  for (let k = 0; steps >> BigInt(k) !== 0n; k++)
    if ((steps >> BigInt(k)) & 1n) register = timesBits(xorwowPower(k), register);
  let counter = word(6615241n + low + high + 362437n * steps);
  return () => {
    register = xorwowStep(register);
    counter = word(counter + 362437n);
    return word((register >> 128n) + counter);
  };
};

/** Philox4x32-10 of a counter and a key. */
export function philoxBlock(counter: bigint, key: bigint): bigint[] {
  let [a, b, c, d] = [0n, 32n, 64n, 96n].map((shift) => word(counter >> shift)) as [bigint, bigint, bigint, bigint];
  for (let round = 0n; round < 10n; round++) {
    const [p, q] = [0xd2511f53n * a, 0xcd9e8d57n * c];
    const keys = [word(key + round * 0x9e3779b9n), word((key >> 32n) + round * 0xbb67ae85n)] as const;
    [a, b, c, d] = [(q >> 32n) ^ b ^ keys[0], word(q), (p >> 32n) ^ d ^ keys[1], word(p)];
  }
  return [a, b, c, d];
}

/** The subsequence is the counter's upper half. */
export const philox: Reference = (seed, subsequence, offset) => {
  let place = (subsequence << 66n) + offset;
  return () => {
    const numbers = philoxBlock(BigInt.asUintN(128, place >> 2n), seed);
    return numbers[Number(place++ & 3n)] ?? 0n;
  };
};

type Matrix = readonly (readonly bigint[])[];
function timesMatrix(a: Matrix, b: Matrix, modulus: bigint): Matrix {
  const columns = (b[0] ?? []).map((_, j) => b.map((row) => row[j] ?? 0n));
  return a.map((row) =>
    columns.map((column) => row.reduce((sum, x, k) => (sum + x * (column[k] ?? 0n)) % modulus, 0n)),
  );
}
function powerOf(matrix: Matrix, exponent: bigint, modulus: bigint): Matrix {
  if (exponent === 0n) return matrix.map((row, i) => row.map((_, j) => (i === j ? 1n : 0n)));
  const half = powerOf(matrix, exponent >> 1n, modulus);
  const square = timesMatrix(half, half, modulus);
  return exponent & 1n ? timesMatrix(square, matrix, modulus) : square;
}

// L'Ecuyer 1999, table II: the two recurrences of MRG32k3a.
const [first, second] = [4294967087n, 4294944443n];
const recurrences = [
  {
    modulus: first,
    matrix: [
      [0n, 1n, 0n],
      [0n, 0n, 1n],
      [first - 810728n, 1403580n, 0n],
    ],
  },
  {
    modulus: second,
    matrix: [
      [0n, 1n, 0n],
      [0n, 0n, 1n],
      [second - 1370589n, 0n, 527612n],
    ],
  },
] as const;

/** The paper's z, from 1 to the first modulus. A subsequence has 2^76 numbers, a sequence 2^127. */
export const mrg: Reference = (seed, subsequence, offset) => {
  const [low, high] = seed === 0n ? [1n, 1n] : [word(seed) ^ 0x55555555n, (seed >> 32n) ^ 0xaaaaaaaan];
  const factors = [
    [low, high, low],
    [high, low, high],
  ] as const;
  const steps = (subsequence << 76n) + offset;
  let states = recurrences.map(({ modulus, matrix }, i): Matrix => {
    const seeded = (factors[i] ?? []).map((x) => [(12345n * x) % modulus]);
    return timesMatrix(powerOf(matrix, steps, modulus), seeded, modulus);
  });
  return () => {
    states = states.map((state, i) => {
      const { modulus, matrix } = recurrences[i === 0 ? 0 : 1];
      return timesMatrix(matrix, state, modulus);
    });
    const [x, y] = states.map((state) => state[2]?.[0] ?? 0n) as [bigint, bigint];
    return x > y ? x - y : x - y + first;
  };
};

/**
 * The table in `curand_xorwow_jumps.h`: x^(d 16^p) modulo the characteristic polynomial of xorwow's register for each
 * digit d of 1..15 at each place p of 0..15, and the same of x^(2^67). Berlekamp and Massey's algorithm finds the
 * polynomial of one bit of the register.
 */
export function xorwowJumps(): bigint[] {
  const bits: bigint[] = [];
  for (let i = 0, state = 1n; i < 320; i++, state = xorwowStep(state)) bits.push(state & 1n);
  let [connection, previous, length, since] = [1n, 1n, 0, 1];
  for (let n = 0; n < bits.length; n++, since++) {
    let discrepancy = 0n;
    for (let i = 0; i <= length; i++) discrepancy ^= (connection >> BigInt(i)) & (bits[n - i] ?? 0n) & 1n;
    if (discrepancy === 0n) continue;
    const before = connection;
    connection ^= previous << BigInt(since);
    if (2 * length <= n) [length, previous, since] = [n + 1 - length, before, 0];
  }
  const characteristic = Array.from({ length: length + 1 }).reduce(
    (sum: bigint, _, i) => (sum << 1n) | ((connection >> BigInt(i)) & 1n),
    0n,
  );
  const product = (a: bigint, b: bigint): bigint => {
    let sum = 0n;
    for (let i = length - 1; i >= 0; i--) {
      sum = (sum << 1n) ^ ((b >> BigInt(i)) & 1n ? a : 0n);
      if (sum >> BigInt(length)) sum ^= characteristic;
    }
    return sum;
  };
  const squared = (x: bigint, count: number): bigint => (count === 0 ? x : squared(product(x, x), count - 1));
  return [2n, squared(2n, 67)].flatMap((one) =>
    Array.from({ length: 16 }, (_, place) => squared(one, 4 * place)).flatMap((digit) => {
      const powers = [digit];
      while (powers.length < 15) powers.push(product(powers.at(-1) ?? 0n, digit));
      return powers;
    }),
  );
}
