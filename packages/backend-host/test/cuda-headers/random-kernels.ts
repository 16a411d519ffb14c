/** What the tests of cuRAND's device API share: its generators, and kernels that draw from them. */
import type { Device, Module } from '@heddle/core';
import { findCurand } from './find-curand';
import { mrg, philox, xorwow, type Reference } from './random-references';

const includeDirs = findCurand();
/** A suite of what needs cuRAND's headers. */
export function describeCurand(name: string, body: () => void): void {
  if (includeDirs === undefined) describe.skip(`${name}: curand_kernel.h is not on this machine`, body);
  else describe(name, body);
}

export interface Generator {
  readonly name: string;
  readonly state: string;
  readonly bytes: number;
  readonly reference: Reference;
  /** How many subsequences there are. */
  readonly subsequences: bigint;
  /** What `curand` returns of a number of the reference. */
  readonly word: (x: bigint) => number;
  readonly uniform: (next: () => bigint) => number;
  readonly uniformDouble: (next: () => bigint) => number;
  /** What a pair of normal doubles is made of. */
  readonly uniformForNormal: (next: () => bigint) => number;
  /** Calls that move on, and by how many numbers. */
  readonly skips: Readonly<Record<string, bigint>>;
}

/** XORWOW's and Philox's numbers have 32 bits, of which a double takes two. */
export const bits = {
  word: Number,
  uniform: (next: () => bigint): number => Math.fround(Math.fround(Number(next())) * 2 ** -32 + 2 ** -33),
  uniformDouble: (next: () => bigint): number => {
    const low = next();
    return Number(low ^ (next() << 21n)) * 2 ** -53 + 2 ** -54;
  },
};
const modulus = 4294967087;
export const generators: readonly Generator[] = [
  {
    name: 'XORWOW',
    state: 'curandState',
    bytes: 48,
    reference: xorwow,
    subsequences: 2n ** 64n,
    ...bits,
    uniformForNormal: bits.uniformDouble,
    skips: { skipahead: 1n, skipahead_sequence: 1n << 67n },
  },
  {
    name: 'Philox4x32-10',
    state: 'curandStatePhilox4_32_10_t',
    bytes: 64,
    reference: philox,
    subsequences: 2n ** 64n,
    ...bits,
    uniformDouble: (next) => (Number(next()) + 1) * 2 ** -32,
    uniformForNormal: bits.uniformDouble,
    skips: { skipahead: 1n, skipahead_sequence: 1n << 66n },
  },
  {
    name: 'MRG32k3a',
    state: 'curandStateMRG32k3a_t',
    bytes: 48,
    reference: mrg,
    subsequences: 2n ** 51n,
    word: (x) => Math.min(Math.trunc(Number(x) * 1.000000048662), 2 ** 32 - 1),
    uniform: (next) => Math.fround(Number(next()) * (1 / modulus)),
    uniformDouble: (next) => Number(next()) * (1 / modulus),
    uniformForNormal: (next) => Number(next()) * (1 / modulus),
    skips: { skipahead: 1n, skipahead_subsequence: 1n << 76n, skipahead_sequence: 1n << 127n },
  },
];

export const times = <T>(count: number, value: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => value(i));
/** Compiles what is written for `State`. */
export function compile(on: Device, state: string, source: string): Promise<Module> {
  const text: string = `#include <curand_kernel.h>\ntypedef ${state} State;\n${source}`;
  return on.compile(text, { includeDirs: includeDirs ?? [] });
}

/** The first numbers after each seed, subsequence and offset. */
export async function firstNumbers(
  on: Device,
  source: string,
  state: string,
  out: 'uint32' | 'float32' | 'float64',
  places: readonly (readonly [seed: bigint, subsequence: bigint, offset: bigint])[],
  count: number,
): Promise<number[][]> {
  using module = await compile(
    on,
    state,
    `__global__ void k(const unsigned long long* places, ${{ uint32: 'unsigned', float32: 'float', float64: 'double' }[out]}* out, int n, int count) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= n) return;
      State state;
      curand_init(places[3 * i], places[3 * i + 1], places[3 * i + 2], &state);
      for (int k = 0; k < count; k++) out[i * count + k] = ${source};
    }`,
  );
  using given = await on.upload(BigUint64Array.from(places.flat()));
  using made = on.zeros(out, places.length * count);
  module.kernel('k').launch({ grid: Math.ceil(places.length / 32), block: 32 }, given, made, places.length, count);
  const numbers = await made.read();
  return places.map((_, i) => Array.from(numbers.slice(i * count, (i + 1) * count), Number));
}

/** Up to a tolerance, relative to numbers beyond 1. */
export function near(made: readonly number[], expected: readonly number[], tolerance: number): void {
  const isNear = made.map((x, i) => Math.abs(x - (expected[i] ?? NaN)) <= tolerance * (1 + Math.abs(x)));
  expect({ made, isNear }).toEqual({ made: isNear.every(Boolean) ? made : expected, isNear: expected.map(() => true) });
}
