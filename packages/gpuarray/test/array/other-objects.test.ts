/** What looks like a device or an array and is none is named in the call itself. */
import {
  argsort,
  compress,
  contiguous,
  copyIf,
  cumsum,
  gpuArrays,
  histogram,
  lexsort,
  load,
  matmul,
  mean,
  nonzero,
  partition,
  RandomGenerator,
  save,
  searchsorted,
  segmentedSort,
  sort,
  sum,
  unique,
  uniqueConsecutive,
  vdot,
  type Arrays,
  type GpuArray,
} from '@heddle/gpuarray';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onDevices, oneTestBackend } from '../support/on-devices';

const refused = (message: string, hint = '') =>
  expect.objectContaining({
    code: 'ARGUMENT',
    message: expect.stringContaining(message) as string,
    ...(hint === '' ? {} : { hint: expect.stringContaining(hint) as string }),
  }) as Error;

/** Calls that take arrays, each with one argument that is none. */
function calls(ga: Arrays, given: GpuArray): Readonly<Record<string, () => unknown>> {
  const a = ga.array([3, 1, 2]);
  const mask = ga.array([true, false, true]);
  const whole = ga.array([0, 1]);
  const twice = ga.elementwiseKernel('float64 x', 'float64 y', 'y = 2 * x');
  const raw = ga.elementwiseKernel('raw float64 x', 'float64 y', 'y = x[0] + i');
  const inPlace = ga.elementwiseKernel('double *x', 'x[i] = 0');
  const total = ga.reductionKernel({ in: 'T x', out: 'T y', map: 'x', reduce: 'a + b', identity: 0 });
  const totalInC = ga.reductionKernel({
    dtypeOut: 'float64',
    arguments: 'double *x',
    mapExpr: 'x[i]',
    reduceExpr: 'a + b',
    neutral: '0',
  });
  const running = ga.scanKernel({
    dtype: 'float64',
    arguments: 'double *x',
    input: 'x[i]',
    scan: 'a + b',
    output: 'x[i] = item',
  });
  return {
    add: () => a.add(given as never),
    'add to': () => ga.add(given, 1),
    sqrt: () => ga.sqrt(given),
    out: () => ga.sqrt(a, { out: given }),
    assign: () => a.assign(given),
    addAssign: () => a.addAssign(given),
    evaluate: () => ga.evaluate`${a} + ${given}`,
    evaluateInto: () => ga.evaluateInto(given)`${a} + 1`,
    matmul: () => matmul(a, given),
    'matmul out': () => matmul(a, a, { out: given }),
    vdot: () => vdot(a, given),
    sum: () => sum(given),
    'sum out': () => a.sum({ out: given }),
    'sum where': () => a.sum({ where: given }),
    mean: () => mean(given),
    cumsum: () => cumsum(given),
    sort: () => sort(given),
    argsort: () => argsort(given),
    lexsort: () => lexsort([a, given]),
    searchsorted: () => searchsorted(a, given),
    'searchsorted in': () => searchsorted(given, a),
    segmentedSort: () => segmentedSort(a, given),
    copyIf: () => copyIf(given, 'x[i] > 1'),
    partition: () => partition(given, 'x[i] > 1'),
    uniqueConsecutive: () => uniqueConsecutive(given),
    contiguous: () => contiguous(given),
    zerosLike: () => ga.zerosLike(given),
    take: () => ga.take(given, whole),
    put: () => ga.put(given, whole, 1),
    'put values': () => ga.put(a, whole, given),
    concatenate: () => ga.concatenate([a, given as never]),
    stack: () => ga.stack([given]),
    repeat: () => ga.repeat(given, 2),
    tile: () => ga.tile(given, 2),
    roll: () => ga.roll(given, 1),
    diff: () => ga.diff(given),
    shuffle: () => ga.random(1).shuffle(given),
    permutation: () => ga.random(1).permutation(given),
    'elementwise kernel': () => twice(given as never),
    'raw of an elementwise kernel': () => raw(given as never),
    'output of an elementwise kernel': () => twice(a as never, given as never),
    'C elementwise kernel': () => inPlace(given as never),
    'reduction kernel': () => total(given as never),
    'C reduction kernel': () => totalInC(given as never),
    'scan kernel': () => running(given as never),
    unique: () => unique(given),
    nonzero: () => nonzero(given),
    histogram: () => histogram(given),
    'histogram weights': () => histogram(a, { weights: given }),
    compress: () => compress(mask, given),
    save: () => save(join(tmpdir(), 'not-an-array.npy'), given),
  };
}

