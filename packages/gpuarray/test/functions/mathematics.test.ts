import type { Complex } from '@heddle/core';
import type { GpuArray } from '@heddle/gpuarray';
import { onDevices } from '../support/on-devices';

const samples = [-2.5, -1, -0.75, -0.1, 0, 0.1, 0.5, 0.99, 1, 1.5, 2.5, 7];

/** Every function with what JavaScript says it is; the domain keeps NaN for NaN. */
const functions = {
  exp: Math.exp, expm1: Math.expm1, log: Math.log, log2: Math.log2, log10: Math.log10, log1p: Math.log1p,
  sqrt: Math.sqrt, cbrt: Math.cbrt, sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos,
  atan: Math.atan, sinh: Math.sinh, cosh: Math.cosh, tanh: Math.tanh, asinh: Math.asinh, acosh: Math.acosh,
  atanh: Math.atanh, floor: Math.floor, ceil: Math.ceil, trunc: Math.trunc, fabs: Math.abs,
  exp2: (x: number) => 2 ** x,
  rsqrt: (x: number) => 1 / Math.sqrt(x),
  degrees: (x: number) => (x * 180) / Math.PI,
  sinpi: (x: number) => Math.sin(Math.PI * x),
  atanpi: (x: number) => Math.atan(x) / Math.PI,
} as const; // prettier-ignore

function expectClose(actual: readonly number[], expected: readonly number[], digits: number): void {
  actual.forEach((value, k) => {
    const wanted = expected[k] as number;
    if (!Number.isFinite(wanted)) expect(value).toBe(wanted);
    else expect(Math.abs(value - wanted)).toBeLessThanOrEqual(10 ** -digits * Math.max(1, Math.abs(wanted)));
  });
}

onDevices('mathematics', (test) => {
  it('agrees with JavaScript in float64', async () => {
    const { ga } = test;
    const x = ga.array(samples, { dtype: 'float64' });
    const results = Object.entries(functions).map(([name, fn]) => {
      const method = ga[name as keyof typeof functions] as (a: GpuArray<'float64'>) => GpuArray<'float64'>;
      return { name, result: method(x).get(), expected: samples.map(fn) };
    });
    for (const { result, expected } of results) expectClose([...(await result)], expected, 13);
  });

  it('agrees with JavaScript in float32, and gives integers the float that holds them', async () => {
    const { ga } = test;
    const x = ga.array(Float32Array.from(samples));
    expectClose([...(await ga.exp(x).get())], samples.map((s) => Math.exp(Math.fround(s))), 6); // prettier-ignore
    expect(ga.exp(x).dtype).toBe('float32');
    expect(ga.sin(ga.ones(2, 'int16')).dtype).toBe('float32');
    expect(ga.sin(ga.ones(2, 'int32')).dtype).toBe('float64');
    expect(ga.floor(ga.ones(2, 'int8')).dtype).toBe('int8');
  });

  it('is exact where turns are whole', async () => {
    const { ga } = test;
    expect(await ga.sinpi(ga.array([0, 0.5, 1, 1.5, 2, 1e9])).toArray()).toEqual(
      [0, 1, 0, -1, 0, 0].map((x) => expect.closeTo(x, 15)),
    );
    expect(await ga.cospi(ga.array([0, 0.5, 1, 2.5])).toArray()).toEqual(
      [1, 0, -1, 0].map((x) => expect.closeTo(x, 15)),
    );
  });

  it('knows published values: erf, gamma', async () => {
    const { ga } = test;
    // Abramowitz and Stegun, Handbook of Mathematical Functions, tables 7.1 and 6.1.
    expectClose((await ga.erf(ga.array([0.5, 1])).toArray()) as number[], [0.5204998778, 0.8427007929], 9);
    expectClose((await ga.tgamma(ga.array([1.5, 5])).toArray()) as number[], [0.8862269255, 24], 9);
    expectClose((await ga.lgamma(ga.array([10])).toArray()) as number[], [Math.log(362880)], 12);
  });

  it('takes numbers apart', async () => {
    const { ga } = test;
    const x = ga.array([8, -0.3, 0, Infinity]);
    const [mantissa, exponent] = ga.frexp(x);
    expect(await mantissa.toArray()).toEqual([0.5, -0.6, 0, Infinity]);
    expect([...(await exponent.get())]).toEqual([4, -1, 0, 0]);
    expect(await ga.ldexp(mantissa.slice([0, 2]), exponent.slice([0, 2])).toArray()).toEqual([8, -0.3]);
    const [fraction, whole] = ga.modf(ga.array([2.5, -1.25, Infinity]));
    expect(await fraction.toArray()).toEqual([0.5, -0.25, 0]);
    expect(await whole.toArray()).toEqual([2, -1, Infinity]);
    expect(() => ga.ldexp(x, ga.array([1.5]))).toThrow('ldexp is not defined for float64');
  });

  it('inverts complex functions, across their branch cuts', async () => {
    const { ga } = test;
    const z = ga.array([{ re: 0.5, im: 0.25 }, { re: -0.5, im: 0.75 }, { re: -2, im: 0 }, { re: 0, im: -3 }]); // prettier-ignore
    const back = {
      exp: ga.exp(ga.log(z)), sin: ga.sin(ga.asin(z)), cos: ga.cos(ga.acos(z)), tan: ga.tan(ga.atan(z)),
      sinh: ga.sinh(ga.asinh(z)), cosh: ga.cosh(ga.acosh(z)), tanh: ga.tanh(ga.atanh(z)),
      sqrt: ga.square(ga.sqrt(z)), power: ga.power(ga.power(z, 3), 1 / 3).power(3).divide(z).divide(z),
    }; // prettier-ignore
    const expected = (await z.toArray()) as Complex[];
    for (const result of Object.values(back)) {
      const values = (await result.toArray()) as Complex[];
      values.forEach(({ re, im }, k) => {
        expect(re).toBeCloseTo(expected[k]?.re ?? NaN, 10);
        expect(im).toBeCloseTo(expected[k]?.im ?? NaN, 10);
      });
    }
    expect(await ga.sqrt(ga.array([{ re: -4, im: 0 }])).toArray()).toEqual([{ re: 0, im: 2 }]);
    expectClose(
      (await ga.angle(z).toArray()) as number[],
      [Math.atan2(0.25, 0.5), Math.atan2(0.75, -0.5), Math.PI, -Math.PI / 2],
      14,
    );
  });
});
