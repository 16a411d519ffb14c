/** Cumulative sums, compaction and lists, against plain JavaScript. */
import type { Device, DType } from '@heddle/core';
import fc from 'fast-check';
import type { GpuArray } from '../../src/array/gpu-array';
import { emptyArray } from '../../src/array/empty';
import {
  compress,
  copyIf,
  cumprod,
  cumsum,
  diff,
  exclusiveScanKernel,
  inclusiveScanKernel,
  ListOfListsBuilder,
  nonzero,
  partition,
  removeIf,
  ScanKernel,
  uniqueConsecutive,
} from '../../src/algorithms/scan';
import { decode, elementsOf, encode, makeView, realDTypes, valuesOf, viewPlans, type Value } from '../reduction/views';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

// Compilers take seconds where the machine is busy.
jest.setTimeout(600_000);

describe.each(testBackends)('scans on %s', (backend) => {
  let device: Device;
  beforeAll(async () => {
    device = await openTestDevice(backend);
  });
  afterAll(async () => {
    await device.dispose();
  });
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
  const numbers = async (array: GpuArray<never> | GpuArray): Promise<readonly Value[]> =>
    decode(array.dtype, await (array as GpuArray).get());
  const first = async (array: GpuArray, count: GpuArray<'int64'>): Promise<readonly Value[]> =>
    (await numbers(array)).slice(0, Number((await count.get())[0]));
  const refused = (call: () => unknown): void => {
    expect(call).toThrow(expect.objectContaining({ code: 'ARGUMENT' }) as Error);
  };

  it('refuses arrays shorter than what a scan goes over', async () => {
    using long = await arrayOf('int32', [1, 2, 3, 4]);
    using short = await arrayOf('int32', [9, 9, 9]);
    using half = await arrayOf('float16', [1, 2, 3]);
    const inclusive = inclusiveScanKernel({ dtype: 'int32', scan: 'a + b' });
    const exclusive = exclusiveScanKernel({ dtype: 'int32', scan: 'a + b', neutral: '0' });
    const message = 'scan: y has 3 elements; the scan goes over 4';
    expect(() => {
      inclusive.call(long, short);
    }).toThrow(message);
    expect(() => {
      exclusive.call(long, short);
    }).toThrow(message);
    expect(() => {
      inclusive.call(short, long, { size: 4 });
    }).toThrow('scan: x has 3 elements; the scan goes over 4');
    refused(() => {
      inclusiveScanKernel({ dtype: 'float16', scan: 'a + b' }).call(half, half, { size: 4 });
    });
    const fetching = new ScanKernel({
      dtype: 'int32',
      arguments: 'const int *x, const int *flags, int *y',
      input: 'here',
      scan: 'acrossSegmentBoundary ? b : a + b',
      isSegmentStart: 'flags[i]',
      output: 'y[i] = item',
      fetch: [{ name: 'here', array: 'x' }],
    });
    for (const args of [
      [short, long, long],
      [long, short, long],
      [long, long, short],
    ] as const) {
      refused(() => {
        fetching.call(...args, { size: 4 });
      });
    }
    expect(await numbers(short)).toEqual([9, 9, 9]);
    // As long as what is asked for, or as what the output writes under a condition.
    inclusive.call(long, short, { size: 3 });
    expect(await numbers(short)).toEqual([1, 3, 6]);
    using even = await arrayOf('int32', [0, 0]);
    new ScanKernel({
      dtype: 'int32',
      arguments: 'const int *x, int *y',
      input: 'x[i] % 2 == 0',
      scan: 'a + b',
      output: 'if (x[i] % 2 == 0) y[item - 1] = x[i];',
    }).call(long, even);
    expect(await numbers(even)).toEqual([2, 4]);
  });

  it('cumsum along any axis of any view', async () => {
    const dtypes: readonly DType[] =
      backend === 'host' ? realDTypes.filter((dtype) => !dtype.endsWith('float16')) : ['int8', 'float32'];
    await fc.assert(
      fc.asyncProperty(viewPlans(dtypes, 3, 30), fc.nat(), async (plan, pick) => {
        const values = valuesOf(plan);
        const { base, view } = await makeView(device, plan, values);
        using owned = base;
        if (owned.disposed) return;
        const axis = view.shape.length === 0 || pick % 4 === 0 ? null : pick % view.shape.length;
        using sums = cumsum(view, { axis });
        const moved = axis === null ? view : view.moveAxis(axis, -1);
        const rows = elementsOf(moved, values);
        const length = axis === null ? rows.length : (moved.shape.at(-1) as number);
        let total = 0;
        const wanted = rows.map((value, i) => (total = i % length === 0 ? value : total + value));
        expect(await numbers(axis === null ? sums : sums.moveAxis(axis, -1))).toEqual(wanted);
      }),
      runs,
    );
  });

  it('many rows side by side, and many elements', async () => {
    const shape = [50, 300];
    const values = Array.from({ length: 15_000 }, (_, i) => (i % 11) - 5);
    using array = await arrayOf('int32', values, shape);
    const got = await numbers(cumsum(array, { axis: 0 }));
    const wanted = values.slice();
    for (let i = 300; i < wanted.length; i++) wanted[i] = (wanted[i] as number) + (wanted[i - 300] as number);
    expect(got).toEqual(wanted);
    using long = await arrayOf(
      'float32',
      Array.from({ length: 300_000 }, (_, i) => i % 3),
    );
    expect((await numbers(cumsum(long)))[299_999]).toBe(300_000);
    using factors = await arrayOf('float64', [1, 2, 3, 4, 5]);
    expect(await numbers(cumprod(factors, { out: factors }))).toEqual([1, 2, 6, 24, 120]);
  });

  it('inclusive and exclusive kernels; int8 too, where PyCUDA fails', async () => {
    using x = await arrayOf('int8', [1, 2, 3, 4]);
    inclusiveScanKernel({ dtype: 'int8', scan: 'a + b' }).call(x, x);
    expect(await numbers(x)).toEqual([1, 3, 6, 10]);
    exclusiveScanKernel({ dtype: 'int8', scan: 'a > b ? a : b', neutral: '-128' }).call(x, x);
    expect(await numbers(x)).toEqual([-128, 1, 3, 6]);
    refused(() => exclusiveScanKernel({ dtype: 'int8', scan: 'a + b' }));
  });

  it('elements that are fetched are those from before the scan, in place too', async () => {
    const values = Array.from({ length: 50_000 }, (_, i) => Math.floor(i / 7));
    using x = await arrayOf('int32', values);
    const kernel = new ScanKernel({
      dtype: 'int32',
      arguments: 'const int *x, int *y',
      fetch: [
        { name: 'here', array: 'x' },
        { name: 'before', array: 'x', offset: -1 },
      ],
      input: 'i == 0 || here != before ? 1 : 0',
      scan: 'a + b',
      output: 'y[i] = item',
    });
    kernel.call(x, x);
    expect(await numbers(x)).toEqual(values.map((value) => value + 1));
  });

  it('copyIf, removeIf and partition', async () => {
    const values = Array.from({ length: 20_000 }, (_, i) => ((i * 7919) % 1000) - 500);
    using x = await arrayOf('float32', values);
    const options = { arguments: 'float limit', values: [100] };
    const above = copyIf(x, 'x[i] > limit', options);
    expect(await first(above.out, above.count)).toEqual(values.filter((value) => value > 100));
    const below = removeIf(x, 'x[i] > limit', options);
    expect(await first(below.out, below.count)).toEqual(values.filter((value) => value <= 100));
    const parts = partition(x, 'i % 3 == 0');
    expect(await first(parts.outTrue, parts.count)).toEqual(values.filter((_, i) => i % 3 === 0));
    const rest = (await numbers(parts.outFalse)).slice(0, values.length - Number((await parts.count.get())[0]));
    expect(rest).toEqual(values.filter((_, i) => i % 3 !== 0));
  });

  it('of nothing, the count is 0', async () => {
    // PyOpenCL leaves the count as it happens to be.
    const { out, count } = copyIf(await arrayOf('float32', []), 'x[i] > 0');
    expect(out.shape).toEqual([0]);
    expect(await count.get()).toEqual(BigInt64Array.of(0n));
  });

  it('half-precision elements are compared as numbers and copied as they are', async () => {
    using x = await arrayOf('float16', [1.5, -2, 0.25, 100]);
    const { out, count } = copyIf(x, 'x[i] > 0.5f');
    expect(await first(out, count)).toEqual([1.5, 100]);
  });

  it('uniqueConsecutive, compress and nonzero', async () => {
    using x = await arrayOf('float32', [1, 1, 2, NaN, NaN, 2, 2, 0]);
    const once = uniqueConsecutive(x);
    expect(await first(once.out, once.count)).toEqual([1, 2, NaN, 2, 0]);
    using mask = await arrayOf('bool', [1, 0, 0, 1, 0, 1, 0, 1], [2, 4]);
    expect(await numbers(await compress(mask, x.reshape(2, 4)))).toEqual([1, NaN, 2, 0]);
    const [rows, columns] = await nonzero(mask);
    expect(await numbers(rows as never)).toEqual([0, 0, 1, 1]);
    expect(await numbers(columns as never)).toEqual([0, 3, 1, 3]);
    expect(await numbers((await nonzero(x))[0] as never)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('diff', async () => {
    using x = await arrayOf('int32', [1, 4, 9, 16, 25, 36], [2, 3]);
    expect(await numbers(diff(x))).toEqual([3, 5, 9, 11]);
    expect(await numbers(diff(x, { axis: 0 }))).toEqual([15, 21, 27]);
    expect(await numbers(diff(x, { n: 2 }))).toEqual([2, 2]);
    expect(diff(x, { n: 5 }).shape).toEqual([2, 0]);
    refused(() => diff(x, { axis: 2 }));
  });

  it('lists of lists: the divisors of each index', async () => {
    const builder = new ListOfListsBuilder({
      lists: { divisors: 'int32', halves: 'float32' },
      arguments: 'const int *least',
      generate: `for (int d = least[0]; d <= i; d++) if (i % d == 0) { APPEND_divisors(d); }
        if (i % 2 == 0) { APPEND_halves(i / 2.0f); }`,
    });
    const { divisors, halves } = await builder.build(13, await arrayOf('int32', [1]));
    const starts = await numbers(divisors?.starts as never);
    const values = await numbers(divisors?.values as never);
    expect(values.slice(starts[12], starts[13])).toEqual([1, 2, 3, 4, 6, 12]);
    expect(starts.slice(0, 5)).toEqual([0, 0, 1, 3, 5]);
    expect(await numbers(halves?.values as never)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('leaves empty lists out, also if there are no others', async () => {
    const builder = new ListOfListsBuilder({
      lists: { hits: 'int32', all: 'int32' },
      arguments: 'const int *x',
      generate: `for (int k = 0; k < x[i]; k++) { APPEND_hits(10 * (int)i + k); }
        APPEND_all(x[i]);`,
      eliminateEmpty: ['hits'],
    });
    const cases = [
      { given: [0, 2, 0, 0, 1], indices: [1, 4], starts: [0, 2, 3], values: [10, 11, 40] },
      { given: [3, 0], indices: [0], starts: [0, 3], values: [0, 1, 2] },
      { given: [0, 0, 0], indices: [], starts: [0], values: [] },
      { given: [], indices: [], starts: [0], values: [] },
    ];
    for (const { given, indices, starts, values } of cases) {
      const { hits, all } = await builder.build(given.length, await arrayOf('int32', given));
      expect(await numbers(hits?.indices as never)).toEqual(indices);
      expect(await numbers(hits?.starts as never)).toEqual(starts);
      expect(await numbers(hits?.values as never)).toEqual(values);
      expect(await numbers(all?.values as never)).toEqual(given);
      expect(all?.indices).toBeUndefined();
    }
    refused(() => {
      new ListOfListsBuilder({ lists: { a: 'int32' }, generate: '', eliminateEmpty: ['b'] });
    });
  });

  it('refuses what cannot be, and writes nothing', async () => {
    using y = await arrayOf('int32', [7, 7, 7]);
    using x = await arrayOf('int32', [1, 2, 3]);
    const options = {
      dtype: 'int32',
      arguments: 'const int *x, int *y',
      input: 'x[i]',
      scan: 'a + b',
      output: 'y[i] = item',
    };
    const kernel = new ScanKernel(options);
    refused(() => {
      kernel.call(x);
    });
    refused(() => {
      kernel.call(x, 3);
    });
    refused(() => {
      kernel.call(emptyArray(device, 'float32', [3]), y);
    });
    refused(() => {
      kernel.call(x, y, { size: -1 });
    });
    refused(() => new ScanKernel({ ...options, output: 'y[i] = prevItem' }));
    refused(() => new ScanKernel({ ...options, dtype: 'no_such_type' }).call(x, y));
    refused(() => new ScanKernel({ ...options, fetch: [{ name: 'z', array: 'nowhere' }] }));
    refused(() => cumsum(x, { axis: 1 }));
    refused(() => cumsum(x, { out: y }));
    refused(() => copyIf(x, ''));
    expect(await numbers(y)).toEqual([7, 7, 7]);
    new ScanKernel({ ...options, input: 'x[i] + nothing' }).call(x, y);
    await expect(y.get()).rejects.toMatchObject({
      code: 'COMPILE',
      message: expect.stringContaining('x[i] + nothing') as unknown,
    });
  });
});
