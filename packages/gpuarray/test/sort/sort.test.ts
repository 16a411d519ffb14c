/** Sorting and what is built on it, against plain JavaScript. */
import type { Device, DType } from '@heddle/core';
import fc from 'fast-check';
import type { GpuArray } from '../../src/array/gpu-array';
import { arrayFrom } from '../../src/algorithms/creation/from-host';
import { emptyArray } from '../../src/array/empty';
import { deviceTuning, parallelTuning, type DeviceTuning } from '../../src/kernel-kit/device-tuning';
import {
  argsort,
  bincount,
  histogram,
  lexsort,
  searchsorted,
  segmentedSort,
  sort,
  sortByKey,
  unique,
  uniqueAll,
} from '../../src/algorithms/sort';
import { decode, elementsOf, encode, makeView, realDTypes, valuesOf, viewPlans, type Value } from '../reduction/views';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

// Compilers take seconds where the machine is busy.
jest.setTimeout(600_000);

const ascending = (a: Value, b: Value): number =>
  Number.isNaN(a) ? (Number.isNaN(b) ? 0 : 1) : Number.isNaN(b) ? -1 : a - b;

describe.each(testBackends)('sorting on %s', (backend) => {
  let device: Device;
  beforeAll(async () => {
    device = await openTestDevice(backend);
  });
  afterAll(async () => {
    await device.dispose();
  });
  const some = (...dtypes: readonly DType[]): readonly DType[] => (backend === 'host' ? realDTypes : dtypes);
  const runs = { numRuns: backend === 'host' ? 30 : 10 };

  async function arrayOf(
    dtype: DType,
    values: readonly Value[],
    shape: readonly number[] = [values.length],
  ): Promise<GpuArray> {
    const array = emptyArray<DType>(device, dtype, shape);
    await array.set(encode(dtype, values) as never);
    return array;
  }
  const numbers = async (array: GpuArray): Promise<readonly Value[]> => decode(array.dtype, await array.get());
  const refused = (call: () => unknown): void => {
    expect(call).toThrow(expect.objectContaining({ code: 'ARGUMENT' }) as Error);
  };

  it('sort and argsort, along any axis of any view, NaN last, equals in their order', async () => {
    await fc.assert(
      fc.asyncProperty(viewPlans(some('int8', 'float32', 'uint64'), 3, 30), fc.nat(), async (plan, pick) => {
        const values = valuesOf(plan, true);
        const { base, view } = await makeView(device, plan, values);
        using owned = base;
        if (view.shape.length === 0 || owned.disposed) return;
        const axis = pick % view.shape.length;
        const elements = elementsOf(view, values);
        const moved = view.moveAxis(axis, -1);
        const length = moved.shape.at(-1) as number;
        const rows = elementsOf(moved, values);
        using sorted = sort(view, { axis: axis - view.shape.length });
        using order = argsort(view, { axis });
        expect(sorted.shape).toEqual(view.shape);
        const got = await numbers(sorted.moveAxis(axis, -1));
        const places = await numbers(order.moveAxis(axis, -1));
        for (let start = 0; start < elements.length; start += length) {
          const row = rows.slice(start, start + length);
          const wanted = row.map((value, i) => ({ value, i })).sort((a, b) => ascending(a.value, b.value) || a.i - b.i);
          expect(got.slice(start, start + length)).toEqual(wanted.map(({ value }) => value));
          expect(places.slice(start, start + length)).toEqual(wanted.map(({ i }) => i));
        }
      }),
      runs,
    );
  });

  it('all integers and floats at their limits', async () => {
    const limits: readonly [DType, readonly Value[]][] = [
      ['int8', [127, -128, 0, -1, 1]],
      ['uint8', [255, 0, 128, 127]],
      ['int32', [2147483647, -2147483648, 0, -1]],
      ['float32', [Infinity, -Infinity, -1.5, 1e-45, -1e-45, 3.4e38, NaN]],
      ['float16', [Infinity, -Infinity, -0.5, 65504, NaN]],
      ['float64', [Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324, NaN, -Infinity]],
    ];
    for (const [dtype, values] of backend === 'host' ? limits : limits.slice(0, 3)) {
      using array = await arrayOf(dtype, values);
      const wanted = decode(dtype, encode(dtype, values) as never)
        .slice()
        .sort(ascending);
      expect(await numbers(sort(array))).toEqual(wanted);
    }
  });

  it('many elements, which many threads share', async () => {
    const values = Array.from({ length: 100_000 }, (_, i) => Math.imul(i, 2654435761) | 0);
    using array = await arrayOf('int32', values);
    expect(await numbers(sort(array))).toEqual(values.slice().sort((a, b) => a - b));
    using inPlace = await arrayOf('int32', values);
    sort(inPlace, { out: inPlace });
    expect((await numbers(inPlace))[0]).toBe(Math.min(...values));
  });

  it('values move with their keys', async () => {
    const keys = Array.from({ length: 5000 }, (_, i) => (i * 7919) % 50);
    using array = await arrayOf('uint8', keys);
    using values = await arrayOf(
      'float64',
      keys.map((_, i) => i),
    );
    const sorted = sortByKey(array, values);
    const wanted = keys.map((key, i) => ({ key, i })).sort((a, b) => a.key - b.key || a.i - b.i);
    expect(await numbers(sorted.keys)).toEqual(wanted.map(({ key }) => key));
    expect(await numbers(sorted.values)).toEqual(wanted.map(({ i }) => i));
    refused(() => sortByKey(array, emptyArray(device, 'int32', [3])));
  });

  it('several keys, and complex numbers, which have two', async () => {
    const [minor, major] = [await arrayOf('int32', [3, 1, 2, 1, 2]), await arrayOf('int32', [1, 1, 0, 0, 1])];
    expect(await numbers(lexsort([minor, major]) as unknown as GpuArray)).toEqual([3, 2, 1, 4, 0]);
    using array = emptyArray(device, 'complex64', [4]);
    await array.set(Float32Array.of(2, 0, 1, 5, 1, -5, -1, 9));
    expect(Array.from(await sort(array).get())).toEqual([-1, 9, 1, -5, 1, 5, 2, 0]);
  });

  it('complex numbers with NaN last, and as one value', async () => {
    // NumPy's order: without NaN; with NaN in the imaginary part; in the real part; in both.
    const parts = [1, NaN, 2, 0, NaN, 0, NaN, NaN, NaN, -1, -1, NaN, 2, 0];
    using array = emptyArray(device, 'complex64', [7]);
    await array.set(Float32Array.from(parts));
    expect(Array.from(await sort(array).get())).toEqual([2, 0, 2, 0, -1, NaN, 1, NaN, NaN, -1, NaN, 0, NaN, NaN]);
    const { values, counts, inverse } = await uniqueAll(array);
    expect(Array.from(await values.get())).toEqual([2, 0, -1, NaN]);
    expect(Array.from(await counts.get())).toEqual([2n, 5n]);
    expect(Array.from(await inverse.get())).toEqual([1n, 0n, 1n, 1n, 1n, 1n, 0n]);
  });

  it('each value once, with where it is and how often', async () => {
    const values = Array.from({ length: 1000 }, (_, i) => (i * 31) % 17).concat(NaN, NaN);
    using array = await arrayOf('float32', values);
    const all = await uniqueAll(array);
    const wanted = [...Array(17).keys(), NaN];
    expect(await numbers(all.values)).toEqual(wanted);
    expect(await numbers(all.index as unknown as GpuArray)).toEqual(
      wanted.map((value) => values.findIndex((one) => Object.is(one, value))),
    );
    expect(await numbers(all.counts as unknown as GpuArray)).toEqual(
      wanted.map((value) => values.filter((one) => Object.is(one, value)).length),
    );
    const inverse = await numbers(all.inverse);
    expect(inverse.map((place) => wanted[place])).toEqual(values);
    expect(await numbers(await unique(await arrayOf('float32', [])))).toEqual([]);
  });

  it('searchsorted, on both sides', async () => {
    using sorted = await arrayOf('float32', [1, 2, 2, 2, 5, NaN]);
    using values = await arrayOf('float32', [0, 2, 3, 5, 9, NaN], [2, 3]);
    const left = searchsorted(sorted, values);
    expect(left.shape).toEqual([2, 3]);
    expect(await numbers(left as unknown as GpuArray)).toEqual([0, 1, 4, 4, 5, 5]);
    expect(await numbers(searchsorted(sorted, values, { side: 'right' }) as unknown as GpuArray)).toEqual([
      0, 4, 4, 5, 5, 6,
    ]);
    refused(() => searchsorted(values, values));
  });

  it('searchsorted finds whole numbers exactly, signed among unsigned too', async () => {
    const edges = [0n, 1n, 2n ** 31n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n];
    const [signed, unsigned] = [edges.flatMap((edge) => [edge, -edge - 1n]), edges].map((of) =>
      fc.array(fc.constantFrom(...of), { minLength: 1, maxLength: 12 }),
    );
    const places = (dtype: 'int64' | 'uint64', of: typeof signed): fc.Arbitrary<readonly bigint[]> =>
      (of as fc.Arbitrary<bigint[]>).map((all) =>
        all.map((value) => (dtype === 'int64' ? BigInt.asIntN : BigInt.asUintN)(64, value)),
      );
    const [ints, uints] = [places('int64', signed), places('uint64', unsigned)];
    const upload = (values: readonly bigint[], isSigned: boolean): GpuArray =>
      isSigned ? arrayFrom(device, BigInt64Array.from(values)) : arrayFrom(device, BigUint64Array.from(values));
    await fc.assert(
      fc.asyncProperty(ints, uints, fc.boolean(), fc.boolean(), async (a, b, isSigned, onRight) => {
        const [inside, wanted] = isSigned ? [a, b] : [b, a];
        const ordered = [...inside].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0));
        using sorted = upload(ordered, isSigned);
        using values = upload(wanted, !isSigned);
        using found = searchsorted(sorted, values, { side: onRight ? 'right' : 'left' });
        const expected = wanted.map(
          (value) => ordered.filter((each) => each < value || (onRight && each === value)).length,
        );
        expect(await numbers(found as unknown as GpuArray)).toEqual(expected);
      }),
      {
        ...runs,
        examples: [
          [[2n ** 53n], [2n ** 53n + 1n], true, true],
          [[-1n], [2n ** 64n - 1n], true, true],
        ],
      },
    );
  });

  it('bincount, with weights and without', async () => {
    using array = await arrayOf('int32', [3, 1, 1, 0, 3, 3]);
    expect(await numbers(await bincount(array, { minlength: 6 }))).toEqual([1, 2, 0, 3, 0, 0]);
    using weights = await arrayOf('float32', [0.5, 1, 2, 4, 8, 16]);
    expect(await numbers(await bincount(array, { weights }))).toEqual([4, 3, 0, 24.5]);
    expect(await numbers(await bincount(await arrayOf('uint8', [])))).toEqual([]);
    await expect(bincount(await arrayOf('int32', [-1]))).rejects.toMatchObject({ code: 'ARGUMENT' });
    await expect(bincount(await arrayOf('float32', [1]))).rejects.toMatchObject({ code: 'ARGUMENT' });
  });

  it('histogram, by a number of bins and by edges', async () => {
    using array = await arrayOf('float32', [0, 0.5, 1, 1.5, 2, 2.5, 4, NaN]);
    const even = await histogram(array, { bins: 4, range: [0, 4] });
    expect(Array.from(even.edges)).toEqual([0, 1, 2, 3, 4]);
    expect(await numbers(even.counts)).toEqual([2, 2, 2, 1]);
    const uneven = await histogram(array, { bins: [0, 0.25, 2, 3] });
    expect(await numbers(uneven.counts)).toEqual([1, 3, 2]);
    await expect(histogram(array, { bins: [2, 1] })).rejects.toMatchObject({ code: 'ARGUMENT' });
    await expect(histogram(array, { bins: 0 })).rejects.toMatchObject({ code: 'ARGUMENT' });
  });

  it('histogram, with the edges that NumPy has', async () => {
    const low = -1.3;
    const high = 2.9;
    const double = await histogram(await arrayOf('float64', [low, high]), { bins: 7 });
    // linspace: each a product and a sum, the last exactly.
    const step = (high - low) / 7;
    expect(Array.from(double.edges)).toEqual([0, 1, 2, 3, 4, 5, 6].map((k) => k * step + low).concat(high));
    // numpy.histogram(numpy.float32([0.1, 0.2, 0.7]), bins=3), whose edges are 0.1, 0.29999998, 0.49999997, 0.7
    const single = await histogram(await arrayOf('float32', [0.1, 0.2, 0.7]), { bins: 3 });
    expect(Array.from(single.edges)).toEqual([0.1, 0.29999998, 0.49999997, 0.7].map(Math.fround));
    // The same with range=(0, 1): spaced as doubles, then rounded.
    const ranged = await histogram(await arrayOf('float32', [0.1, 0.2, 0.7]), { bins: 3, range: [0, 1] });
    expect(Array.from(ranged.edges)).toEqual([0, 1 / 3, 2 / 3, 1].map(Math.fround));
    await expect(histogram(await arrayOf('float16', [1, 1.25]), { bins: 1000 })).rejects.toThrow(
      'histogram: 1000 bins from 1 to 1.25 are narrower than float16 tells apart',
    );
  });

  it('histogram, with complex weights', async () => {
    using array = await arrayOf('float32', [0, 1, 1, 3]);
    using weights = emptyArray(device, 'complex64', [4]);
    await weights.set(Float32Array.of(1, 2, 3, 4, 5, 6, 7, Infinity));
    const { counts } = await histogram(array, { bins: [0, 1, 2, 3], weights: weights as unknown as GpuArray });
    expect(counts.dtype).toBe('complex128');
    expect(Array.from((await counts.get()) as Float64Array)).toEqual([1, 2, 8, 10, 7, Infinity]);
    await expect(bincount(await arrayOf('int32', [0, 1, 1, 3]), { weights: weights as unknown as GpuArray })).rejects.toMatchObject({ code: 'ARGUMENT' }); // prettier-ignore
  });

  it('segments sort each on its own', async () => {
    using array = await arrayOf('int32', [9, 3, 7, 1, 8, 2, 5]);
    using starts = await arrayOf('int32', [0, 3, 3]);
    expect(await numbers(segmentedSort(array, starts))).toEqual([3, 7, 9, 1, 2, 5, 8]);
  });
});

