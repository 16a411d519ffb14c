/** Complex functions against mpmath and NumPy; fixtures/write_complex_values.py wrote the values. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Complex } from '@heddle/core/backend';
import type { GpuArray } from '@heddle/gpuarray';
import { onDevices } from '../support/on-devices';

const names = [
  'sqrt', 'exp', 'exp2', 'expm1', 'log', 'log1p', 'log2', 'log10', 'sign', 'sin', 'cos', 'tan', 'sinh', 'cosh', 'tanh',
  'asin', 'acos', 'atan', 'asinh', 'acosh', 'atanh',
] as const; // prettier-ignore
type Name = (typeof names)[number];
type Rows = Readonly<Record<Name, readonly string[]>>;

const values = JSON.parse(readFileSync(join(__dirname, 'fixtures/complex-values.json'), 'utf8')) as Readonly<
  Record<'complex64' | 'complex128' | 'special', Rows>
>;

function parsed(rows: readonly string[]): { given: Complex[]; expected: Complex[] } {
  const numbers = rows.map((row) => row.split(' ').map(Number));
  const pairs = (at: number) => numbers.map((row) => ({ re: row[at] ?? 0, im: row[at + 1] ?? 0 }));
  return { given: pairs(0), expected: pairs(2) };
}

const precisions = {
  complex64: { epsilon: 2 ** -23, least: 2 ** -149 },
  complex128: { epsilon: 2 ** -52, least: 2 ** -1074 },
} as const;

/** The distance in units in the last place of the expected number. */
function unitsApart(actual: number, expected: number, dtype: keyof typeof precisions): number {
  if (Object.is(actual, expected) || actual === expected) return 0;
  const { epsilon, least } = precisions[dtype];
  return Math.abs(actual - expected) / Math.max(Math.abs(expected) * epsilon, least);
}

const notFinite = (z: Complex | undefined): boolean =>
  z === undefined || !Number.isFinite(z.re) || !Number.isFinite(z.im);

/** C99 leaves the sign of these open. */
function signIsOpen(name: Name, z: Complex | undefined): boolean {
  return (
    notFinite(z) && !['sqrt', 'log', 'log1p', 'log2', 'log10', 'sign', 'tan', 'tanh', 'atan', 'atanh'].includes(name)
  );
}

