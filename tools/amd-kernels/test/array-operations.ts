/**
 * Samples of the package's operations: each kind of kernel that it generates, in the forms that differ in more than a
 * type. Lengths and layouts decide the form; nothing is computed with the elements.
 */
import type { DType } from '@heddle/core';
import {
  bincount,
  copyIf,
  histogram,
  ListOfListsBuilder,
  partition,
  searchsorted,
  segmentedSort,
  sortByKey,
  type Arrays,
  type GpuArray,
} from '@heddle/gpuarray';

/** Enough for the forms that want to occupy a whole device. */
const long = 2 ** 22;

const some = <D extends DType>(ga: Arrays, dtype: D, length = long): GpuArray<D> => ga.empty(length, dtype);

export const arrayOperations: Readonly<Record<string, (ga: Arrays) => unknown>> = {
  elementwise: (ga) => {
    const [f, h, b, z] = [some(ga, 'float32'), some(ga, 'float16'), some(ga, 'bfloat16'), some(ga, 'complex64')];
    return [
      ga.evaluate`sqrt(${f}) + ${h} * ${b}`,
      ga.evaluate`${some(ga, 'int64')} // 3 % ${some(ga, 'int32')} ** 2`,
      ga.evaluate`exp(${z}) / ${some(ga, 'complex128')}`,
      ga.evaluate`logaddexp(${some(ga, 'float64')}, ${f}) > 0.5 ? tanh(${f}) : ${f} // 0.3`,
      ga.elementwiseKernel('T x, raw T y', 'T z', 'z = x + y[n - 1 - i]')(f, f),
      ga.elementwiseKernel('float a, float *x, float *y', 'y[i] = a * x[i]')(2, f, some(ga, 'float32')),
    ];
  },
  layouts: (ga) => {
    const matrix = some(ga, 'float32').reshape(2048, 2048);
    matrix.T.copy();
    matrix.T.add(1);
    matrix.slice('::2, ::-3').copy();
    some(ga, 'uint8').reshape(2048, 2048).T.copy();
    ga.take(matrix, some(ga, 'int32', 100), { axis: 1 });
    ga.put(matrix, some(ga, 'int32', 100), 3);
    ga.concatenate([matrix, matrix.T], 1);
    ga.repeat(matrix, 3, 0);
    ga.roll(matrix, 5, 1);
    ga.arange(1000, { dtype: 'float16' });
    ga.eye(30, { dtype: 'complex128' });
    ga.linspace(0, 1, 9);
  },
  reductions: (ga) => {
    const matrix = some(ga, 'float32').reshape(2048, 2048);
    matrix.sum();
    matrix.sum({ axis: 0 });
    some(ga, 'float16').mean();
    some(ga, 'bfloat16').max();
    some(ga, 'complex128').prod();
    some(ga, 'float64').var();
    some(ga, 'int8').argmin();
    some(ga, 'uint64').any();
    ga.vdot(some(ga, 'complex64'), some(ga, 'complex64'));
    ga.reductionKernel({
      in: 'T x',
      out: 'T y',
      map: 'x * x',
      reduce: 'a + b',
      postMap: 'y = sqrt(a)',
      identity: 0,
    })(matrix, { axis: 1 });
  },
  // By the size of an item: in the words of tiles, which stay in shared memory where wavefronts are of 32, or apart.
  scans: (ga) => {
    some(ga, 'float32').cumsum();
    some(ga, 'float16', 5000).cumsum();
    some(ga, 'float32', 5000).cumprod();
    some(ga, 'complex64').cumsum();
    some(ga, 'complex128').cumsum();
    some(ga, 'float32').reshape(2048, 2048).cumsum({ axis: 0 });
    some(ga, 'float64').reshape(2048, 2048).cumsum({ axis: 0 });
    ga.scanKernel({
      dtype: 'int16',
      arguments: 'const short *x, short *y',
      input: 'x[i]',
      scan: 'a > b ? a : b',
      output: 'y[i] = item ^ prevItem',
      neutral: '-32768',
    })(some(ga, 'int16'), some(ga, 'int16'));
    ga.scanKernel({
      dtype: 'int32',
      arguments: 'const int *x, const int *flags, int *y',
      input: 'x[i]',
      scan: 'acrossSegmentBoundary ? b : a + b',
      neutral: '0',
      isSegmentStart: 'flags[i] != 0',
      output: 'y[i] = prevItem',
    })(some(ga, 'int32'), some(ga, 'int32'), some(ga, 'int32'));
    ga.scanKernel({
      dtype: 'float32',
      arguments: 'const float *x, float *y',
      input: 'x[i]',
      scan: 'a + b',
      output: 'y[i] = lastItem - item',
    })(some(ga, 'float32'), some(ga, 'float32'));
  },
  selections: async (ga) => {
    copyIf(some(ga, 'float32'), 'x[i] > limit', { arguments: 'float limit', values: [1] });
    partition(some(ga, 'float16'), 'x[i] > 0');
    partition(some(ga, 'uint8'), 'x[i] % 2 == 1');
    partition(some(ga, 'float64'), 'x[i] > 0');
    const positive = new ListOfListsBuilder({
      lists: { found: 'int32' },
      generate: 'if (x[i] > 0) APPEND_found(i);',
      arguments: 'const float *x',
    });
    await Promise.all([
      some(ga, 'bool').nonzero(),
      some(ga, 'int32').unique(),
      positive.build(1000, some(ga, 'float32', 1000)),
    ]);
  },
  sorts: async (ga) => {
    some(ga, 'float32').sort();
    some(ga, 'uint8').sort();
    some(ga, 'float64').sort();
    some(ga, 'int16').argsort();
    some(ga, 'complex64').sort();
    some(ga, 'float32').reshape(2048, 2048).argsort();
    sortByKey(some(ga, 'bfloat16'), some(ga, 'complex128'));
    segmentedSort(some(ga, 'int32'), some(ga, 'int64', 10));
    searchsorted(some(ga, 'float32'), some(ga, 'float32', 100));
    await Promise.all([
      bincount(some(ga, 'int32', 1000), { minlength: 10 }),
      bincount(some(ga, 'int32', 1000), { weights: some(ga, 'float64', 1000), minlength: 10 }),
      histogram(some(ga, 'float32'), { bins: 10, range: [0, 1] }),
    ]);
  },
  // Indices of 64 bits.
  'long arrays': (ga) => {
    const bytes = some(ga, 'uint8', 2 ** 31 + 2048);
    bytes.add(1);
    bytes.sum();
    bytes.cumsum();
    bytes.sort();
    bytes.argsort();
    partition(bytes, 'x[i] > 0');
    bytes.reshape(2048, 2 ** 20 + 1).T.copy();
    bytes.reshape(2048, 2 ** 20 + 1).sum({ axis: 0 });
    ga.random(2).bits(2 ** 31 + 1);
  },
  products: (ga) => {
    for (const dtype of ['float32', 'float16', 'int8', 'complex128'] as const) {
      ga.matmul(some(ga, dtype, 512 * 512).reshape(512, 512), some(ga, dtype, 512 * 512).reshape(512, 512).T);
    }
    ga.matmul(some(ga, 'float64', 99 * 3001).reshape(99, 3001), some(ga, 'float64', 3001 * 5).reshape(3001, 5));
    ga.matmul(some(ga, 'bfloat16', 64 * 4096).reshape(64, 4096), some(ga, 'bfloat16', 4096 * 64).reshape(4096, 64));
  },
  random: (ga) => {
    const random = ga.random(1);
    random.bits(long);
    random.uniform(long);
    random.normal(long);
    random.normal(long, { dtype: 'float64' });
    random.integers(long, 0, 6, { dtype: 'uint8' });
    random.exponential(long, { dtype: 'bfloat16' });
    random.poisson(long, 3);
    random.poisson(long, 1e5);
    random.permutation(some(ga, 'int16').reshape(1024, 4096));
    ga.random(1, { generator: 'threefry4x32-20' }).uniform(1000, { dtype: 'float16' });
  },
};