describe('radix sort by every strategy', () => {
  const backend = testBackends[0] ?? 'host';
  // Blocks that wait for each other are written for CUDA's dialect.
  const names = backend === 'opencl' ? ['sequential', 'tiles'] : ['sequential', 'onesweep', 'tiles'];
  it.each(names)('%s', async (name) => {
    await using device = await openTestDevice(backend);
    const parallel = parallelTuning(device);
    const strategies: Record<string, DeviceTuning> = {
      sequential: deviceTuning(device),
      // Tiles of 7,680 elements of 4 bytes, of 5,376 of 8.
      onesweep: { ...parallel, splitThreads: 512, lookBack: true, warp: 32 },
      tiles: { ...parallel, threads: 64, lookBack: false },
    };
    const tuning = strategies[name] as DeviceTuning;
    for (const size of [1, 7679, 7680, 7681, 30_000]) {
      const values = Float32Array.from({ length: size }, (_, i) => Math.fround(Math.sin(i * 77.7) * 10 ** (i % 9)));
      using array = emptyArray(device, 'float32', [size]);
      await array.set(values);
      const sorted = values.slice().sort();
      expect(await sort(array, { tuning }).get()).toEqual(sorted);
      const order = await argsort(array, { tuning }).get();
      expect(Float32Array.from(order, (place) => values[Number(place)] as number)).toEqual(sorted);
    }
    using rows = emptyArray(device, 'int16', [37, 50]);
    await rows.set(Int16Array.from({ length: 37 * 50 }, (_, i) => ((i * 7919) % 1001) - 500));
    const given = await rows.get();
    const wanted = new Int16Array(given.length);
    for (let row = 0; row < 37; row++) wanted.set(given.slice(row * 50, row * 50 + 50).sort(), row * 50);
    expect(await sort(rows, { tuning }).get()).toEqual(wanted);
    // Of small numbers in a wide type most digits are alike; of one number all are.
    for (const [many, size] of [
      [1, 20_000],
      [1000, 5376],
      [70_000, 20_000],
    ] as const) {
      const small = BigInt64Array.from({ length: size }, (_, i) => BigInt(Math.imul(i, 7919) % many));
      using wide = emptyArray(device, 'int64', [size]);
      await wide.set(small);
      const inOrder = small.slice().sort();
      expect(await sort(wide, { tuning }).get()).toEqual(inOrder);
      const places = Array.from(await argsort(wide, { tuning }).get(), Number);
      expect(BigInt64Array.from(places, (place) => small[place] as bigint)).toEqual(inOrder);
      const stable = places.every(
        (place, i) => i === 0 || inOrder[i] !== inOrder[i - 1] || place > (places[i - 1] as number),
      );
      expect(stable).toBe(true);
    }
  });
});
