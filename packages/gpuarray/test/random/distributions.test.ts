import { numbersFromBfloat16, numbersFromFloat16, type Device } from '@heddle/core';
import { RandomGenerator } from '../../src/algorithms/random';
import type { GpuArray } from '../../src/array/gpu-array';
import { chiSquareLimit, kolmogorovSmirnov, ksLimit, moments, normalCdf } from './statistics';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

const count = 1 << 16;

describe.each(testBackends)('distributions on %s', (backend) => {
  let device: Device;
  let random: RandomGenerator;
  beforeAll(async () => {
    device = await openTestDevice(backend);
  });
  beforeEach(() => {
    random = new RandomGenerator(device, 20240607n);
  });
  afterAll(async () => {
    await device.dispose();
  });

  const numbers = async (array: GpuArray): Promise<number[]> => {
    using owned = array;
    const values = (await owned.get()) as ArrayLike<number | bigint>;
    if (owned.dtype === 'float16') return [...numbersFromFloat16(values as Uint16Array)];
    if (owned.dtype === 'bfloat16') return [...numbersFromBfloat16(values as Uint16Array)];
    return Array.from(values, Number);
  };

  it.each(['float32', 'float64'] as const)('uniform %s fits its distribution (KS, p > 0.001)', async (dtype) => {
    const values = await numbers(random.uniform(count, { dtype, low: -3, high: 5 }));
    expect(Math.min(...values.slice(0, 1e5))).toBeGreaterThanOrEqual(-3);
    expect(Math.max(...values.slice(0, 1e5))).toBeLessThan(5);
    expect(kolmogorovSmirnov(values, (x) => (x + 3) / 8)).toBeLessThan(ksLimit);
  });

  it.each(['float16', 'bfloat16', 'float32', 'float64'] as const)('uniform %s never reaches its end', async (dtype) => {
    for (const [low, high] of [
      [0, 1],
      [-1, 0],
      [1024, 1032],
      [0, 2 ** -20],
    ] as const) {
      const values = await numbers(random.uniform(1 << 14, { dtype, low, high }));
      for (const value of values) if (!(value >= low && value < high)) throw new Error(`${value} of [${low}, ${high})`);
    }
  });

  it('uniform float16 takes every multiple of 2^-11 about equally often', async () => {
    const seen = new Array<number>(2048).fill(0);
    for (const value of await numbers(random.uniform(1 << 18, { dtype: 'float16' }))) {
      if (!Number.isInteger(value * 2048)) throw new Error(`${value} is not a multiple of 2^-11`);
      seen[value * 2048] = (seen[value * 2048] ?? 0) + 1;
    }
    expect(
      chiSquare(
        seen,
        seen.map(() => 128),
      ),
    ).toBeLessThan(chiSquareLimit(2047));
  });

  it.each(['float32', 'float64'] as const)('normal %s fits its distribution', async (dtype) => {
    const values = await numbers(random.normal(count, { dtype, mean: 2, deviation: 3 }));
    expect(kolmogorovSmirnov(values, (x) => normalCdf((x - 2) / 3))).toBeLessThan(ksLimit);
    const { mean, variance, skewness, kurtosis } = moments(values.map((x) => (x - 2) / 3));
    // Four standard errors of each.
    expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(count));
    expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(2 / count));
    expect(Math.abs(skewness)).toBeLessThan(4 * Math.sqrt(6 / count));
    expect(Math.abs(kurtosis - 3)).toBeLessThan(4 * Math.sqrt(24 / count));
  });

  it('normal has the right number of values in its tails', async () => {
    const n = 1 << 20;
    let [far, farther] = [0, 0];
    for (const value of await numbers(random.normal(n))) {
      if (Math.abs(value) > 3) far++;
      if (Math.abs(value) > 4) farther++;
    }
    for (const [seen, probability] of [
      [far, 2.6997960632601866e-3],
      [farther, 6.334248366623996e-5],
    ] as const) {
      const expected = n * probability;
      expect(Math.abs(seen - expected)).toBeLessThan(4 * Math.sqrt(expected));
    }
  });

  it('neighbours of a normal draw do not depend on each other', async () => {
    const values = await numbers(random.normal(count));
    for (const distance of [1, 2, 3]) {
      let product = 0;
      for (let i = distance; i < count; i++) product += (values[i] ?? 0) * (values[i - distance] ?? 0);
      expect(Math.abs(product / Math.sqrt(count))).toBeLessThan(4);
    }
  });

  it.each(['float32', 'float64'] as const)('exponential %s fits its distribution and is never 0', async (dtype) => {
    const values = await numbers(random.exponential(count, { dtype, scale: 0.5 }));
    expect(values.every((value) => value > 0)).toBe(true);
    expect(kolmogorovSmirnov(values, (x) => 1 - Math.exp(-2 * x))).toBeLessThan(ksLimit);
  });

  it.each(['float32', 'float64'] as const)('lognormal %s fits its distribution', async (dtype) => {
    const values = await numbers(random.lognormal(count, { dtype, mean: 0.5, deviation: 0.25 }));
    expect(kolmogorovSmirnov(values, (x) => normalCdf((Math.log(x) - 0.5) / 0.25))).toBeLessThan(ksLimit);
  });

  it.each([0.01, 1, 4.5, 9.99, 10, 12.3, 100, 5000])('poisson of mean %p fits its distribution', async (mean) => {
    const values = await numbers(random.poisson(count, mean, { dtype: 'int32' }));
    const deviation = Math.sqrt(mean);
    const first = Math.max(0, Math.floor(mean - 4 * deviation));
    const last = Math.ceil(mean + 4 * deviation) + 1;
    const seen = new Array<number>(last - first + 1).fill(0);
    for (const value of values) {
      const bin = Math.min(Math.max(value, first), last) - first;
      seen[bin] = (seen[bin] ?? 0) + 1;
    }
    const expected = poissonBins(mean, first, last).map((probability) => probability * count);
    const { observed, expected: merged } = mergeRare(seen, expected);
    expect(chiSquare(observed, merged)).toBeLessThan(chiSquareLimit(merged.length - 1));
  });

  it('poisson of mean 0 is 0, of a huge mean has its mean and spread', async () => {
    expect(new Set(await numbers(random.poisson(100, 0)))).toEqual(new Set([0]));
    const mean = 2 ** 50;
    const values = (await numbers(random.poisson(count, mean))).map((value) => (value - mean) / 2 ** 25);
    expect(Math.abs(moments(values).mean)).toBeLessThan(4 / Math.sqrt(count));
    expect(Math.abs(moments(values).variance - 1)).toBeLessThan(4 * Math.sqrt(2 / count));
  });

  it.each([
    ['int8', -100n, 100n],
    ['uint8', 0n, 256n],
    ['int16', -3n, 4n],
    ['uint16', 65000n, 65536n],
    ['int32', -(2n ** 31n), 2n ** 31n],
    ['uint32', 7n, 8n],
    ['int64', -(2n ** 63n), 2n ** 63n],
    ['int64', -5n, 2n ** 40n],
    ['uint64', 0n, 2n ** 64n],
    ['uint64', 2n ** 63n, 2n ** 63n + 3n],
  ] as const)('integers %s of [%p, %p) are equally likely', async (dtype, low, high) => {
    using drawn = random.integers(count, low, high, { dtype });
    const bins = high - low < 200n ? Number(high - low) : 100;
    const seen = new Array<number>(bins).fill(0);
    for (const value of await drawn.get()) {
      const place = BigInt(value) - low;
      if (place < 0n || place >= high - low) throw new Error(`${value} is outside`);
      const bin = Number((place * BigInt(bins)) / (high - low));
      seen[bin] = (seen[bin] ?? 0) + 1;
    }
    // How many values fall in each bin, even if the range is not a multiple of the bins.
    const edge = (i: number): bigint => (BigInt(i) * (high - low) + BigInt(bins) - 1n) / BigInt(bins);
    const expected = seen.map((_, i) => (count * Number(edge(i + 1) - edge(i))) / Number(high - low));
    expect(chiSquare(seen, expected)).toBeLessThan(chiSquareLimit(Math.max(1, bins - 1)));
  });

  it('integers have no bias where the modulus would give one', async () => {
    // 3/4 of 2^32: by the modulus the lower third would come twice as often.
    const range = 3 * 2 ** 30;
    const seen = [0, 0, 0];
    using drawn = random.integers(count, 0, range, { dtype: 'uint32' });
    for (const value of await drawn.get()) {
      const third = Math.floor(value / 2 ** 30);
      seen[third] = (seen[third] ?? 0) + 1;
    }
    expect(chiSquare(seen, [count / 3, count / 3, count / 3])).toBeLessThan(chiSquareLimit(2));
  });

  it('integers include the end where asked to', async () => {
    expect(new Set(await numbers(random.integers(1000, 1, 3, { endpoint: true })))).toEqual(new Set([1, 2, 3]));
  });
});

