/** An element does not depend on how many others are drawn with it, whichever way the launch takes. */
import { openDevice, type Device } from '@heddle/core';
import type { GpuArray } from '../../src/array/gpu-array';
import { RandomGenerator } from '../../src/algorithms/random';
import { testBackends } from '../support/on-devices';

const draws: Readonly<Record<string, (random: RandomGenerator, n: number) => GpuArray>> = {
  bits: (random, n) => random.bits(n),
  'bits of 64': (random, n) => random.bits(n, 'uint64'),
  'uniform of [0, 1)': (random, n) => random.uniform(n),
  'uniform of [-1, 3.7)': (random, n) => random.uniform(n, { low: -1, high: 3.7 }),
  'uniform float16': (random, n) => random.uniform(n, { dtype: 'float16' }),
  'normal of mean 0': (random, n) => random.normal(n),
  'normal of mean 2': (random, n) => random.normal(n, { mean: 2, deviation: 3 }),
  exponential: (random, n) => random.exponential(n),
  integers: (random, n) => random.integers(n, 0, 6, { dtype: 'int32' }),
};

describe.each(testBackends)('draws of any length on %s', (backend) => {
  let device: Device;
  beforeAll(async () => {
    device = await openDevice(backend);
  });
  afterAll(async () => {
    await device.dispose();
  });

  const valuesOf = async (array: GpuArray): Promise<unknown[]> => {
    using owned = array;
    return Array.from((await owned.get()) as ArrayLike<unknown>);
  };

  it.each(Object.keys(draws))('%s: a shorter draw is the start of a longer one', async (name) => {
    const draw = (n: number) => valuesOf(draws[name]?.(new RandomGenerator(device, 99), n) as GpuArray);
    const all = await draw(20_001);
    // Stretches of a block of threads have 4096 or 8192 elements.
    for (const n of [1, 5, 4095, 4097, 8192, 8193, 16_390]) {
      expect(await draw(n)).toEqual(all.slice(0, n));
    }
  });

  it('uniform numbers are low + k 2^-24 (high - low), rounded once and below high', async () => {
    const words = (await valuesOf(new RandomGenerator(device, 5).bits(4099))) as number[];
    for (const [low, high] of [
      [0, 1],
      [-3, -1],
      [0.5, 0.75],
      [0, 2 ** -101],
      [0, 2 ** -104],
    ] as const) {
      const got = await valuesOf(new RandomGenerator(device, 5).uniform(4099, { low, high }));
      // Powers of two keep every step exact, but for the last rounding.
      const want = words.map((word) => {
        const value = Math.fround(low + (word >>> 8) * 2 ** -24 * (high - low));
        return value < high ? value : Math.fround(high - (high - low) * 2 ** -24);
      });
      expect(got).toEqual(want);
    }
  });

  it('normal numbers of mean 0 and deviation 1 are those of the general form', async () => {
    const standard = await valuesOf(new RandomGenerator(device, 6).normal(9001));
    // A mean of -0 takes the general form, and changes nothing but the sign of a zero.
    const general = await valuesOf(new RandomGenerator(device, 6).normal(9001, { mean: -0 }));
    expect(general.map((value) => (value as number) + 0)).toEqual(standard);
  });
});
