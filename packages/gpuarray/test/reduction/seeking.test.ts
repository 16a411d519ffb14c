/** Places of extremes and sums of columns in arrays longer than the pieces that processors take at a time. */
import fc from 'fast-check';
import { onDevices } from '../support/on-devices';

// Compilers take seconds where the machine is busy.
jest.setTimeout(600_000);

const length = 5003;

/** Index of the first NaN, else of the first extreme. */
function placeOf(values: readonly number[], isBetter: (a: number, b: number) => boolean): number {
  const nan = values.findIndex(Number.isNaN);
  if (nan >= 0) return nan;
  return values.reduce((best, value, i) => (isBetter(value, values[best] ?? NaN) ? i : best), 0);
}

onDevices('long arrays', (test) => {
  const background = (kind: number): number[] =>
    Array.from({ length }, (_, i) => [0, i, -i, i % 7, -Infinity, Infinity][kind] ?? 0);
  const spots = fc.array(fc.tuple(fc.nat(length - 1), fc.constantFrom(NaN, Infinity, -Infinity, 9e9, -9e9, 0, -0, 3)), {
    maxLength: 4,
  });

  it('have their extremes where JavaScript finds them first, NaN before all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(5), spots, fc.nat(3), async (kind, changes, cut) => {
        const values = background(kind);
        for (const [at, value] of changes) values[at] = value;
        const floats = Float32Array.from(values);
        using whole = test.ga.array(floats);
        using view = whole.slice([cut * 1000]);
        const all = [...floats].slice(cut * 1000);
        using greatest = view.argmax();
        using least = view.argmin();
        expect(Number(await greatest.item())).toBe(placeOf(all, (a, b) => a > b));
        expect(Number(await least.item())).toBe(placeOf(all, (a, b) => a < b));
      }),
      { numRuns: 40 },
    );
  });

  it('have them in each row, forwards, backwards and across', async () => {
    const { ga } = test;
    const rows = [background(3), background(1), background(2)].map((row, n) => row.map((value) => value + n));
    using matrix = ga.array(Int32Array.from(rows.flat()), { shape: [3, length] });
    const wanted = (of: readonly number[][]): number[] => of.map((row) => placeOf(row, (a, b) => a > b));
    expect(Array.from(await matrix.argmax({ axis: 1 }).get(), Number)).toEqual(wanted(rows));
    const backwards = rows.map((row) => [...row].reverse());
    expect(Array.from(await matrix.flip(1).argmax({ axis: 1 }).get(), Number)).toEqual(wanted(backwards));
    const columns = Array.from({ length }, (_, i) => rows.map((row) => row[i] ?? NaN));
    expect(Array.from(await matrix.argmax({ axis: 0 }).get(), Number)).toEqual(wanted(columns));
    expect(Number(await matrix.T.argmax().item())).toBe(placeOf(columns.flat(), (a, b) => a > b));
  });

  it('are summed by columns, however many rows and columns there are', async () => {
    const { ga } = test;
    for (const [height, width] of [
      [1, 1023],
      [7, 1025],
      [8, 1024],
      [67, 2050],
      [1030, 3],
    ] as const) {
      const values = Int32Array.from({ length: height * width }, (_, i) => (i * 7919) % 1000);
      using matrix = ga.array(values, { shape: [height, width] });
      using sums = matrix.sum({ axis: 0 });
      const wanted = Array.from({ length: width }, (_, column) =>
        Array.from({ length: height }, (_, row) => values[row * width + column] ?? NaN).reduce((a, b) => a + b, 0),
      );
      expect(Array.from(await sums.get(), Number)).toEqual(wanted);
    }
  });
});
