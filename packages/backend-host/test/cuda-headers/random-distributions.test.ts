/** cuRAND's distributions (curand_kernel.h): what they make of the generators' numbers, and how often. */
import type { Device, Module } from '@heddle/core';
import { openCudaDevice } from './open-cuda-device';
import { bits, compile, describeCurand, generators, near, times } from './random-kernels';
import { philox } from './random-references';

let device: Device;
beforeAll(async () => {
  device = await openCudaDevice();
});
afterAll(() => device.dispose());

const normalShare = (x: number): number => normalDistribution(x);
const logNormalShare = (x: number): number => normalDistribution((Math.log(x) - 2) / 0.5);
/** How much of a distribution lies below a number. */
const shares = {
  'uniform(&state)': (x: number): number => x,
  'uniform_double(&state)': (x: number): number => x,
  'normal(&state)': normalShare,
  'normal_double(&state)': normalShare,
  'log_normal(&state, 2.0f, 0.5f)': logNormalShare,
  'log_normal_double(&state, 2.0, 0.5)': logNormalShare,
} as const;
const calls = [...Object.keys(shares), 'poisson(&state, mean)'];

/** How many numbers each thread draws. */
const drawnEach = 200;

describeCurand('cuRAND', () => {
  describe.each(generators)('$name', (generator) => {
    const { state, reference, uniform, uniformForNormal } = generator;
    let module: Module;
    beforeAll(async () => {
      // One module for all of them: NVRTC takes seconds for cuRAND's headers.
      module = await compile(
        device,
        state,
        `__global__ void draw(int call, double mean, double* out, int count) {
          int i = blockIdx.x * blockDim.x + threadIdx.x;
          State state;
          curand_init(2026, i, 0, &state);
          for (int k = 0; k < count; k++) {
            double x = 0;
            ${calls.map((call, i) => `if (call == ${i}) x = curand_${call};`).join('\n')}
            out[i * count + k] = x;
          }
        }
        __global__ void pairs(float* floats, double* doubles) {
          int i = blockIdx.x * blockDim.x + threadIdx.x;
          State state;
          curand_init(5, i, i % 4, &state);
          float* f = floats + 12 * i;
          double* d = doubles + 8 * i;
          f[0] = curand_normal(&state);
          d[0] = curand_normal_double(&state);
          curand(&state);
          f[1] = curand_normal(&state);
          // The other kind is forgotten.
          d[1] = curand_log_normal_double(&state, 0.25, 0.5);
          f[2] = curand_log_normal(&state, 0.5f, 0.25f);
          float2 a = curand_normal2(&state);
          f[3] = curand_log_normal(&state, 100.0f, 100.0f);
          f[4] = a.x; f[5] = a.y;
          double2 b = curand_normal2_double(&state);
          d[2] = b.x; d[3] = b.y;
          a = curand_log_normal2(&state, -1.0f, 0.5f);
          f[6] = a.x; f[7] = a.y;
          b = curand_log_normal2_double(&state, -1.0, 0.5);
          d[4] = b.x; d[5] = b.y;
          d[6] = curand_log_normal_double(&state, 100.0, 100.0);
          d[7] = curand_normal_double(&state);
          f[8] = curand_normal(&state);
          f[9] = curand_log_normal(&state, 0.5f, 0.25f);
          f[10] = curand_normal(&state);
          f[11] = curand_normal(&state);
        }`,
      );
    });
    afterAll(() => module.dispose());

    const drawn = async (call: number, mean: number): Promise<number[]> => {
      const threads = 256;
      using out = device.zeros('float64', threads * drawnEach);
      module.kernel('draw').launch({ grid: threads / 32, block: 32 }, call, mean, out, drawnEach);
      return [...(await out.read())];
    };

    it('makes normal numbers in pairs, and keeps the second', async () => {
      const n = 64;
      using floats = device.zeros('float32', 12 * n);
      using doubles = device.zeros('float64', 8 * n);
      module.kernel('pairs').launch({ grid: n / 32, block: 32 }, floats, doubles);
      const [f, d] = [[...(await floats.read())], [...(await doubles.read())]];
      const pair = (x: number, turns: number): [number, number] => {
        const length = Math.sqrt(-2 * Math.log(x));
        return [length * Math.sin(2 * Math.PI * turns), length * Math.cos(2 * Math.PI * turns)];
      };
      for (let i = 0; i < n; i++) {
        const next = reference(5n, BigInt(i), BigInt(i % 4));
        const two = (): [number, number] => pair(uniform(next), uniform(next));
        const twoDoubles = (): [number, number] => pair(uniformForNormal(next), uniformForNormal(next));
        const logarithms = (mean: number, deviation: number, pair: readonly [number, number]): [number, number] => [
          Math.exp(mean + deviation * pair[0]),
          Math.exp(mean + deviation * pair[1]),
        ];
        const [first, firstDouble] = [two(), twoDoubles()];
        next();
        const secondDouble = logarithms(0.25, 0.5, twoDoubles());
        const second = logarithms(0.5, 0.25, two());
        const [third, thirdDouble] = [two(), twoDoubles()];
        const fourth = logarithms(-1, 0.5, two());
        const fourthDouble = logarithms(-1, 0.5, twoDoubles());
        const fifthDouble = twoDoubles();
        const [fifth, sixth, seventh] = [two(), logarithms(0.5, 0.25, two()), two()];
        const floatsMade = f.slice(12 * i, 12 * i + 12);
        near(floatsMade, [...first, ...second, ...third, ...fourth, fifth[0], sixth[0], ...seventh], 1e-5);
        const [begun, ended] = secondDouble;
        const expected = [firstDouble[0], begun, ...thirdDouble, ...fourthDouble, ended, fifthDouble[0]];
        near(d.slice(8 * i, 8 * i + 8), expected, 1e-13);
      }
    });

    it.each(Object.entries(shares))('curand_%s has its distribution', async (call, share) => {
      const counts = times(100, () => 0);
      for (const x of await drawn(calls.indexOf(call), 0)) {
        const bin = Math.min(Math.floor(share(x) * 100), 99);
        counts[bin] = (counts[bin] ?? NaN) + 1;
      }
      expectCounts(
        counts,
        times(100, () => 0.01),
      );
    });

    it.each([0.3, 4, 30, 63.9, 64, 100, 1500, 5000])('curand_poisson of %d has its distribution', async (mean) => {
      const made = await drawn(calls.length - 1, mean);
      const last = Math.ceil(mean + 12 * Math.sqrt(mean) + 12);
      const sizes = times(last + 1, () => 0);
      for (const x of made) sizes[x] = (sizes[x] ?? NaN) + 1;
      // In steps of about a fifth of the deviation; at the ends all that are rare together.
      const step = Math.max(1, Math.round(Math.sqrt(mean) / 5));
      const bins = [{ count: 0, share: 0 }];
      for (let k = 0, logarithm = -mean; k <= last; logarithm += Math.log(mean / ++k)) {
        const bin = bins.at(-1) ?? { count: NaN, share: NaN };
        bin.count += sizes[k] ?? NaN;
        bin.share += Math.exp(logarithm);
        if (k % step === 0 && bin.share * made.length > 50) bins.push({ count: 0, share: 0 });
      }
      const [rest, end] = [bins.pop(), bins.at(-1)];
      if (rest === undefined || end === undefined) throw new Error('no bins');
      end.count += rest.count;
      end.share += rest.share;
      const [counts, expected] = [bins.map(({ count }) => count), bins.map(({ share }) => share)];
      expect(counts.reduce((sum, count) => sum + count)).toBe(made.length);
      expectCounts(counts, expected);
    });

    it('curand_poisson of a small mean multiplies uniform numbers', async () => {
      const made = await drawn(calls.length - 1, 9);
      for (let i = 0; i < 20; i++) {
        const next = reference(2026n, BigInt(i), 0n);
        const expected = times(drawnEach, () => {
          let count = -1;
          for (let rest = Math.fround(Math.exp(9)); rest > 1; count++) rest = Math.fround(rest * uniform(next));
          return count;
        });
        expect(made.slice(drawnEach * i, drawnEach * (i + 1))).toEqual(expected);
      }
    });

    it('curand_poisson of 0 is 0', async () => {
      expect(new Set(await drawn(calls.length - 1, 0))).toEqual(new Set([0]));
    });
  });

  it('Philox makes four at a time, from the midst of four too', async () => {
    const n = 8;
    using module = await compile(
      device,
      'curandStatePhilox4_32_10_t',
      `template <class Four> __device__ void put(double* out, Four x) { out[0] = x.x; out[1] = x.y; out[2] = x.z; out[3] = x.w; }
      __global__ void k(double* out) {
        int i = threadIdx.x;
        State state;
        curand_init(11, 4, i, &state);
        out += 32 * i;
        put(out, curand4(&state));
        put(out + 4, curand_uniform4(&state));
        double2 two = curand_uniform2_double(&state);
        out[8] = two.x; out[9] = two.y;
        put(out + 12, curand_uniform4_double(&state));
        put(out + 16, curand_normal4(&state));
        put(out + 20, curand_normal4_double(&state));
        put(out + 24, curand_log_normal4(&state, 0.5f, 0.25f));
        put(out + 28, curand_log_normal4_double(&state, 0.5, 0.25));
        uint4 x = curand_poisson4(&state, 3.0);
        out[10] = x.x + x.y + x.z + x.w;
      }`,
    );
    using out = device.zeros('float64', 32 * n);
    module.kernel('k').launch({ grid: 1, block: n }, out);
    const made = [...(await out.read())];
    for (let i = 0; i < n; i++) {
      const next = philox(11n, 4n, BigInt(i));
      const normals = (draw: (next: () => bigint) => number): number[] => {
        const [length, turn] = [Math.sqrt(-2 * Math.log(draw(next))), 2 * Math.PI * draw(next)];
        return [length * Math.sin(turn), length * Math.cos(turn)];
      };
      const four = (draw: (next: () => bigint) => number): number[] => [...normals(draw), ...normals(draw)];
      const row = made.slice(32 * i, 32 * i + 32);
      expect(row.slice(0, 4)).toEqual(times(4, () => Number(next())));
      expect(row.slice(4, 8)).toEqual(times(4, () => bits.uniform(next)));
      expect(row.slice(8, 10)).toEqual(times(2, () => bits.uniformDouble(next)));
      expect(row.slice(12, 16)).toEqual(times(4, () => bits.uniformDouble(next)));
      near(row.slice(16, 20), four(bits.uniform), 1e-5);
      near(row.slice(20, 24), four(bits.uniformDouble), 1e-13);
      near(
        row.slice(24, 28),
        four(bits.uniform).map((x) => Math.exp(0.5 + 0.25 * x)),
        1e-5,
      );
      near(
        row.slice(28, 32),
        four(bits.uniformDouble).map((x) => Math.exp(0.5 + 0.25 * x)),
        1e-13,
      );
      expect(row[10]).toBeLessThan(60);
    }
  });
});

/** Chi-square: a right distribution is refused about once in a billion times. */
function expectCounts(counts: readonly number[], shares: readonly number[]): void {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const square = counts.reduce((sum, count, i) => {
    const expected = total * (shares[i] ?? NaN);
    return sum + (count - expected) ** 2 / expected;
  }, 0);
  const freedom = counts.length - 1;
  // Wilson and Hilferty's cube root of a chi-square, which is nearly normal.
  const deviation = (Math.cbrt(square / freedom) - (1 - 2 / (9 * freedom))) / Math.sqrt(2 / (9 * freedom));
  expect(freedom).toBeGreaterThan(1);
  expect(Math.abs(deviation)).toBeLessThan(6);
}

/** Hastings's approximation, to 1e-7 (Abramowitz and Stegun, 26.2.17). */
function normalDistribution(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (series * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
  return x > 0 ? 1 - tail : tail;
}
