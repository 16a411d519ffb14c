import type { Device } from '@heddle/core';
import fc from 'fast-check';
import { generatorSource } from '../../src/algorithms/random/counter-generators';
import { RandomGenerator, generatorNames } from '../../src/algorithms/random';
import { philox, threefry } from './reference-generators';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

const words = (text: string): bigint[] => text.split(' ').map((word) => BigInt(`0x${word}`));

// The authors' file kat_vectors of Random123: counter, key, result.
const philoxVectors = [
  ['00000000 00000000 00000000 00000000', '00000000 00000000', '6627e8d5 e169c58d bc57ac4c 9b00dbd8'],
  ['ffffffff ffffffff ffffffff ffffffff', 'ffffffff ffffffff', '408f276d 41c83b0e a20bc7c6 6d5451fd'],
  ['243f6a88 85a308d3 13198a2e 03707344', 'a4093822 299f31d0', 'd16cfe09 94fdcceb 5001e420 24126ea1'],
] as const;
const threefryVectors = [
  ['00000000 00000000 00000000 00000000', '00000000 00000000 00000000 00000000', '9c6ca96a e17eae66 fc10ecd4 5256a7d8'],
  ['ffffffff ffffffff ffffffff ffffffff', 'ffffffff ffffffff ffffffff ffffffff', '2a881696 57012287 f6c7446e a16a6732'],
  ['243f6a88 85a308d3 13198a2e 03707344', 'a4093822 299f31d0 082efa98 ec4e6c89', '59cd1dbb b8879579 86b5d00c ac8b6d84'],
] as const;

describe('the reference generators', () => {
  it.each(philoxVectors)('philox(%s, %s) is the published answer', (counter, key, answer) => {
    expect(philox(words(counter), words(key))).toEqual(words(answer));
  });

  it.each(threefryVectors)('threefry(%s, %s) is the published answer', (counter, key, answer) => {
    expect(threefry(words(counter), words(key))).toEqual(words(answer));
  });
});

describe.each(testBackends)('counter-based generators on %s', (backend) => {
  let device: Device;
  beforeAll(async () => {
    device = await openTestDevice(backend);
  });
  afterAll(async () => {
    await device.dispose();
  });

  it('gives the published answers for Philox, any counter and key', async () => {
    const source = `${generatorSource('philox4x32-10')}
KERNEL void one(GLOBAL unsigned int* out, unsigned int a, unsigned int b, unsigned int c, unsigned int d,
    unsigned int key0, unsigned int key1) {
  const random_block w = random_words(a, b, c, d, key0, key1);
  out[0] = w.x; out[1] = w.y; out[2] = w.z; out[3] = w.w;
}`;
    const module = await device.compile(source, { language: 'portable' });
    using out = device.allocate('uint32', 4);
    for (const [counter, key, answer] of philoxVectors) {
      module.kernel('one').launch({ grid: 1, block: 1 }, out, ...[...words(counter), ...words(key)].map(Number));
      expect([...(await out.read())].map(BigInt)).toEqual(words(answer));
    }
  });

  it('begins with the published answer for zeros, for both generators', async () => {
    for (const [generator, vectors] of [
      ['philox4x32-10', philoxVectors],
      ['threefry4x32-20', threefryVectors],
    ] as const) {
      using first = new RandomGenerator(device, 0, { generator }).bits(4);
      expect([...(await first.get())].map(BigInt)).toEqual(words(vectors[0][2]));
    }
  });

  it.each(generatorNames)(
    '%s: word i of draw d is the block of counter (i / 4, 0, d) under the seed',
    async (generator) => {
      const reference = generator === 'philox4x32-10' ? philox : threefry;
      await fc.assert(
        fc.asyncProperty(
          fc.bigInt(0n, 2n ** 64n - 1n),
          fc.integer({ min: 0, max: 2 ** 32 - 1 }),
          fc.integer({ min: 0, max: 5000 }),
          async (seed, position, length) => {
            using drawn = new RandomGenerator(device, seed, { generator, position }).bits(length);
            const got = await drawn.get();
            const key = [seed & 0xffffffffn, seed >> 32n, 0n, 0n].slice(0, generator === 'philox4x32-10' ? 2 : 4);
            for (const i of [0, 1, 2, 3, 4, Math.floor(length / 2), length - 1]) {
              if (i < 0 || i >= length) continue;
              const block = reference([BigInt(Math.floor(i / 4)), 0n, 0n, BigInt(position)], key);
              expect(BigInt(got[i] ?? -1)).toBe(block[i % 4]);
            }
          },
        ),
        { numRuns: 25 },
      );
    },
  );

  it.each(generatorNames)('%s: the last draw of the last seed has the last counter word and key', async (generator) => {
    const reference = generator === 'philox4x32-10' ? philox : threefry;
    const last = 0xffffffffn;
    const source = new RandomGenerator(device, 2n ** 64n - 1n, { generator, position: 2 ** 32 - 1 });
    using drawn = source.bits(8);
    const key = generator === 'philox4x32-10' ? [last, last] : [last, last, 0n, 0n];
    const blocks = [0n, 1n].flatMap((block) => reference([block, 0n, 0n, last], key));
    expect([...(await drawn.get())].map(BigInt)).toEqual(blocks);
    expect(() => source.bits(4)).toThrow('all 2^32 draws');
  });

  it('counts blocks beyond 2^32 in the second word', async () => {
    const block = philox([0n, 1n, 0n, 7n], [5n, 0n]);
    const module = await device.compile(
      `${generatorSource('philox4x32-10')}
KERNEL void far(GLOBAL unsigned int* out, UINT64 block) {
  out[0] = random_words((unsigned int)block, (unsigned int)(block >> 32), 0u, 7u, 5u, 0u).w;
}`,
      { language: 'portable' },
    );
    using out = device.allocate('uint32', 1);
    module.kernel('far').launch({ grid: 1, block: 1 }, out, 2 ** 32);
    expect(BigInt((await out.read())[0] ?? -1)).toBe(block[3]);
  });

  it('goes on where another generator stood', async () => {
    const first = new RandomGenerator(device, 42);
    first.uniform(10).dispose();
    using next = first.normal(100);
    const second = new RandomGenerator(device, 42, { position: 1 });
    using again = second.normal(100);
    expect(await again.get()).toEqual(await next.get());
    expect(second.position).toBe(first.position);
  });

  it('gives an element the same value whatever the length of the draw', async () => {
    using long = new RandomGenerator(device, 9).normal(100_003);
    using short = new RandomGenerator(device, 9).normal(1_001);
    expect((await long.get()).subarray(0, 1001)).toEqual(await short.get());
  });

  it('takes a draw for an empty array too', () => {
    const generator = new RandomGenerator(device, 1);
    generator.uniform([0, 3]).dispose();
    expect(generator.position).toBe(1);
  });
});
