import type { DType } from '@heddle/core';
import type { Complex } from '@heddle/core/backend';
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

  it('scales by powers of 2 of any size', async () => {
    const { ga } = test;
    const x = ga.array([1, -1, 1, 1]);
    const exponents = ga.array([2n ** 32n, 2n ** 31n, -(2n ** 40n), 4n]);
    expect(await ga.ldexp(x, exponents).toArray()).toEqual([Infinity, -Infinity, 0, 16]);
    expect(await ga.ldexp(x, 2 ** 32 + 1).toArray()).toEqual([Infinity, -Infinity, Infinity, Infinity]);
    const unsigned = ga.array(BigUint64Array.of(2n ** 63n, 2n ** 64n - 1n, 0n, 3n));
    expect(await ga.ldexp(x, unsigned).toArray()).toEqual([Infinity, -Infinity, 1, 8]);
    expect(await ga.ldexp(x.astype('float32'), ga.array(Uint32Array.of(2 ** 31, 2, 1, 0))).toArray()).toEqual([Infinity, -4, 2, 1]); // prettier-ignore
  });

  it.each(['float16', 'bfloat16'] as const)('steps from each %s to the next', async (dtype) => {
    const { ga } = test;
    // The bits of positive floats are in the order of their values, from 0 to infinity.
    const infinity = dtype === 'float16' ? 0x7c00 : 0x7f80;
    const bits = Uint16Array.from({ length: infinity + 1 }, (_, k) => k);
    const x = ga.array(bits, { dtype });
    const up = bits.map((k) => Math.min(k + 1, infinity));
    const down = bits.map((k) => (k === 0 ? 0x8001 : k - 1));
    const negative = bits.map((k) => k | 0x8000);
    const y = ga.array(negative, { dtype });
    expect([...(await ga.nextafter(x, Infinity).get())]).toEqual([...up]);
    expect([...(await ga.nextafter(x, -Infinity).get())]).toEqual([...down]);
    expect([...(await ga.nextafter(y, -Infinity).get())]).toEqual([...up.map((k) => k | 0x8000)]);
    expect([...(await ga.nextafter(y, Infinity).get())]).toEqual([...down.map((k) => k ^ 0x8000)]);
    expect([...(await ga.nextafter(x, x).get())]).toEqual([...bits]);
    expect(await ga.nextafter(ga.array([NaN, 1], { dtype }), ga.array([1, NaN], { dtype })).toArray()).toEqual([NaN, NaN]); // prettier-ignore
  });

  it('steps from integers in the float that holds them', async () => {
    const { ga } = test;
    // One unit in the last place of 1 is 2^-10, 2^-23 and 2^-52.
    const next = async (array: GpuArray) => await ga.nextafter(array, 2).item();
    expect(await next(ga.ones(1, 'int8'))).toBe(1 + 2 ** -10);
    expect(await next(ga.ones(1, 'int16'))).toBe(1 + 2 ** -23);
    expect(await next(ga.ones(1, 'int32'))).toBe(1 + 2 ** -52);
    expect(await ga.nextafter(ga.ones(1, 'bool'), ga.zeros(1, 'bool')).item()).toBe(1 - 2 ** -11);
  });

  it('gives the float that holds either of two integers', () => {
    const { ga } = test;
    const of = (dtype: DType) => ga.ones(1, dtype) as unknown as GpuArray;
    const functions = ['atan2', 'logaddexp', 'copysign', 'nextafter'] as const;
    // As NumPy 2.4 has them.
    const dtypes = [
      ['int8', 'uint8', 'float16'], ['int8', 'int16', 'float32'], ['int16', 'uint16', 'float32'],
      ['bool', 'int8', 'float16'], ['bool', 'bool', 'float16'], ['float16', 'int16', 'float32'],
      ['float16', 'int8', 'float16'], ['uint64', 'int64', 'float64'], ['float32', 'int16', 'float32'],
    ] as const; // prettier-ignore
    for (const [left, right, result] of dtypes) expect(ga.hypot(of(left), of(right)).dtype).toBe(result);
    expect(ga.hypot(of('int8'), 2).dtype).toBe('float16');
    expect(ga.hypot(of('int8'), 2.5).dtype).toBe('float64');
    expect(ga.hypot(of('bool'), 2).dtype).toBe('float64');
    expect(ga.hypot(of('bfloat16'), of('int8')).dtype).toBe('bfloat16');
    for (const name of functions) expect(ga[name](of('int8'), of('int16')).dtype).toBe('float32');
  });

  it('tells the angle of real numbers by their sign, that of zero too', async () => {
    const angles = await test.ga.angle(test.ga.array([-0, 0, -1, 2, NaN, -Infinity])).toArray();
    expect(angles).toEqual([Math.PI, 0, Math.PI, 0, NaN, Math.PI]);
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
