/** Options: no misspelt one is passed over, and a dtype is asked for in one way everywhere. */
import * as gpuarray from '@heddle/gpuarray';
import {
  arrayFrom,
  bincount,
  compress,
  copyIf,
  diff,
  exclusiveScanKernel,
  flatNonzero,
  histogram,
  inclusiveScanKernel,
  lexsort,
  ListOfListsBuilder,
  nonzero,
  partition,
  RandomGenerator,
  removeIf,
  save,
  savez,
  searchsorted,
  segmentedSort,
  sortByKey,
  unique,
  uniqueAll,
  uniqueConsecutive,
  uploadArray,
  vdot,
  vectorDot,
  type Arrays,
} from '@heddle/gpuarray';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onDevices, oneTestBackend } from '../support/on-devices';

const noOption = (name: string, hint: string) =>
  expect.objectContaining({
    code: 'ARGUMENT',
    parameter: name,
    message: expect.stringContaining(`has no option '${name}'`) as string,
    hint: expect.stringContaining(hint) as string,
  }) as Error;

/** By what is called, the call with these options. */
function calls(ga: Arrays, options: object): Readonly<Record<string, () => unknown>> {
  const given = options as never;
  const a = ga.array([3, 1, 2], 'float64');
  const whole = ga.array([0, 1]);
  const random = ga.random(1);
  const scan = { dtype: 'float64', arguments: 'double *x', input: 'x[i]', scan: 'a + b', output: 'x[i] = item' };
  const cupy = { in: 'T x', out: 'T y', map: 'x', reduce: 'a + b', identity: 0 };
  const pycuda = {
    dtypeOut: 'float64',
    arguments: 'double *x',
    mapExpr: 'x[i]',
    reduceExpr: 'a + b',
    neutral: 0,
  } as const;
  const simple = { dtype: 'float64', scan: 'a + b', neutral: '0' } as const;
  const inPlace = ga.elementwiseKernel('double *x', 'x[i] = 0');
  return {
    array: () => ga.array([1], given),
    upload: () => ga.upload([1], given),
    empty: () => ga.empty(3, given),
    zeros: () => ga.zeros(3, given),
    ones: () => ga.ones(3, given),
    full: () => ga.full(3, 1, given),
    emptyLike: () => ga.emptyLike(a, given),
    zerosLike: () => ga.zerosLike(a, given),
    onesLike: () => ga.onesLike(a, given),
    fullLike: () => ga.fullLike(a, 1, given),
    arange: () => ga.arange(3, given),
    'arange with a start': () => ga.arange(0, 3, 1, given),
    linspace: () => ga.linspace(0, 1, 3, given),
    eye: () => ga.eye(3, given),
    arrayFrom: () => arrayFrom(ga.device, [1], given),
    uploadArray: () => uploadArray(ga.device, [1], given),
    random: () => ga.random(1, given),
    'new RandomGenerator': () => new RandomGenerator(ga.device, 1, given),
    bits: () => random.bits(3, given),
    uniform: () => random.uniform(3, given),
    normal: () => random.normal(3, given),
    lognormal: () => random.lognormal(3, given),
    exponential: () => random.exponential(3, given),
    integers: () => random.integers(3, 0, 9, given),
    poisson: () => random.poisson(3, 1, given),
    permutation: () => random.permutation(a, given),
    shuffle: () => random.shuffle(a, given),
    ldexp: () => ga.ldexp(a, 1, given),
    clip: () => ga.clip(a, 0, 1, given),
    where: () => ga.where(a, a, 1, given),
    isclose: () => ga.isclose(a, a, given),
    allclose: () => ga.allclose(a, a, given),
    matmul: () => ga.matmul(a, a, given),
    'matmul of an array': () => a.matmul(a, given),
    vdot: () => vdot(a, a, given),
    vectorDot: () => vectorDot(a, a, given),
    take: () => ga.take(a, whole, given),
    put: () => ga.put(a, whole, 1, given),
    sum: () => a.sum(given),
    prod: () => a.prod(given),
    min: () => a.min(given),
    max: () => a.max(given),
    mean: () => a.mean(given),
    variance: () => a.var(given),
    std: () => a.std(given),
    argmin: () => a.argmin(given),
    argmax: () => a.argmax(given),
    any: () => a.any(given),
    all: () => a.all(given),
    countNonzero: () => a.countNonzero(given),
    cumsum: () => a.cumsum(given),
    cumprod: () => a.cumprod(given),
    sort: () => a.sort(given),
    argsort: () => a.argsort(given),
    searchsorted: () => searchsorted(a, a, given),
    histogram: () => histogram(a, given),
    bincount: () => bincount(whole, given),
    diff: () => diff(a, given),
    copyIf: () => copyIf(a, 'x[i] > 1', given),
    removeIf: () => removeIf(a, 'x[i] > 1', given),
    partition: () => partition(a, 'x[i] > 1', given),
    uniqueConsecutive: () => uniqueConsecutive(a, given),
    savez: () => savez(join(tmpdir(), 'options.npz'), { a }, given),
    elementwiseKernel: () => ga.elementwiseKernel('T x', 'T y', 'y = x', given),
    'C elementwiseKernel': () => ga.elementwiseKernel('double *x', 'x[i] = 0', given),
    over: () => {
      inPlace.over(given)(a);
    },
    reductionKernel: () => ga.reductionKernel({ ...cupy, ...options }),
    'C reductionKernel': () => ga.reductionKernel({ ...pycuda, ...options }),
    'call of a reduction': () => ga.reductionKernel(cupy)(a, given),
    'call of a C reduction': () => (ga.reductionKernel(pycuda) as (...args: unknown[]) => unknown)(a, given),
    scanKernel: () => ga.scanKernel({ ...scan, ...options }),
    'call of a scan': () => {
      (ga.scanKernel(scan) as (...args: unknown[]) => void)(a, given);
    },
    inclusiveScanKernel: () => inclusiveScanKernel({ ...simple, ...options }),
    exclusiveScanKernel: () => exclusiveScanKernel({ ...simple, ...options }),
    ListOfListsBuilder: () => new ListOfListsBuilder({ lists: { l: 'int32' }, generate: '', ...options }),
  };
}

