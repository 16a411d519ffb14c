import type { Device } from '@heddle/core';
import fc from 'fast-check';
import { uploadArray } from '../../src';
import { RandomGenerator } from '../../src/algorithms/random';
import { chiSquareLimit } from './statistics';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

describe.each(testBackends)('random orders on %s', (backend) => {
  let device: Device;
  beforeAll(async () => {
    device = await openTestDevice(backend);
  });
  afterAll(async () => {
    await device.dispose();
  });

  it('a permutation holds every number once', async () => {
    const lengths = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 257, max: 20_000 }));
    await fc.assert(
      fc.asyncProperty(lengths, fc.bigInt(0n, 2n ** 64n - 1n), async (length, seed) => {
        using drawn = new RandomGenerator(device, seed).permutation(length);
        const order = await drawn.get();
        expect([...order].map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length }, (_, i) => i));
      }),
      { numRuns: 20 },
    );
  });

  it('all 24 orders of four are equally likely', async () => {
    const random = new RandomGenerator(device, 3);
    const seen = new Map<string, number>();
    const rounds = 2400;
    for (let i = 0; i < rounds; i++) {
      using drawn = random.permutation(4);
      const order = (await drawn.get()).join();
      seen.set(order, (seen.get(order) ?? 0) + 1);
    }
    expect(seen.size).toBe(24);
    const expected = rounds / 24;
    const chiSquare = [...seen.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
    expect(chiSquare).toBeLessThan(chiSquareLimit(23));
  });

  it('a long permutation sends its start everywhere, and its neighbours apart', async () => {
    const random = new RandomGenerator(device, 4);
    const length = 1000;
    const bins = new Array<number>(20).fill(0);
    let ascending = 0;
    for (let round = 0; round < 40; round++) {
      using drawn = random.permutation(length);
      const order = [...(await drawn.get())].map(Number);
      for (let i = 0; i < 50; i++) bins[Math.floor((order[i] ?? 0) / 50)]! += 1;
      for (let i = 1; i < length; i++) if ((order[i] ?? 0) > (order[i - 1] ?? 0)) ascending++;
    }
    expect(bins.reduce((sum, n) => sum + (n - 100) ** 2 / 100, 0)).toBeLessThan(chiSquareLimit(19));
    // Ascents of a random order of n have mean (n - 1) / 2 and variance (n + 1) / 12.
    const deviation = Math.sqrt((40 * (length + 1)) / 12);
    expect(Math.abs(ascending - (40 * (length - 1)) / 2)).toBeLessThan(4 * deviation);
  });

  it('shuffles rows of any axis and keeps them whole', async () => {
    const values = Float64Array.from({ length: 6 * 5 * 4 }, (_, i) => i);
    for (const axis of [0, 1, 2, -1]) {
      using array = await uploadArray(device, values, { shape: [6, 5, 4] });
      using mixed = new RandomGenerator(device, 8).permutation(array, { axis });
      using order = new RandomGenerator(device, 8).permutation(array.shape.at(axis) ?? 0);
      const [got, places] = [await mixed.get(), [...(await order.get())].map(Number)];
      for (let i = 0; i < values.length; i++) {
        const index = [Math.floor(i / 20), Math.floor(i / 4) % 5, i % 4];
        const along = axis < 0 ? axis + 3 : axis;
        index[along] = places[index[along] ?? 0] ?? -1;
        expect(got[i]).toBe((index[0] ?? 0) * 20 + (index[1] ?? 0) * 4 + (index[2] ?? 0));
      }
    }
  });

  it('shuffles a view in its own memory and nothing beside it', async () => {
    using array = await uploadArray(
      device,
      Int32Array.from({ length: 60 }, (_, i) => i),
    );
    const every = array.slice('::-2');
    new RandomGenerator(device, 5).shuffle(every);
    const got = [...(await array.get())];
    for (let i = 0; i < 60; i += 2) expect(got[i]).toBe(i);
    const odd = got.filter((_, i) => i % 2 === 1);
    expect(odd).not.toEqual(Array.from({ length: 30 }, (_, i) => 2 * i + 1));
    expect(odd.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => 2 * i + 1));
  });

  it('shuffles elements of every size', async () => {
    for (const dtype of ['uint8', 'float16', 'float32', 'float64', 'complex64', 'complex128'] as const) {
      using array = new RandomGenerator(device, 6).uniform([300, 3]).astype(dtype);
      using mixed = new RandomGenerator(device, 7).permutation(array);
      using order = new RandomGenerator(device, 7).permutation(300);
      const [before, after, places] = [await array.get(), await mixed.get(), await order.get()];
      const row = before.length / 300;
      for (let i = 0; i < 300; i++) {
        const from = Number(places[i]) * row;
        expect([...after.subarray(i * row, (i + 1) * row)]).toEqual([...before.subarray(from, from + row)]);
      }
    }
  });
});
