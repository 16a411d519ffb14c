import type { Device } from '@heddle/core';
import { RandomGenerator } from '../../src/algorithms/random';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

describe('what a generator refuses', () => {
  let device: Device;
  let random: RandomGenerator;
  beforeAll(async () => {
    device = await openTestDevice(testBackends[0] ?? 'host');
    random = new RandomGenerator(device, 1);
  });
  afterAll(async () => {
    await device.dispose();
  });

  const refused = expect.objectContaining({ code: 'ARGUMENT' }) as Error;

  it.each([-1, 1.5, NaN, 2n ** 64n, 'seed', undefined])('the seed %p', (seed) => {
    expect(() => new RandomGenerator(device, seed as number)).toThrow(refused);
  });

  it.each<[string, () => unknown]>([
    ['an unknown generator', () => new RandomGenerator(device, 1, { generator: 'mt19937' as 'philox4x32-10' })],
    ['a position beyond 2^32', () => new RandomGenerator(device, 1, { position: 2 ** 33 })],
    ['a negative shape', () => random.uniform([-1])],
    ['a shape that is none', () => random.normal('3' as unknown as number)],
    ['a dtype that the distribution has not', () => random.uniform(3, { dtype: 'int32' as 'float32' })],
    ['low above high', () => random.uniform(3, { low: 1, high: 0 })],
    ['bounds that are equal in the dtype', () => random.uniform(3, { dtype: 'float16', low: 1, high: 1 + 1e-6 })],
    ['a distance that overflows', () => random.uniform(3, { low: -3e38, high: 3e38 })],
    ['bounds that are not finite', () => random.uniform(3, { high: Infinity })],
    ['a negative deviation', () => random.normal(3, { deviation: -1 })],
    ['a mean that float32 does not hold', () => random.normal(3, { mean: 1e39 })],
    ['a negative scale', () => random.exponential(3, { scale: -1 })],
    ['an empty interval', () => random.integers(3, 5, 5)],
    ['bounds beyond the dtype', () => random.integers(3, 0, 300, { dtype: 'uint8' })],
    ['bounds that are not integers', () => random.integers(3, 0, 1.5)],
    ['a negative mean', () => random.poisson(3, -0.5)],
    ['a mean that int32 does not hold', () => random.poisson(3, 2 ** 31, { dtype: 'int32' })],
    ['a negative length', () => random.permutation(-1)],
    ['an axis that the array has not', () => random.permutation(random.uniform([2, 2]), { axis: 2 })],
  ])('%s', (_, call) => {
    expect(call).toThrow(refused);
  });

  it('and takes no draw for what it refuses', () => {
    const { position } = random;
    expect(() => random.uniform(3, { low: 2 })).toThrow(refused);
    expect(() => random.integers(3, 0, 0)).toThrow(refused);
    expect(random.position).toBe(position);
  });

  it('a draw more than there are', () => {
    const last = new RandomGenerator(device, 1, { position: 2 ** 32 - 1 });
    last.bits(1).dispose();
    expect(() => last.bits(1)).toThrow(refused);
  });
});