async function failureOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return 'no failure';
  } catch (error) {
    return error;
  }
}

async function expectAllRefused(ga: Arrays, given: unknown, what: string, hint?: string): Promise<void> {
  const entries = Object.entries(calls(ga, given as GpuArray));
  const failures = await Promise.all(entries.map(async ([name, call]) => [name, await failureOf(call)] as const));
  expect(Object.fromEntries(failures)).toEqual(
    Object.fromEntries(entries.map(([name]) => [name, refused(what, hint)])),
  );
}

onDevices(
  'objects that are not arrays',
  (test) => {
    it('are refused by every function where they are a proxy of one', async () => {
      const proxy = new Proxy(test.ga.array([3, 1, 2]), {});
      await expectAllRefused(test.ga, proxy, 'not a proxy of an array', 'Pass the array itself');
      expect(() => proxy.slice(0)).toThrow(refused('slice is called on a proxy of an array'));
      expect(() => proxy.sum()).toThrow(refused('proxy of an array'));
      await expect(proxy.get()).rejects.toEqual(refused('get is called on a proxy of an array'));
    });

    it('are refused by every function where they are of another copy of the package', async () => {
      let other: GpuArray | undefined;
      await jest.isolateModulesAsync(async () => {
        const copy = await import('@heddle/gpuarray');
        expect(copy.gpuArrays).not.toBe(gpuArrays);
        other = copy.gpuArrays(test.device).array([3, 1, 2]);
      });
      await expectAllRefused(
        test.ga,
        other,
        'not an array of another copy of @heddle/gpuarray',
        'Load the package once',
      );
    });

    it('are refused by every function where they are a promise, or nothing', async () => {
      const promise = test.ga.upload([3, 1, 2]);
      const all = calls(test.ga, promise as unknown as GpuArray);
      for (const name of ['add', 'sort', 'sum', 'take', 'zerosLike'] as const) {
        expect(await failureOf(all[name] ?? (() => undefined))).toEqual(refused('not a promise', 'Await it.'));
      }
      await promise;
      const nothing = calls(test.ga, null as unknown as GpuArray);
      for (const name of ['add', 'sort', 'sum', 'take', 'zerosLike', 'unique', 'partition'] as const) {
        expect(await failureOf(nothing[name] ?? (() => undefined))).toEqual(refused('not null'));
      }
    });

    it('ask for a device that has been awaited', () => {
      const promise = Promise.resolve(test.device);
      const message = refused('not on the promise of one', 'Await it: gpuArrays(await openDevice())');
      expect(() => gpuArrays(promise as never)).toThrow(message);
      expect(() => new RandomGenerator(promise as never, 1)).toThrow(message);
    });
  },
  oneTestBackend,
);

describe('a value that is not a device', () => {
  it('is refused before anything is asked of it', async () => {
    for (const none of [null, undefined, 'host', {}, 1]) {
      expect(() => gpuArrays(none as never)).toThrow(refused('arrays are made on a device, not on'));
      expect(() => new RandomGenerator(none as never, 1)).toThrow(refused('arrays are made on a device, not on'));
      await expect(load(none as never, new Uint8Array(3))).rejects.toEqual(refused('arrays are made on a device'));
    }
  });
});
