/** No operation keeps memory: what its result gives back, and nothing else, is what it took. */
import {
  argsort, bincount, compress, copyIf, histogram, lexsort, nonzero, ReductionKernel, ScanKernel, searchsorted,
  segmentedSort, sort, sortByKey, unique, uniqueAll, type Arrays, type GpuArray,
} from '@heddle/gpuarray'; // prettier-ignore
import { onDevices } from '../support/on-devices';

interface Operands {
  readonly ga: Arrays;
  /** Rows and columns exchanged, so that nothing dense can be made of it without a copy. */
  readonly turned: GpuArray<'float32'>;
  /** Every second element. */
  readonly strided: GpuArray<'float32'>;
  readonly numbers: GpuArray<'int32'>;
}

type Results = GpuArray | readonly GpuArray[];

const operations: Readonly<Record<string, (operands: Operands) => Results | Promise<Results>>> = {
  sort: ({ turned }) => sort(turned),
  'sort of all': ({ turned }) => sort(turned, { axis: null }),
  'sort along the first axis': ({ turned }) => sort(turned, { axis: 0 }),
  'sort of complex numbers': ({ turned }) => {
    using complex = turned.astype('complex64');
    return sort(complex);
  },
  argsort: ({ turned }) => argsort(turned),
  'argsort of a row': ({ strided }) => argsort(strided),
  sortByKey: ({ strided }) => Object.values(sortByKey(strided, strided)),
  lexsort: ({ strided }) => lexsort([strided, strided]),
  segmentedSort: ({ ga, strided }) => {
    using starts = ga.array(Int32Array.of(0, 5, 9));
    return segmentedSort(strided, starts);
  },
  searchsorted: ({ strided, turned }) => searchsorted(strided, turned),
  unique: ({ turned }) => unique(turned),
  uniqueAll: async ({ turned }) => Object.values((await uniqueAll(turned)) as unknown as Record<string, GpuArray>),
  nonzero: ({ turned }) => nonzero(turned),
  compress: async ({ turned }) => {
    using mask = turned.greater(3);
    return await compress(mask, turned);
  },
  copyIf: ({ strided }) => Object.values(copyIf(strided, 'x[i] > 2')),
  histogram: async ({ turned }) => (await histogram(turned, { bins: 4 })).counts,
  bincount: ({ numbers, strided }) => bincount(numbers, { weights: strided }),
  cumsum: ({ turned }) => turned.cumsum(),
  take: ({ ga, turned }) => ga.take(turned, [1, 2, 3]),
  'take of rows': ({ ga, turned }) => ga.take(turned, [1, 0], { axis: 1 }),
  put: ({ ga }) => {
    const target = ga.zeros(5, 'float32');
    ga.put(target, [1, 2], 7);
    return target;
  },
  repeat: ({ ga, turned }) => ga.repeat(turned, 3),
  'repeat by counts': ({ ga, strided }) => ga.repeat(strided, new Array<number>(strided.size).fill(2)),
  tile: ({ ga, turned }) => ga.tile(turned, [2, 3]),
  roll: ({ ga, turned }) => ga.roll(turned, 3),
  concatenate: ({ ga, turned }) => ga.concatenate([turned, turned], null),
  matmul: ({ turned }) => turned.matmul(turned.T),
  reshape: ({ turned }) => turned.reshape(-1),
  'a reduction of a range': ({ strided }) =>
    new ReductionKernel({
      dtypeOut: 'float32',
      arguments: 'const float *x',
      mapExpr: 'x[i] + i',
      reduceExpr: 'a + b',
      neutral: 0,
    }).call(strided),
  'a reduction of raw memory': ({ numbers, strided }) =>
    new ReductionKernel({
      in: 'int32 k, raw float32 x',
      out: 'float32 y',
      map: 'x[k]',
      reduce: 'a + b',
      identity: 0,
    }).call(numbers, strided),
  'a scan': ({ ga, strided }) => {
    const out = ga.zeros(strided.size, 'float32');
    new ScanKernel({
      dtype: 'float32',
      arguments: 'const float *x, float *y',
      input: 'x[i]',
      scan: 'a + b',
      output: 'y[i] = item',
    }).call(strided, out);
    return out;
  },
  'a kernel over raw memory': ({ ga, numbers, strided }) =>
    ga.elementwiseKernel('int32 k, raw float32 x', 'float32 y', 'y = x[k]')(numbers, strided),
};