/** The functions of `ga` that take arrays and `out`, each with these options. */
function elementwiseCalls(ga: Arrays, options: object): Readonly<Record<string, () => unknown>> {
  const a = ga.array([3, 1, 2], 'float64');
  const functions = Object.entries(ga).filter(([, member]) => typeof member === 'function');
  return Object.fromEntries(
    functions.map(([name, fn]: [string, (...args: unknown[]) => unknown]) => [
      name,
      () => fn(...new Array<unknown>(fn.length - 1).fill(a), options),
    ]),
  );
}

/** Functions without options, in JavaScript's eyes: the language allows further arguments. */
function callsWithoutOptions(ga: Arrays, options: object): Readonly<Record<string, () => unknown>> {
  const a = ga.array([3, 1, 2], 'float64');
  const mask = ga.array([true, false, true]);
  const starts = ga.array([0, 1], 'int32');
  const further = (fn: (...args: never[]) => unknown, ...args: unknown[]) => fn(...(args as never[]), options as never);
  return {
    unique: () => further(unique, a),
    'unique of an array': () => further(a.unique.bind(a)),
    uniqueAll: () => further(uniqueAll, a),
    nonzero: () => further(nonzero, a),
    'nonzero of an array': () => further(a.nonzero.bind(a)),
    flatNonzero: () => further(flatNonzero, a),
    compress: () => further(compress, mask, a),
    sortByKey: () => further(sortByKey, a, a),
    lexsort: () => further(lexsort, [a]),
    segmentedSort: () => further(segmentedSort, a, starts),
    save: () => further(save, join(tmpdir(), 'options.npy'), a),
    frexp: () => further(ga.frexp.bind(ga), a),
    modf: () => further(ga.modf.bind(ga), a),
  };
}

