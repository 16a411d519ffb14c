/** The errors of the single-precision functions that draws are made of, against double precision. */
import { openDevice, type Device } from '@heddle/core';
import { exactMathFloat32 } from '../../src/algorithms/random/exact-math';
import { testBackends } from '../support/on-devices';

const source = `${exactMathFloat32}
KERNEL void probe(GLOBAL const unsigned int* words, GLOBAL float* results, int n) {
  const int i = (int)GLOBAL_INDEX(0);
  if (i < n) {
    float cosine, sine;
    const float logarithm = random_log32(words[i]);
    RANDOM_TURN32(words[i], cosine, sine)
    results[i] = logarithm;
    results[n + i] = random_sqrt32(logarithm);
    results[2 * n + i] = cosine;
    results[3 * n + i] = sine;
  }
}`;

/** Words where something changes, with their neighbours, and many others of all magnitudes. */
function testWords(): Uint32Array {
  const edges = [0, 2 ** 29, 2 ** 30, 2 ** 31, 2 ** 31 + 2 ** 30, 2 ** 32 - 1, 0xb504f334];
  const near = edges.flatMap((edge) => Array.from({ length: 4096 }, (_, i) => edge - 2048 + i));
  let state = 12345;
  const others = Array.from({ length: 1 << 17 }, (_, i) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> (i % 4 === 0 ? i % 31 : 0);
  });
  return Uint32Array.from([...near, ...others]);
}

/** The distance to the next float32 of a number's magnitude. */
const unitOf = (value: number): number => 2 ** (Math.floor(Math.log2(Math.abs(value))) - 23);

describe.each(testBackends)('functions of draws on %s', (backend) => {
  let device: Device;
  beforeAll(async () => {
    device = await openDevice(backend);
  });
  afterAll(async () => {
    await device.dispose();
  });

  it('stay within 3 units in the last place, sine and cosine of 2^-24', async () => {
    const words = testWords();
    const n = words.length;
    const module = await device.compile(source);
    const given = await device.upload(words);
    const results = device.allocate('float32', 4 * n);
    module.kernel('probe').launch({ grid: Math.ceil(n / 256), block: 256 }, given, results, n);
    const got = await results.read();
    const worst = { logarithm: 0, root: 0, cosine: 0, sine: 0 };
    const note = (what: keyof typeof worst, error: number): void => {
      worst[what] = Math.max(worst[what], Number.isNaN(error) ? Infinity : Math.abs(error));
    };
    words.forEach((word, i) => {
      const upper = word >= 2 ** 31;
      const exact = -2 * (upper ? Math.log1p(-(2 ** 32 - word - 0.5) / 2 ** 32) : Math.log((word + 0.5) / 2 ** 32));
      const turn = (((word << 1) | 0) / 2 ** 31) * (Math.PI / 2);
      note('logarithm', ((got[i] ?? NaN) - exact) / unitOf(exact));
      note('root', ((got[n + i] ?? NaN) - Math.sqrt(exact)) / unitOf(Math.sqrt(exact)));
      note('cosine', ((got[2 * n + i] ?? NaN) - Math.cos(turn)) * 2 ** 24);
      note('sine', ((got[3 * n + i] ?? NaN) - Math.sin(turn)) * 2 ** 24);
    });
    for (const error of Object.values(worst)) expect(error).toBeLessThan(3);
    expect(worst.root).toBeLessThan(2);
  });
});