/** Creations that are refused. */
const refusals: Readonly<Record<string, (ga: Arrays) => unknown>> = {
  full: (ga) => ga.full([512, 512], 300, 'uint8'),
  arange: (ga) => ga.arange(0, 1e6, 1, { dtype: 'uint8' }),
  linspace: (ga) => ga.linspace(0, 300, 1e6, { dtype: 'uint8' }),
  'an array of another shape': (ga) => ga.array(new Float32Array(1e6), { shape: [3, 3] }),
};

onDevices('memory', (test) => {
  it.each(Object.keys(refusals))('is not taken, or given back at once, where this is refused: %s', async (name) => {
    const { ga } = test;
    await ga.synchronize();
    ga.freeMemory();
    const before = ga.memoryStatistics.usedByteLength;
    expect(() => refusals[name]?.(ga)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }) as Error);
    await ga.synchronize();
    ga.freeMemory();
    expect(ga.memoryStatistics.usedByteLength - before).toBe(0);
  });

  it.each([1, 1000, 3e5])('counts as used by arrays that are not disposed, of %i elements', async (size) => {
    const { ga } = test;
    await ga.synchronize();
    ga.freeMemory();
    const before = ga.memoryStatistics;
    const arrays = [ga.zeros(size), ga.zeros(size), ga.zeros(size)];
    const { usedByteLength, usedBlocks } = ga.memoryStatistics;
    expect(usedByteLength - before.usedByteLength).toBeGreaterThanOrEqual(3 * 8 * size);
    expect(usedBlocks - before.usedBlocks).toBe(3);
    await ga.synchronize();
    for (const array of arrays) array.dispose();
    const after = ga.memoryStatistics;
    expect(after.usedByteLength).toBe(before.usedByteLength);
    expect(after.usedBlocks).toBe(before.usedBlocks);
    expect(after.heldByteLength).toBeGreaterThanOrEqual(3 * 8 * size);
    ga.zeros(size).dispose();
    const again = ga.memoryStatistics;
    expect(again.hits).toBe(after.hits + 1);
    expect(again.misses).toBe(after.misses);
    expect(again.peakUsedByteLength).toBe(after.peakUsedByteLength);
    ga.freeMemory();
    expect(ga.memoryStatistics.usedByteLength).toBe(before.usedByteLength);
  });

  it('holds few elements out of many', async () => {
    const { ga } = test;
    using sparse = ga.zeros(2 ** 18, 'int32');
    ga.put(sparse, [5, 1000], 7);
    using mask = sparse.greater(0);
    await ga.synchronize();
    ga.freeMemory();
    const before = ga.memoryStatistics.usedByteLength;
    const [places, values, different] = [
      await sparse.nonzero(),
      await compress(mask, sparse as unknown as GpuArray),
      await sparse.unique(),
    ];
    await ga.synchronize();
    ga.freeMemory();
    expect(ga.memoryStatistics.usedByteLength - before).toBeLessThan(2 ** 18);
    expect(await places[0]?.toArray()).toEqual([5n, 1000n]);
    expect(await values.toArray()).toEqual([7, 7]);
    expect(await different.toArray()).toEqual([0, 7]);
    for (const array of [...places, values, different]) array.dispose();
  });

  it.each(Object.keys(operations))('is given back: %s', async (name) => {
    const { ga } = test;
    // Nothing is left to the garbage collector, which would give it back at any time.
    using counted = ga.arange(4000, { dtype: 'float32' });
    using small = counted.remainder(17);
    const turned = small.reshape(40, 100).T;
    const strided = small.slice([0, 200]).slice('::2');
    using numbers = ga.arange(100, { dtype: 'int32' });
    ga.freeMemory();
    const before = ga.memoryStatistics.usedByteLength;
    const results = await operations[name]?.({ ga, turned, strided, numbers });
    for (const array of [results].flat() as GpuArray[]) array.dispose();
    await ga.synchronize();
    ga.freeMemory();
    expect(ga.memoryStatistics.usedByteLength - before).toBe(0);
  });
});