/** What takes no options, and has no neighbour that does. */
const positional = [
  'contiguous', 'emptyArray', 'gpuArrays', 'isContiguous', 'kernelHeader', 'load', 'loadz', 'promoteTypes',
  'concatenate', 'dispose', 'evaluate', 'evaluateInto', 'freeMemory', 'on', 'repeat', 'roll', 'run', 'setMemoryLimit',
  'stack', 'synchronize', 'tile',
]; // prettier-ignore

/** The functions of the package, and the methods of what makes arrays and random numbers. */
function publicFunctions({ ga }: { readonly ga: Arrays }): readonly string[] {
  const exported = Object.entries(gpuarray).filter(([, member]) => typeof member === 'function');
  const functions = exported.map(([name]) => name).filter((name) => !/^[A-Z]/.test(name));
  const methods = [ga, RandomGenerator.prototype].flatMap((object: object) => methodsOf(object));
  return [...new Set([...functions, ...methods])];
}

function methodsOf(object: object): readonly string[] {
  const prototype = Object.getPrototypeOf(object) as object | null;
  const own = Object.entries(Object.getOwnPropertyDescriptors(object));
  const names = own.filter(([name, { value }]) => typeof value === 'function' && name !== 'constructor');
  return [
    ...names.map(([name]) => name),
    ...(prototype === null || prototype === Object.prototype ? [] : methodsOf(prototype)),
  ];
}

async function outcomesOf(all: Readonly<Record<string, () => unknown>>): Promise<Record<string, unknown>> {
  const outcomes: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(all)) {
    try {
      await call();
      outcomes[name] = 'taken';
    } catch (error) {
      outcomes[name] = error;
    }
  }
  return outcomes;
}

onDevices(
  'options',
  (test) => {
    it('that no function has are refused by every one, with those it has', async () => {
      const unknown = { zzzzzzzzzz: 1 };
      const all = { ...elementwiseCalls(test.ga, unknown), ...calls(test.ga, unknown) };
      const wanted = Object.keys(all).map((name) => [name, noOption('zzzzzzzzzz', 'Its options are ')]);
      expect(await outcomesOf(all)).toEqual(Object.fromEntries(wanted));
    });

    it('are refused by functions that have none', async () => {
      const all = callsWithoutOptions(test.ga, { nonsense: 1 });
      const wanted = Object.keys(all).map((name) => [name, noOption('nonsense', 'It takes no options.')]);
      expect(await outcomesOf(all)).toEqual(Object.fromEntries(wanted));
    });

    it('of every public function are tested here', () => {
      const { ga } = test;
      const tested = [calls, elementwiseCalls, callsWithoutOptions].flatMap((table) => Object.keys(table(ga, {})));
      const untested = publicFunctions(test).filter((name) => !tested.includes(name));
      expect(untested.sort()).toEqual([...positional].sort());
    });

    it('are not taken for what map passes to a function', async () => {
      const arrays = [test.ga.array([2, 1, 2]), test.ga.array([5, 5])];
      const each = await Promise.all(arrays.map(unique));
      expect(await Promise.all(each.map((array) => array.toArray()))).toEqual([[1n, 2n], [5n]]);
    });

    it('are not an array or a device', () => {
      const { ga } = test;
      const a = ga.ones(3);
      const wrong = (what: string) =>
        expect.objectContaining({ code: 'ARGUMENT', message: expect.stringContaining(what) as string }) as Error;
      expect(() => a.sum(a as never)).toThrow(wrong('sum: options are an object, not a GpuArray'));
      expect(() => ga.zeros(3, ga.device as never)).toThrow(wrong('zeros: options are an object, not a Device'));
    });

    it('that are undefined are not there', async () => {
      const all = calls(test.ga, { zzzzzzzzzz: undefined });
      // They would write, or want lists that generate something.
      const { savez: _file, ...rest } = all;
      const outcomes = await outcomesOf(rest);
      await test.ga.synchronize();
      expect(Object.fromEntries(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'taken'))).toEqual({});
    });

    it('are guessed where they are misspelt', () => {
      const { ga } = test;
      const a = ga.ones(3);
      const misspelt = (options: object) => options as never;
      expect(() => ga.random(1).uniform(3, misspelt({ dtyp: 'float64' }))).toThrow(noOption('dtyp', "'dtype'"));
      expect(() => a.sum(misspelt({ axes: 0 }))).toThrow(noOption('axes', "'axis'"));
      expect(() => a.var(misspelt({ dof: 0 }))).toThrow(noOption('dof', "'ddof'"));
      expect(() => ga.eye(2, misspelt({ column: 0 }))).toThrow(noOption('column', "'columns'"));
      expect(() => ga.sqrt(a, misspelt({ Out: a }))).toThrow(noOption('Out', "'out'"));
    });
  },
  oneTestBackend,
);

