/** Invalid arguments are refused by a typed error, not by an error that JavaScript happens to throw. */
import {
  bincount, copyIf, diff, exclusiveScanKernel, histogram, inclusiveScanKernel, lexsort, ListOfListsBuilder, partition,
  savez, searchsorted, uniqueConsecutive, vdot, type GpuArray,
} from '@heddle/gpuarray'; // prettier-ignore
import { onDevices } from '../support/on-devices';

/** A template as code would make it: the array stands between the two strings. */
function template(before: string, behind: string): TemplateStringsArray {
  return Object.assign([before, behind], { raw: [before, behind] });
}

const argument = expect.objectContaining({ name: 'HeddleError', code: 'ARGUMENT' }) as Error;

/** The error of a call, or of the promise it gives. */
async function failure(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
}

onDevices('values that are none', (test) => {
  it('as options', async () => {
    const { ga } = test;
    const a = ga.ones(4, 'float32') as unknown as GpuArray;
    const square = ga.ones([2, 2]) as unknown as GpuArray;
    const random = ga.random(1);
    const ofArray = [
      'sum', 'prod', 'min', 'max', 'mean', 'var', 'std', 'argmin', 'argmax', 'any', 'all', 'countNonzero', 'cumsum',
      'cumprod', 'sort', 'argsort',
    ] as const; // prettier-ignore
    const ofLike = ['emptyLike', 'zerosLike', 'onesLike'] as const;
    const ofRandom = ['uniform', 'normal', 'lognormal', 'exponential'] as const;
    for (const bad of [null, 5, 'x'] as never[]) {
      const calls: readonly (() => unknown)[] = [
        ...ofArray.map((name) => () => a[name](bad)),
        ...ofLike.map((name) => () => ga[name](a, bad)),
        ...ofRandom.map((name) => () => random[name](2, bad)),
        () => ga.fullLike(a, 1, bad),
        () => ga.arange(1, 5, 1, bad),
        () => ga.linspace(0, 1, 5, bad),
        () => ga.eye(2, bad),
        () => ga.array([1], bad),
        () => ga.upload([1], bad),
        () => ga.take(a, [0], bad),
        () => {
          ga.put(a, [0], 1, bad);
        },
        () => ga.sin(a, bad),
        () => ga.where(a, a, a, bad),
        () => ga.sin(a, { out: bad }),
        () => ga.matmul(square, square, bad),
        () => ga.random(1, bad),
        () => random.integers(2, 0, 5, bad),
        () => random.poisson(2, 1, bad),
        () => random.permutation(a, bad),
        () => {
          random.shuffle(a, bad);
        },
        () => ga.reductionKernel(bad),
        () => ga.scanKernel(bad),
        () => inclusiveScanKernel(bad),
        () => exclusiveScanKernel(bad),
        () => new ListOfListsBuilder(bad),
        () => new ListOfListsBuilder({ lists: bad, generate: '' }),
        () => histogram(a, bad),
        () => bincount(a, bad),
        () => searchsorted(a, a, bad),
        () => copyIf(a, 'x[i] > 1', bad),
        () => partition(a, 'x[i] > 1', bad),
        () => uniqueConsecutive(a, bad),
        () => diff(a, bad),
        () => vdot(a, a, bad),
        () => lexsort(bad),
        () => savez('nowhere.npz', [a], bad),
      ];
      for (const call of calls) expect([call.toString(), await failure(call)]).toEqual([call.toString(), argument]);
    }
    const empty = null as never;
    const double = ga.elementwiseKernel('float *x', 'x[i] *= 2');
    const more: readonly (() => unknown)[] = [
      () => ga.arange(5, empty),
      () => ga.array([1], { shape: empty }),
      () => ga.elementwiseKernel('T x', 'T y', 'y = x', empty),
      () => ga.elementwiseKernel('float *x', 'x[i] = 1', empty),
      () => {
        double.over(empty)(ga.ones(2, 'float32'));
      },
    ];
    for (const call of more) expect([call.toString(), await failure(call)]).toEqual([call.toString(), argument]);
  });

  it('as elements', () => {
    const { ga } = test;
    for (const bad of ['5', 'x', null, undefined, {}] as never[]) {
      for (const dtype of ['float32', 'int32', 'bool', 'complex64'] as const) {
        expect(() => ga.full(2, bad, dtype)).toThrow('full: ');
        expect(() => ga.fullLike(ga.ones(1, dtype), bad)).toThrow('cannot be an element of an array');
        expect(() => ga.ones(1, dtype).fill(bad)).toThrow('cannot be an element of an array');
        expect(() => ga.ones(4, dtype).slice('::2').fill(bad)).toThrow('cannot be an element of an array');
      }
      expect(() => ga.full(2, bad)).toThrow('full: ');
    }
  });

  it('as modes of indices', () => {
    const { ga } = test;
    const a = ga.ones(4);
    expect(() => ga.take(a, [0], { mode: 'raise' as never })).toThrow(`take: the modes are 'wrap' and 'clip'`);
    expect(() => {
      ga.put(a, [0], 1, { mode: 'raise' as never });
    }).toThrow(`put: the modes are 'wrap' and 'clip'`);
  });

  it('as bins', async () => {
    const a = test.ga.ones(4);
    for (const bins of [1e15, 0, -1, NaN, 2.5]) expect(await failure(() => histogram(a, { bins }))).toEqual(argument);
  });

  it('as expressions: parts that lie too deep in each other', async () => {
    const { ga } = test;
    const a = ga.ones(1, 'int32');
    const deep = (before: string, behind: string, times: number) =>
      ga.evaluate(template(before.repeat(times), behind.repeat(times)), a);
    expect(await deep('(', ')', 90).item()).toBe(1);
    // Every number is an argument, of which OpenCL devices take few.
    const terms = test.device.backend === 'host' ? 900 : 100;
    expect(await deep('', '+1', terms).item()).toBe(terms + 1);
    for (const [before, behind] of [
      ['(', ')'],
      ['-', ''],
      ['', '+1'],
      ['', '**1'],
      ['abs(', ')'],
      ['1 ? 1 : ', ''],
    ] as const) {
      expect(() => deep(before, behind, 20_000)).toThrow('deep in each other');
    }
  });
});
