/** Histograms and counts of any numbers, by what NumPy says which bin an element is in. */
import { bincount, histogram } from '@heddle/gpuarray';
import fc from 'fast-check';
import { emptyArray } from '../../src/array/empty';
import { parallelTuning, sequentialTuning } from '../../src/kernel-kit/device-tuning';
import { countBins } from '../../src/algorithms/sort/count-bins';
import { onDevices } from '../support/on-devices';

// Compilers take seconds where the machine is busy.
jest.setTimeout(600_000);

const runs = { numRuns: 40 };
const element = fc.oneof(
  fc.constantFrom(NaN, Infinity, -Infinity, -0, 0, 0.5, 1, 2, 3, -1, 1e30),
  fc.double({ min: -4, max: 4, noNaN: true }),
);
const edge = fc.constantFrom(-Infinity, -1, 0, 0.5, 1, 2, 3, 1e30, Infinity);

/** A bin has its lower edge, of equal ones the last; the last bin has its upper edge too. NaN is in none. */
function binOf(value: number, edges: readonly number[]): number {
  const last = edges.length - 1;
  if (!(value >= (edges[0] as number) && value <= (edges[last] as number))) return -1;
  if (value === edges[last]) return last - 1;
  return edges.filter((each) => each <= value).length - 1;
}

function counted(places: readonly number[], bins: number, weights = places.map(() => 1)): number[] {
  const sums = new Array<number>(bins).fill(0);
  places.forEach((bin, i) => {
    if (bin >= 0) sums[bin] = (sums[bin] as number) + (weights[i] as number);
  });
  return sums;
}

onDevices('counting', (test) => {
  const someEdges = fc.array(edge, { minLength: 2, maxLength: 6 }).map((all) => all.sort((a, b) => a - b));

  it('by edges, of which some are equal or infinite, with weights and without', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(element, { maxLength: 30 }), someEdges, async (values, edges) => {
        using a = test.ga.array(values, 'float64');
        const marks = values.map((_, i) => 2 ** (i % 20));
        using weights = test.ga.array(marks, 'float32');
        const places = values.map((value) => binOf(value, edges));
        const plain = await histogram(a, { bins: edges });
        const weighed = await histogram(a, { bins: edges, weights });
        expect([...plain.edges]).toEqual(edges);
        expect(Array.from(await plain.counts.get(), Number)).toEqual(counted(places, edges.length - 1));
        expect([...((await weighed.counts.get()) as Float64Array)]).toEqual(counted(places, edges.length - 1, marks));
      }),
      runs,
    );
  });

  it('by bins of one width, where elements lie on the edges too', async () => {
    const range = fc.constantFrom([0, 1], [-1.3, 2.9], [0.1, 0.7], [2, 2], [-3, 1e30]) as fc.Arbitrary<
      [number, number]
    >;
    await fc.assert(
      fc.asyncProperty(fc.array(element, { maxLength: 20 }), range, fc.integer({ min: 1, max: 13 }), async (values, given, bins) => {
        // Of an empty range the only element lies in the middle.
        const [low, high] = given[0] === given[1] ? [given[0] - 0.5, given[1] + 0.5] : given;
        const edges = Array.from({ length: bins + 1 }, (_, k) => (k === bins ? high : k * ((high - low) / bins) + low));
        const all = [...values, ...edges];
        using a = test.ga.array(all, 'float64');
        const { counts, edges: found } = await histogram(a, { bins, range: given });
        expect([...found]).toEqual(edges);
        expect(Array.from(await counts.get(), Number)).toEqual(counted(all.map((value) => binOf(value, edges)), bins));
      }),
      runs,
    ); // prettier-ignore
  });

  it('from the least to the greatest whole number, of any view, none too', async () => {
    const numbers = fc.array(fc.integer({ min: -128, max: 127 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(numbers, fc.integer({ min: 1, max: 7 }), fc.constantFrom(1, 2, -1, -3), async (given, bins, step) => {
        using array = test.ga.array(given, 'int8');
        const a = array.slice([null, null, step]);
        const values = (step < 0 ? [...given].reverse() : given).filter((_, i) => i % Math.abs(step) === 0);
        const { counts, edges } = await histogram(a, { bins });
        const [low, high] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];
        expect([edges[0], edges.at(-1)]).toEqual(low === high ? [low - 0.5, high + 0.5] : [low, high]);
        expect(Array.from(await counts.get(), Number)).toEqual(counted(values.map((value) => binOf(value, [...edges])), bins));
      }),
      runs,
    ); // prettier-ignore
  });

  it('of each number from 0 on', async () => {
    const numbers = fc.array(fc.nat(40), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(numbers, fc.nat(50), async (values, minlength) => {
        using a = test.ga.array(values, 'uint8');
        const marks = values.map((_, i) => 2 ** (i % 20));
        using weights = test.ga.array(marks, 'float32');
        const length = Math.max(minlength, 0, ...values.map((value) => value + 1));
        const [plain, weighed] = [await bincount(a, { minlength }), await bincount(a, { minlength, weights })];
        expect(Array.from(await plain.get(), Number)).toEqual(counted(values, length));
        expect([...((await weighed.get()) as Float64Array)]).toEqual(counted(values, length, marks));
      }),
      runs,
    );
  });

  it('refuses numbers too great to have a count each, and says so', async () => {
    using great = test.ga.array(BigUint64Array.of(3n, 2n ** 63n + 1n));
    await expect(bincount(great)).rejects.toMatchObject({
      code: 'ARGUMENT',
      message: expect.stringContaining(
        'bincount: numbers up to 9223372036854775809 are too many to have a count each',
      ) as string,
    });
    await expect(bincount(test.ga.array([1]), { minlength: 2 ** 52 })).rejects.toMatchObject({
      code: 'ARGUMENT',
      message: expect.stringContaining('bincount: minlength') as string,
    });
  });

  it('in tables of threads, of blocks, and of the device', async () => {
    const { device } = test;
    const sizes = [1, 255, 3000];
    for (const [bins, size] of [1, 10, 600, 5000].flatMap((many) => sizes.map((each) => [many, each] as const))) {
      const places = Int32Array.from({ length: size }, (_, i) => Math.imul(i, 7919) % (bins + 2));
      using values = emptyArray(device, 'int32', [size]);
      await values.set(places);
      const marks = Float64Array.from(places, (_, i) => 2 ** (i % 20));
      using weights = emptyArray(device, 'float64', [size]);
      await weights.set(marks);
      const counting = { operation: 'counting', key: 'test', values, bins, functions: '', storage: 'int' } as const;
      for (const tuning of [parallelTuning(device), sequentialTuning(3)]) {
        const request = { ...counting, bin: 'x[i] - 1', scalars: [], tuning };
        using counts = countBins(device, request);
        using sums = countBins(device, { ...request, weights });
        const wanted = Array.from(places, (place) => (place > bins ? -1 : place - 1));
        expect(Array.from(await counts.get(), Number)).toEqual(counted(wanted, bins));
        expect(Array.from(await sums.get(), Number)).toEqual(counted(wanted, bins, [...marks]));
      }
    }
  });
});
