import type { DType } from '@heddle/core';
import type { Arrays, GpuArray, SpecialFunctions } from '@heddle/gpuarray';
import { onDevices } from '../support/on-devices';
import { bounds, error } from './accuracy';
import { expected, numbers } from './expected';

const names = Object.keys(expected.functions);
type RealDType = 'float64' | 'float32';

/** Calls a function of `ga.special` by its name in the fixtures. */
function call(special: SpecialFunctions, name: string, args: readonly GpuArray[]): GpuArray {
  const [a, b, c] = args;
  if (a === undefined) throw new Error(`${name} has no arguments`);
  if (name === 'hurwitzZeta' && b !== undefined) return special.zeta(a, b);
  if (c !== undefined && b !== undefined) return special.betainc(a, b, c);
  type Binary = (a: GpuArray, b: GpuArray) => GpuArray;
  type Unary = (a: GpuArray) => GpuArray;
  if (b !== undefined) return (special[name as 'beta'] as Binary)(a, b);
  return (special[name as 'gamma'] as Unary)(a);
}

async function results(ga: Arrays, name: string, columns: readonly number[][], dtype: RealDType): Promise<number[]> {
  const result = call(ga.special, name, columns.map((column) => ga.array(column, { dtype }))); // prettier-ignore
  return (await result.toArray()) as number[];
}

/** float32 holds the value as a normal number. */
function isNormal(value: number): boolean {
  return Math.abs(value) < 3.4e38 && Math.abs(value) > 1.2e-38;
}

onDevices('special functions', (test) => {
  describe.each(names)('%s', (name) => {
    const table = expected.functions[name];
    if (table === undefined) throw new Error(`no table for ${name}`);
    const bound = bounds[name];
    if (bound === undefined) throw new Error(`no bound for ${name}`);

    it.each(['float64', 'float32'] as const)('agrees with mpmath in %s', async (dtype) => {
      const columns = table.regular.arguments.map(numbers);
      const actual = await results(test.ga, name, columns, dtype);
      const last = columns.at(-1) ?? [];
      const errors = numbers(table.regular.values).flatMap((value, k) => {
        if (dtype === 'float32' && value !== 0 && !isNormal(value)) return [];
        const ulps = error(actual[k] ?? NaN, value, dtype, bound.measure, last[k] ?? NaN);
        return ulps <= bound[dtype] ? [] : [{ at: columns.map((column) => column[k]), is: actual[k], value, ulps }];
      });
      expect(errors).toEqual([]);
    });

    it.each(['float64', 'float32'] as const)('has the special values of SciPy in %s', async (dtype) => {
      const columns = table.special.arguments.map(numbers);
      const actual = await results(test.ga, name, columns, dtype);
      numbers(table.special.values).forEach((value, k) => {
        const at = columns.map((column) => column[k]).join();
        if (Number.isFinite(value) && value !== 0) {
          // SciPy's own values are rounded, some by more than one unit.
          expect(`${at}: ${actual[k]?.toPrecision(dtype === 'float64' ? 12 : 5)}`).toBe(
            `${at}: ${value.toPrecision(dtype === 'float64' ? 12 : 5)}`,
          );
        } else expect(`${at}: ${(actual[k] ?? 0) + 0}`).toBe(`${at}: ${value + 0}`);
      });
    });
  });

  it('gives integers float64, and rounds 16-bit floats once', async () => {
    const { ga } = test;
    const gamma = ga.special.gamma(ga.array([1, 2, 5], { dtype: 'int8' }));
    expect(gamma.dtype).toBe('float64');
    expect(await gamma.toArray()).toEqual([1, 1, 24]);
    for (const dtype of ['float16', 'bfloat16'] as const) {
      const half = ga.array([0.5, 1.25, 3], { dtype });
      const exact = ga.special.digamma(half.astype('float32'));
      const rounded = ga.special.digamma(half);
      expect(rounded.dtype).toBe(dtype);
      expect(await rounded.toArray()).toEqual(await exact.astype(dtype).toArray());
    }
  });

  it('broadcasts, and takes numbers as weak scalars', async () => {
    const { ga } = test;
    const x = ga.array([[0.5], [2]], { dtype: 'float32' });
    const result = ga.special.gammainc(x, ga.array([1, 3, 5], { dtype: 'float32' }));
    expect(result.shape).toEqual([2, 3]);
    expect(ga.special.gammainc(2.5, x).dtype).toBe('float32');
    expect(ga.special.betainc(2, 3, x.multiply(0.25)).dtype).toBe('float32');
    // E_2(0) = 1, E_3(0) = 1 / 2: DLMF 8.19.6.
    expect(await ga.special.expn(ga.array([2, 3], { dtype: 'int32' }), 0).toArray()).toEqual([1, 0.5]);
  });

  it('refuses complex numbers by the name of the function', () => {
    const { ga } = test;
    const z = ga.zeros(2, 'complex64');
    expect(() => ga.special.digamma(z)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', message: expect.stringContaining('digamma is not defined for complex64') }), // prettier-ignore
    );
    expect(() => ga.special.gammainc(z, 1)).toThrow('gammainc is not defined for complex64');
    expect(() => ga.special.softmax(z)).toThrow('softmax is not defined for complex64');
    expect(() => ga.special.lambertw(ga.zeros(2), z)).toThrow('lambertw is not defined for float64 and complex64');
  });

  it('writes to an array, and on the stream of its object', async () => {
    const { ga, device } = test;
    const out = ga.empty(3, 'float64');
    expect(ga.special.expit(ga.array([0, 800, -800]), { out })).toBe(out);
    expect(await out.toArray()).toEqual([0.5, 1, 0]);
    const stream = device.createStream();
    const other = ga.on(stream);
    const values = other.special.gamma(ga.array([4, 5]));
    // CUDA's tgamma(4) is one unit in the last place below 6.
    const [six = NaN, twentyFour = NaN] = await values.get();
    expect([six / 6, twentyFour / 24]).toEqual([expect.closeTo(1, 14), expect.closeTo(1, 14)]);
    other.dispose();
    stream.dispose();
  });

  it('are functions of expressions', async () => {
    const { ga } = test;
    const x = ga.array([0.5, 1, 2]);
    const sum = ga.evaluate<'float64'>`gammainc(2, ${x}) + gammaincc(2, ${x}) + 0 * digamma(${x})`;
    expect(await ga.allclose(sum, 1, { rtol: 1e-15 }).item()).toBe(true);
  });
});