onDevices('complex functions', (test) => {
  const compute = async (name: Name, array: GpuArray) => (await test.ga[name](array).toArray()) as Complex[];

  it.each(names)('%s is right to a few units in the last place, in each part', async (name) => {
    // OpenCL lets the real functions err by up to 6 units.
    const most = test.device.backend === 'host' ? 5 : 16;
    for (const dtype of ['complex128', 'complex64'] as const) {
      if (dtype === 'complex128' && !test.device.has('float64')) continue;
      const { given, expected } = parsed(values[dtype][name]);
      const actual = await compute(name, test.ga.array(given, { dtype }));
      const far = given.flatMap((z, k): unknown[] => {
        const [x, y] = [actual[k], expected[k]];
        if (x === undefined || y === undefined) return [z];
        const units = [unitsApart(x.re, y.re, dtype), unitsApart(x.im, y.im, dtype)];
        return units.every((apart) => apart <= most) ? [] : [{ z, x, y, units }];
      });
      expect(far).toEqual([]);
    }
  });

  it.each(names)('%s has the zeros, infinities and NaN of C99 and NumPy 2.4.6', async (name) => {
    const { given, expected } = parsed(values.special[name]);
    const dtype = test.device.has('float64') ? 'complex128' : 'complex64';
    const actual = await compute(name, test.ga.array(given, { dtype }));
    const same = (x: number, y: number, open: boolean): boolean =>
      Object.is(x, y) || (open && Math.abs(x) === Math.abs(y)) || (y !== 0 && unitsApart(x, y, dtype) <= 16);
    const different = given.flatMap((z, k) => {
      const [x, y] = [actual[k], expected[k]];
      const open = signIsOpen(name, z);
      return x && y && same(x.re, y.re, open) && same(x.im, y.im, open) ? [] : [{ z, x, y }];
    });
    expect(different).toEqual([]);
  });

  it('orders by real parts, then by imaginary ones, and NaN not at all', async () => {
    const { ga } = test;
    const a = ga.array([{ re: 1, im: NaN }, { re: 1, im: 2 }, { re: 1, im: 2 }, { re: 2, im: 0 }, { re: NaN, im: 1 }, { re: 1, im: NaN }]); // prettier-ignore
    const b = ga.array([{ re: 2, im: 0 }, { re: 1, im: 3 }, { re: 1, im: 2 }, { re: 1, im: 9 }, { re: 2, im: 1 }, { re: 1, im: NaN }]); // prettier-ignore
    // NumPy 2.4.6.
    expect(await ga.less(a, b).toArray()).toEqual([false, true, false, false, false, false]);
    expect(await ga.lessEqual(a, b).toArray()).toEqual([false, true, true, false, false, false]);
    expect(await ga.greater(b, a).toArray()).toEqual([false, true, false, false, false, false]);
    expect(await ga.greaterEqual(b, a).toArray()).toEqual([false, true, true, false, false, false]);
    expect(await ga.greater(a, b).toArray()).toEqual([false, false, false, true, false, false]);
  });

  it('finds NaN as the least and the greatest, whichever part it is in', async () => {
    const { ga } = test;
    const numbers = [
      { re: 2, im: 3 },
      { re: 1, im: 1 },
      { re: 5, im: -1 },
    ];
    for (const nan of [
      { re: 1, im: NaN },
      { re: NaN, im: 1 },
      { re: 9, im: NaN },
      { re: -9, im: NaN },
    ]) {
      for (let place = 0; place <= numbers.length; place++) {
        const z = ga.array([...numbers.slice(0, place), nan, ...numbers.slice(place)]);
        expect(await z.min().item()).toEqual(nan);
        expect(await z.max().item()).toEqual(nan);
        expect(await z.argmax().item()).toBe(BigInt(place));
        expect(await z.argmin().item()).toBe(BigInt(place));
      }
    }
    expect(
      await ga
        .array(numbers)
        .max({ initial: { re: 1, im: NaN } })
        .item(),
    ).toEqual({ re: 1, im: NaN });
  });

  it('sorts NaN last, ordered by the part that is a number', async () => {
    const nan = NaN;
    const given = [[nan, nan], [nan, 1], [3, nan], [2, 1], [1, nan], [nan, 0], [2, 0], [-Infinity, 5], [Infinity, nan]]; // prettier-ignore
    // numpy.sort of NumPy 2.4.6.
    const sorted = [[-Infinity, 5], [2, 0], [2, 1], [1, nan], [3, nan], [Infinity, nan], [nan, 0], [nan, 1], [nan, nan]]; // prettier-ignore
    const complex = (pairs: readonly (readonly number[])[]) => pairs.map(([re = 0, im = 0]) => ({ re, im }));
    expect(await test.ga.array(complex(given)).sort().toArray()).toEqual(complex(sorted));
  });

  it('divides without overflow on the way, and by infinity as C99 does', async () => {
    const { ga } = test;
    const inf = Infinity;
    const quotients = [
      [[1e308, 1e308], [1e308, 1e308], [1, 0]],
      [[1e-308, 1e-308], [1e-308, -1e-308], [0, 1]],
      [[2e307, 1e307], [1e307, -2e307], [0, 1]],
      [[1e307, 1e-307], [1e204, 1e-204], [1e103, -1e-305]],
      [[1, 2], [inf, inf], [0, 0]],
      [[inf, 1], [1, 1], [inf, -inf]],
      [[1, 0], [0, 0], [inf, NaN]],
    ] as const; // prettier-ignore
    const column = (k: 0 | 1) => ga.array(quotients.map((row) => ({ re: row[k][0], im: row[k][1] })));
    const actual = (await ga.divide(column(0), column(1)).toArray()) as Complex[];
    actual.forEach(({ re, im }, k) => {
      const [x = NaN, y = NaN] = quotients[k]?.[2] ?? [];
      expect(unitsApart(re, x, 'complex128')).toBeLessThan(4);
      expect(unitsApart(im, y, 'complex128')).toBeLessThan(4);
    });
  });

  it('raises to powers as NumPy 2.4.6 does', async () => {
    const { ga } = test;
    const base = ga.array([
      { re: 0, im: 0 },
      { re: 3, im: -2 },
      { re: -Infinity, im: 2 },
      { re: 1, im: 1 },
    ]);
    expect((await base.power(1).toArray()) as Complex[]).toEqual([{ re: 0, im: 0 }, { re: 3, im: -2 }, { re: -Infinity, im: 2 }, { re: 1, im: 1 }]); // prettier-ignore
    expect(((await base.power(3).toArray()) as Complex[])[1]).toEqual({ re: -9, im: -46 });
    expect(((await base.power(-1).toArray()) as Complex[])[0]).toEqual({ re: NaN, im: NaN });
    expect(((await base.power({ re: 1, im: 1 }).toArray()) as Complex[])[0]).toEqual({ re: 0, im: 0 });
    expect(((await base.power(64).toArray()) as Complex[])[3]?.re).toBe(4294967296);
  });

  it('has a mean with infinity in one part', async () => {
    const { ga } = test;
    // C99, Annex G: a complex number divided by a real one. NumPy has inf + nan j.
    expect(await ga.array([{ re: Infinity, im: 1 }, { re: 1, im: 2 }]).mean().item()).toEqual({ re: Infinity, im: 1.5 }); // prettier-ignore
  });
});
