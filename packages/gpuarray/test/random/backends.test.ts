import type { Device } from '@heddle/core';
import { RandomGenerator, generatorNames } from '../../src/algorithms/random';
import type { GpuArray } from '../../src/array/gpu-array';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

const draws: Readonly<Record<string, (random: RandomGenerator) => GpuArray>> = {
  'bits of 32': (random) => random.bits([3, 1001]),
  'bits of 64': (random) => random.bits(1001, 'uint64'),
  'uniform float32': (random) => random.uniform(4099, { low: -1, high: 3.7 }),
  'uniform float64': (random) => random.uniform(4099, { dtype: 'float64', low: 1e-3, high: 7 }),
  'uniform float16': (random) => random.uniform(4099, { dtype: 'float16', high: 3 }),
  'uniform bfloat16': (random) => random.uniform(4099, { dtype: 'bfloat16', high: 3 }),
  'normal float32': (random) => random.normal(200_001, { mean: 0.3, deviation: 1.7 }),
  'normal float64': (random) => random.normal(50_001, { dtype: 'float64', mean: 0.3, deviation: 1.7 }),
  'normal float16': (random) => random.normal(4099, { dtype: 'float16' }),
  'lognormal float32': (random) => random.lognormal(100_001, { deviation: 2 }),
  'lognormal float64': (random) => random.lognormal(50_001, { dtype: 'float64', deviation: 20 }),
  'exponential float32': (random) => random.exponential(100_001, { scale: 3 }),
  'exponential float64': (random) => random.exponential(50_001, { dtype: 'float64' }),
  integers: (random) => random.integers(50_001, -7, 3 * 2 ** 30, { dtype: 'int64' }),
  'wide integers': (random) => random.integers(50_001, -(2n ** 62n), 2n ** 62n + 5n),
  'poisson, inverted': (random) => random.poisson(50_001, 3.3),
  'poisson, rejected': (random) => random.poisson(50_001, 33.3),
  'poisson of a huge mean': (random) => random.poisson(20_001, 1e12),
  'a short permutation': (random) => random.permutation(100),
  'a long permutation': (random) => random.permutation(100_001),
};

// One backend alone has nothing to agree with.
(testBackends.length > 1 ? describe : describe.skip)('the same seed on every backend', () => {
  let devices: Device[];
  beforeAll(async () => {
    devices = await Promise.all(testBackends.map((name) => openTestDevice(name)));
  });
  afterAll(async () => {
    for (const device of devices) await device.dispose();
  });

  it.each(generatorNames.flatMap((generator) => Object.keys(draws).map((name) => [generator, name] as const)))(
    '%s: %s has the same bits',
    async (generator, name) => {
      const results = [];
      for (const device of devices) {
        const random = new RandomGenerator(device, 0xdeadbeefcafen, { generator });
        using drawn = draws[name]?.(random) as GpuArray;
        const { buffer } = (await drawn.get()) as { buffer: ArrayBuffer };
        results.push(Buffer.from(buffer));
      }
      expect(results[1]?.equals(results[0] as Buffer)).toBe(true);
    },
  );
});