onDevices('a dtype', (test) => {
  it('is given by its name or among options, in every function that makes arrays', () => {
    const { ga } = test;
    const source = ga.ones(2, 'int16');
    const random = ga.random(1);
    for (const dtype of ['float32', { dtype: 'float32' }] as const) {
      const made = [
        ga.array([1], dtype),
        ga.empty(2, dtype),
        ga.zeros(2, dtype),
        ga.ones(2, dtype),
        ga.full(2, 1, dtype),
        ga.arange(2, dtype),
        ga.arange(0, 2, 1, dtype),
        random.uniform(2, dtype as 'float32'),
        random.normal(2, dtype as 'float32'),
        random.lognormal(2, dtype as 'float32'),
        random.exponential(2, dtype as 'float32'),
        ga.linspace(0, 1, 3, dtype as 'float32'),
        ga.eye(2, dtype as 'float32'),
        ga.emptyLike(source, dtype as 'float32'),
        ga.zerosLike(source, dtype as 'float32'),
        ga.onesLike(source, dtype as 'float32'),
        ga.fullLike(source, 1, dtype as 'float32'),
      ];
      expect(made.map((array): string => array.dtype)).toEqual(made.map(() => 'float32'));
    }
    for (const dtype of ['uint32', { dtype: 'uint32' }] as const) {
      const made = [random.integers(2, 0, 9, dtype as 'uint32'), random.poisson(2, 1, dtype as 'uint32')];
      expect([...made, random.bits(2, dtype)].map((array) => array.dtype)).toEqual(['uint32', 'uint32', 'uint32']);
    }
  });

  it('that is left out of options is the default', async () => {
    const { ga } = test;
    const source = ga.ones(2, 'int16');
    expect([ga.zeros(2, {}), ga.array([1], {}), ga.full(2, true, {})].map(({ dtype }): string => dtype)).toEqual([
      'float64',
      'int64',
      'bool',
    ]);
    expect(ga.zerosLike(source, { shape: 3 }).dtype).toBe('int16');
    expect((await ga.upload([1, 2], 'float32')).dtype).toBe('float32');
  });

  it('that is none is named, with the nearest', () => {
    const { ga } = test;
    const none = (what: string) =>
      expect.objectContaining({
        code: 'ARGUMENT',
        message: expect.stringContaining(what) as string,
      }) as Error;
    expect(() => ga.zeros(2, 'float23' as never)).toThrow(
      none("zeros: 'float23' is not a dtype\nDid you mean 'float32'"),
    );
    expect(() => ga.ones(2, { dtype: 'float' } as never)).toThrow(none("ones: 'float' is not a dtype"));
    expect(() => ga.array([1], 'int' as never)).toThrow(none("array: 'int' is not a dtype"));
    expect(() => ga.arange(2, { dtype: 4 } as never)).toThrow(none('arange: 4 is not a dtype'));
    expect(() => ga.zeros(2, 7 as never)).toThrow(none('zeros: options are an object, not 7'));
    expect(() => ga.random(1).uniform(2, 'int8' as never)).toThrow(none('uniform gives float32'));
  });
});