function chiSquare(observed: readonly number[], expected: readonly number[]): number {
  return observed.reduce((sum, seen, i) => sum + (seen - (expected[i] ?? 0)) ** 2 / (expected[i] ?? 1), 0);
}

// Probabilities of the values first to last; the ends take all that lies beyond them.
function poissonBins(mean: number, first: number, last: number): number[] {
  const logarithms = [-mean];
  for (let k = 1; k <= last; k++) logarithms.push((logarithms[k - 1] ?? NaN) + Math.log(mean / k));
  const probability = (k: number): number => Math.exp(logarithms[k] ?? NaN);
  const bins = Array.from({ length: last - first + 1 }, (_, i) => probability(first + i));
  let below = 0;
  for (let k = 0; k < first; k++) below += probability(k);
  bins[0] = (bins[0] ?? 0) + below;
  bins[bins.length - 1] = Math.max(0, 1 - bins.slice(0, -1).reduce((sum, p) => sum + p, 0));
  return bins;
}

// Chi-square wants at least five expected in each bin.
function mergeRare(observed: readonly number[], expected: readonly number[]) {
  const merged = { observed: [] as number[], expected: [] as number[] };
  let [seen, wanted] = [0, 0];
  observed.forEach((value, i) => {
    seen += value;
    wanted += expected[i] ?? 0;
    if (wanted >= 5) {
      merged.observed.push(seen);
      merged.expected.push(wanted);
      [seen, wanted] = [0, 0];
    }
  });
  const end = merged.observed.length - 1;
  merged.observed[end] = (merged.observed[end] ?? 0) + seen;
  merged.expected[end] = (merged.expected[end] ?? 0) + wanted;
  return merged;
}