onDevices('identities of special functions', (test) => {
  const close = async (a: GpuArray, b: GpuArray | number, rtol: number) =>
    expect(await test.ga.allclose(a, b, { rtol, atol: rtol }).item()).toBe(true);

  const grid = (low: number, high: number, dtype: DType) => test.ga.linspace(low, high, 500, { dtype });

  it.each([
    ['float64', 2e-14],
    ['float32', 2e-5],
  ] as const)('hold in %s', async (dtype, rtol) => {
    const { ga } = test;
    const { special } = ga;
    const x = grid(0.05, 30, dtype);
    const a = ga.linspace(0.05, 40, 500, { dtype });
    await close(special.gammainc(a, x).add(special.gammaincc(a, x)), 1, rtol);
    const z = grid(-5, 3, dtype);
    await close(special.ndtri(special.ndtr(z)), z, 100 * rtol);
    const p = grid(0.01, 0.99, dtype);
    await close(special.erf(special.erfinv(p)), p, rtol);
    await close(special.betainc(a, x, p).add(special.betainc(x, a, ga.evaluate`1 - ${p}`)), 1, 10 * rtol);
    await close(special.expit(special.logit(p)), p, rtol);
  });

  it('hold between elliptic integrals: Legendre, DLMF 19.7.1', async () => {
    const { ga } = test;
    const { special } = ga;
    const m = grid(0.001, 0.999, 'float64');
    const n = ga.evaluate`1 - ${m}`;
    const [k, e, l, f] = [special.ellipk(m), special.ellipe(m), special.ellipk(n), special.ellipe(n)];
    await close(ga.evaluate`${e} * ${l} + ${f} * ${k} - ${k} * ${l}`, Math.PI / 2, 1e-14);
  });

  it('hold between Bessel functions: Wronskians, DLMF 10.5.2 and 10.28.2', async () => {
    const { ga } = test;
    const { special: s } = ga;
    const x = grid(0.1, 60, 'float64');
    await close(ga.evaluate`(${s.j1(x)} * ${s.y0(x)} - ${s.j0(x)} * ${s.y1(x)}) * ${x} * pi / 2`, 1, 1e-13);
    await close(ga.evaluate`(${s.i0(x)} * ${s.k1(x)} + ${s.i1(x)} * ${s.k0(x)}) * ${x}`, 1, 1e-14);
  });
});

