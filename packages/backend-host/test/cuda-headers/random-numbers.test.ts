/** cuRAND's device API (curand_kernel.h): the same numbers for the same seed, subsequence and offset. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDevice, type Device } from '@heddle/core';
import { cudaBackend, openCudaDevice } from './open-cuda-device';
import { compile, describeCurand, firstNumbers, generators, near, times } from './random-kernels';
import { mrg, philox, xorwowJumps } from './random-references';

const itOnHost = cudaBackend === 'host' ? it : it.skip;

let device: Device;
beforeAll(async () => {
  device = await openCudaDevice();
});
afterAll(() => device.dispose());

const all = 2n ** 64n - 1n;

describeCurand('cuRAND', () => {
  // Simon Blyth's Opticks, notes/progress_random.rst and others: curand_init(0, i, 0), then curand_uniform on a GPU.
  it('XORWOW makes the numbers that others have seen', async () => {
    const seen: Readonly<Record<number, readonly number[]>> = {
      0: [0.74021935, 0.43845114, 0.51701266, 0.15698862, 0.07136751, 0.46250838, 0.22764327, 0.32935849],
      1: [0.9209938, 0.46036443, 0.33346406, 0.37252042, 0.48960248, 0.56727093, 0.07990581, 0.23336816],
      2: [0.03902049, 0.25021473, 0.18448432, 0.96242225, 0.5205546, 0.93996495, 0.83057821, 0.40973285],
      99997: [0.81814659, 0.20170131, 0.54593664, 0.04129851, 0.38002208, 0.91853744, 0.02320537, 0.05250723],
      99999: [0.91401154, 0.44032493, 0.94783556, 0.09001808, 0.9587481, 0.98795038, 0.2274524, 0.04384946],
    };
    const places = Object.keys(seen).map((i) => [0n, BigInt(i), 0n] as const);
    const made = await firstNumbers(device, 'curand_uniform(&state)', 'curandState', 'float32', places, 8);
    expect(made.map((row) => row.map((x) => x.toFixed(7)))).toEqual(
      Object.values(seen).map((row) => row.map((x) => Math.fround(x).toFixed(7))),
    );
  });

  // The authors' file kat_vectors of Random123; a counter is a subsequence and four times an offset.
  it("Philox makes its authors' numbers", async () => {
    const vectors = [
      ['00000000000000000000000000000000', '0000000000000000', '6627e8d5 e169c58d bc57ac4c 9b00dbd8'],
      // As words: 243f6a88 85a308d3 13198a2e 03707344, key a4093822 299f31d0.
      ['0370734413198a2e85a308d3243f6a88', '299f31d0a4093822', 'd16cfe09 94fdcceb 5001e420 24126ea1'],
      ['ffffffffffffffffffffffffffffffff', 'ffffffffffffffff', '408f276d 41c83b0e a20bc7c6 6d5451fd'],
    ] as const;
    using module = await compile(
      device,
      'curandStatePhilox4_32_10_t',
      `__global__ void k(unsigned long long key, unsigned long long upper, unsigned long long lower, unsigned* out) {
        State state;
        curand_init(key, upper, 0, &state);
        for (int i = 0; i < 4; i++) skipahead(lower, &state);
        for (int i = 0; i < 4; i++) out[i] = curand(&state);
      }`,
    );
    using out = device.zeros('uint32', 4);
    for (const [counter, key, answer] of vectors) {
      const [upper, lower] = [BigInt(`0x${counter.slice(0, 16)}`), BigInt(`0x${counter.slice(16)}`)];
      module.kernel('k').launch({ grid: 1, block: 1 }, BigInt(`0x${key}`), upper, lower, out);
      expect([...(await out.read())].map((x) => x.toString(16).padStart(8, '0')).join(' ')).toBe(answer);
    }
  });

  // What RngStreams (L'Ecuyer, Simard, Chen, Kelton 2002) makes first, whose seed of 12345 everywhere is cuRAND's 0.
  it("MRG32k3a makes its author's numbers", async () => {
    const seen = [0.12701112204657714, 0.3185275653967945, 0.3091860155832701, 0.8258468629271136, 0.2216299157820229];
    const places = [[0n, 0n, 0n]] as const;
    const made = await firstNumbers(
      device,
      'curand_uniform_double(&state)',
      'curandStateMRG32k3a',
      'float64',
      places,
      5,
    );
    // Times 1 / (modulus + 1) there, and here times 1 / modulus.
    near(made[0]?.map((x) => x * (4294967087 / 4294967088)) ?? [], seen, 1e-15);
  });

  itOnHost('the jumps of XORWOW are the powers of x', () => {
    const header = join(__dirname, '../../runtime/include/heddle/curand_xorwow_jumps.h');
    const rows = [...readFileSync(header, 'utf8').matchAll(/\{(0x[^}]*)\}/g)].map(([, row = '']) =>
      row.split(',').reduce((sum, text, i) => sum | (BigInt(text) << BigInt(32 * i)), 0n),
    );
    expect(rows).toEqual(xorwowJumps());
  });

  describe.each(generators)('$name', (generator) => {
    const { state, bytes, reference, word, uniform, uniformDouble, skips } = generator;

    it('begins anywhere', async () => {
      const seeds = [0n, 1n, 1234n, 0xfedcba9876543210n];
      const subsequences = [0n, 1n, 77n, 2n ** 32n + 5n, generator.subsequences - 1n];
      const offsets = [0n, 1n, 2n, 3n, 4n, 1_000_003n, all];
      const places = seeds.flatMap((seed) =>
        subsequences.flatMap((subsequence) => offsets.map((offset) => [seed, subsequence, offset] as const)),
      );
      const made = await firstNumbers(device, 'curand(&state)', state, 'uint32', places, 6);
      for (const [i, place] of places.entries()) {
        const next = reference(...place);
        expect({ place, numbers: made[i] }).toEqual({ place, numbers: times(6, () => word(next())) });
      }
    });

    it('skips from anywhere', async () => {
      const calls = Object.keys(skips);
      using module = await compile(
        device,
        state,
        `static_assert(sizeof(State) == ${bytes}, "as on a GPU");
        __global__ void k(unsigned long long n, unsigned* out) {
          for (int call = 0; call < ${calls.length}; call++) {
            State state;
            curand_init(99, 3, 10, &state);
            for (int i = 0; i < 3; i++) curand(&state);
            ${calls.map((call, i) => `if (call == ${i}) ${call}(n, &state);`).join('\n')}
            for (int i = 0; i < 5; i++) out[5 * call + i] = curand(&state);
          }
        }`,
      );
      using out = device.zeros('uint32', 5 * calls.length);
      const subsequence = reference === mrg ? 76n : reference === philox ? 66n : 67n;
      for (const n of [0n, 1n, 3n, 1001n, 2n ** 40n + 1n, generator.subsequences - 1n]) {
        module.kernel('k').launch({ grid: 1, block: 1 }, n, out);
        const numbers = calls.flatMap((call) => {
          const next = reference(99n, 0n, (3n << subsequence) + 13n + n * (skips[call] ?? 0n));
          return times(5, () => word(next()));
        });
        expect({ n, numbers: [...(await out.read())] }).toEqual({ n, numbers });
      }
    });

    it('makes uniform numbers', async () => {
      const places = times(40, (i) => [7n, BigInt(i), BigInt(i % 5)] as const);
      const floats = await firstNumbers(device, 'curand_uniform(&state)', state, 'float32', places, 9);
      const doubles = await firstNumbers(device, 'curand_uniform_double(&state)', state, 'float64', places, 9);
      for (const [i, place] of places.entries()) {
        const [forFloats, forDoubles] = [reference(...place), reference(...place)];
        expect(floats[i]).toEqual(times(9, () => uniform(forFloats)));
        expect(doubles[i]).toEqual(times(9, () => uniformDouble(forDoubles)));
      }
    });
  });

  itOnHost.each(['address', 'thread'])(
    'sanitizers have nothing to say: %s',
    async (sanitize) => {
      await using sanitized = await openDevice('host', { sanitize });
      for (const { state, reference, word } of generators) {
        const places = times(40, (i) => [8n, BigInt(i), 3n] as const);
        const made = await firstNumbers(sanitized, 'curand(&state)', state, 'uint32', places, 3);
        const expected = places.map((place) => {
          const next = reference(...place);
          return times(3, () => word(next()));
        });
        expect(made).toEqual(expected);
      }
    },
    120_000,
  );
});
