/** Picking, placing, choosing, limiting, adding up and sorting, against plain JavaScript. */
import { argsort, sort } from '@heddle/gpuarray';
import fc from 'fast-check';
import { onDevices } from '../support/on-devices';

// Compilers take seconds where the machine is busy.
jest.setTimeout(600_000);

const runs = { numRuns: 25 };
const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 9 });
const odd = fc.constantFrom(NaN, Infinity, -Infinity, -0, 0, 1, -1.5, 2.25);
const wrapped = (k: bigint, length: number): number => Number(((k % BigInt(length)) + BigInt(length)) % BigInt(length));
const clipped = (k: bigint, length: number): number => (k < 0n ? 0 : k >= BigInt(length) ? length - 1 : Number(k));

onDevices('as plain JavaScript has it', (test) => {
  // The kinds of indices that differ in how they are brought into the array.
  const indices = fc.oneof(
    fc.array(fc.bigInt(-30n, 30n), { maxLength: 7 }).map((all) => BigInt64Array.from(all)),
    fc
      .array(fc.constantFrom(0n, 3n, 8n, 9n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n), { maxLength: 7 })
      .map((all) => BigUint64Array.from(all)),
  );

  it('take, whatever the indices', async () => {
    await fc.assert(
      fc.asyncProperty(values, indices, async (given, at) => {
        using array = test.ga.array(Int32Array.from(given));
        using places = test.ga.array(at);
        using round = test.ga.take(array, places);
        using cut = test.ga.take(array, places, { mode: 'clip' });
        expect([...(await round.get())]).toEqual([...at].map((k) => given[wrapped(k, given.length)]));
        expect([...(await cut.get())]).toEqual([...at].map((k) => given[clipped(k, given.length)]));
      }),
      runs,
    );
  });

  it('put, whatever the indices', async () => {
    await fc.assert(
      fc.asyncProperty(values, indices, async (given, at) => {
        for (const [mode, place] of [
          ['wrap', wrapped],
          ['clip', clipped],
        ] as const) {
          using array = test.ga.array(Int32Array.from(given));
          using places = test.ga.array(at);
          // One value for all: which of several stays at a place is not said.
          test.ga.put(array, places, 5000, { mode });
          const named = new Set([...at].map((k) => place(k, given.length)));
          expect([...(await array.get())]).toEqual(given.map((value, i) => (named.has(i) ? 5000 : value)));
        }
      }),
      runs,
    );
  });

  it('put, values stretched to the shape of the indices', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), fc.nat(3), async (rows, columns, form) => {
        const shape = [[columns], [rows, 1], [1, 1], [rows, columns]][form] as number[];
        const given = Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, k) => 100 + k);
        const places = Array.from({ length: rows * columns }, (_, k) => rows * columns - 1 - k);
        using array = test.ga.zeros(rows * columns, 'int32');
        using at = test.ga.array(places, { dtype: 'int64', shape: [rows, columns] });
        using stretched = test.ga.array(given, { dtype: 'int32', shape });
        test.ga.put(array, at, stretched);
        const wanted = new Array<number>(rows * columns);
        places.forEach((place, k) => {
          const [row, column] = [Math.floor(k / columns), k % columns];
          wanted[place] = [100 + column, 100 + row, 100, 100 + k][form] as number;
        });
        expect([...(await array.get())]).toEqual(wanted);
        using many = test.ga.zeros([rows + 1, rows, columns + 1], 'int32');
        expect(() => { test.ga.put(array, at, many); }).toThrow('put: ');
      }),
      runs,
    ); // prettier-ignore
  });

  it('where and clip, with NaN and infinite bounds', async () => {
    const triple = fc.array(fc.tuple(odd, odd, odd), { minLength: 1, maxLength: 9 });
    // NaN of any operand is the result; the upper bound holds where the bounds are crossed.
    const limited = (x: number, low: number, high: number): number =>
      [x, low, high].some(Number.isNaN) ? NaN : Math.min(Math.max(x, low), high) + 0;
    await fc.assert(
      fc.asyncProperty(triple, async (rows) => {
        const [xs, lows, highs] = [0, 1, 2].map((k) => Float32Array.from(rows, (row) => row[k] ?? NaN));
        if (!xs || !lows || !highs) return;
        using x = test.ga.array(xs);
        using low = test.ga.array(lows);
        using high = test.ga.array(highs);
        using cut = x.clip(low, high);
        using chosen = test.ga.where(x, low, high);
        // Which zero it is where zeros are the bounds is not said.
        expect(Array.from(await cut.get(), (value) => value + 0)).toEqual(rows.map((row) => limited(...row)));
        expect([...(await chosen.get())]).toEqual(rows.map(([if0, a, b]) => (if0 === 0 ? b : a)));
      }),
      { ...runs, examples: [[[[2, 3, 1]]], [[[1, -Infinity, Infinity]]], [[[0, NaN, 1]]]] },
    );
  });

  it('cumsum and cumprod, over every axis, beyond the range of a dtype too', async () => {
    const large = fc.constantFrom(2n ** 62n, -(2n ** 63n), 3n, -7n, 2n ** 63n - 1n, 0n, 1n);
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)),
        fc.array(large, { minLength: 27, maxLength: 27 }),
        async (shape, given) => {
          const size = shape[0] * shape[1] * shape[2];
          const all = given.slice(0, size);
          using array = test.ga.array(BigInt64Array.from(all), { shape });
          for (const axis of [0, 1, 2]) {
            const step = shape.slice(axis + 1).reduce((a, b) => a * b, 1);
            const before = (i: number): bigint[] =>
              all.filter(
                (_, k) => k <= i && (i - k) % step === 0 && (i - k) / step <= Math.floor(i / step) % (shape[axis] ?? 1),
              );
            using sums = array.cumsum({ axis });
            using products = array.cumprod({ axis });
            const folded = (fold: (a: bigint, b: bigint) => bigint): bigint[] =>
              all.map((_, i) => BigInt.asIntN(64, before(i).reduce(fold)));
            expect([...(await sums.get())]).toEqual(folded((a, b) => a + b));
            expect([...(await products.get())]).toEqual(folded((a, b) => a * b));
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it('sort and argsort, equals in their order, zeros among them, NaN last', async () => {
    const order = (a: number, b: number): number =>
      Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || (a < b ? -1 : a > b ? 1 : 0);
    await fc.assert(
      fc.asyncProperty(fc.array(odd, { maxLength: 40 }), async (given) => {
        using array = test.ga.array(Float32Array.from(given));
        using places = argsort(array);
        using sorted = sort(array);
        const wanted = given.map((value, i) => ({ value, i })).sort((a, b) => order(a.value, b.value) || a.i - b.i);
        expect(Array.from(await places.get(), Number)).toEqual(wanted.map(({ i }) => i));
        // Of the zeros themselves the negative ones come first.
        const zeros = wanted.filter(({ value }) => value === 0).map(({ value }) => value);
        zeros.sort((a, b) => Number(Object.is(b, -0)) - Number(Object.is(a, -0)));
        expect([...(await sorted.get())]).toEqual(wanted.map(({ value }) => (value === 0 ? zeros.shift() : value)));
      }),
      runs,
    );
  });
});