onDevices('lambertw', (test) => {
  it('agrees with mpmath on several branches', async () => {
    const { ga } = test;
    const rows = expected.lambertw;
    const z = ga.array(rows.map(([re, im]) => ({ re, im })), { dtype: 'complex128' }); // prettier-ignore
    const w = ga.special.lambertw(z, ga.array(rows.map(([, , k]) => k), { dtype: 'int32' })); // prettier-ignore
    expect(w.dtype).toBe('complex128');
    const values = (await w.toArray()) as { re: number; im: number }[];
    const errors = rows.filter(([, , , re, im], k) => {
      const value = values[k] ?? { re: NaN, im: NaN };
      return !(Math.hypot(value.re - re, value.im - im) <= 8 * 2 ** -52 * Math.hypot(re, im));
    });
    expect(errors).toEqual([]);
  });

  it('has limits at 0 and infinity, and takes real numbers', async () => {
    const { ga } = test;
    const x = ga.array([0, Infinity, -Infinity, NaN, Math.E], { dtype: 'float64' });
    expect(await ga.special.lambertw(x).toArray()).toEqual([
      { re: 0, im: 0 },
      { re: Infinity, im: 0 },
      { re: Infinity, im: Math.PI },
      { re: NaN, im: 0 },
      { re: 1, im: 0 },
    ]);
    const below = ga.special.lambertw(ga.array([0, -0.1], { dtype: 'float64' }), -1);
    // From SciPy 1.17.1.
    expect(await below.toArray()).toEqual([
      { re: -Infinity, im: 0 },
      { re: expect.closeTo(-3.577152063957297, 14), im: 0 },
    ]);
    expect(ga.special.lambertw(ga.ones(1, 'float32')).dtype).toBe('complex128');
  });
});

onDevices('sums of exponentials', (test) => {
  const compare = async (actual: GpuArray, values: Parameters<typeof numbers>[0]): Promise<void> => {
    const flat = (await actual.reshape(-1).toArray()) as number[];
    expect(flat).toEqual(numbers(values).map((value) => (Number.isFinite(value) ? expect.closeTo(value, 11) : value)));
  };

  it('agree with SciPy', async () => {
    const { ga } = test;
    const b = ga.array(expected.sums.weights.slice()).reshape(2, 3);
    for (const row of expected.sums.cases) {
      const a = ga.array(numbers(row.input)).reshape(2, 3);
      await compare(ga.special.logsumexp(a), row.logsumexp);
      await compare(ga.special.logsumexp(a, { axis: 1 }), row.logsumexpOfRows);
      await compare(ga.special.logsumexp(a, { axis: 1, b }), row.weighted);
      await compare(ga.special.softmax(a, { axis: 1 }), row.softmax);
      await compare(ga.special.logSoftmax(a, { axis: -1 }), row.logSoftmax);
    }
  });

  it('keeps what is small beside the greatest element', async () => {
    const { ga } = test;
    // log(1 + exp(-40)), from SciPy 1.17.1.
    expect(await ga.special.logsumexp(ga.array([0, -40])).item()).toBeCloseTo(4.248354255291589e-18, 30);
  });

  it('keeps axes, takes empty arrays, and gives the dtype of its array', async () => {
    const { ga } = test;
    const a = ga.ones([2, 3], 'float32');
    expect(ga.special.logsumexp(a, { axis: 1, keepdims: true }).shape).toEqual([2, 1]);
    expect(ga.special.logsumexp(a, { axis: [0, 1] }).shape).toEqual([]);
    expect(await ga.special.logsumexp(ga.zeros(0)).item()).toBe(-Infinity);
    expect(ga.special.logsumexp(a).dtype).toBe('float32');
    expect(ga.special.softmax(ga.ones(3, 'float16')).dtype).toBe('float16');
    expect(ga.special.softmax(ga.ones(3, 'int32')).dtype).toBe('float64');
  });

  it('refuses unknown options', () => {
    const { ga } = test;
    const a = ga.ones(3);
    const options: object = { axes: 0 };
    expect(() => ga.special.softmax(a, options)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
    expect(() => ga.special.logsumexp(a, { b: [1] as never })).toThrow('logsumexp: b is an array');
  });
});
