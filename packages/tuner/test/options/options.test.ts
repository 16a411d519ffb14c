/** Every function that takes an object of options refuses what is none of them, by one kind of error. */
import { backend } from '@heddle/backend-host';
import { openDevice } from '@heddle/core';
import { registerBackend } from '@heddle/core/backend';
import {
  accuracy,
  amdSmi,
  buildSearchSpace,
  compileExpression,
  createDeviceTargets,
  createRandom,
  createSearch,
  createStrategy,
  directiveFunctions,
  hardwareCounters,
  nvml,
  recordedTable,
  runKernel,
  simulate,
  storeResults,
  tuneCache,
  TunedKernel,
  tuneKernel,
  tuneStrategy,
  type TuneKernelOptions,
  type TuningResult,
} from '@heddle/tuner';

registerBackend(backend);
const space = buildSearchSpace({ parameters: { x: [1, 2] } });
const table = recordedTable(space, [{ configuration: { x: 1 }, objective: 1 }]);
const strategy = createStrategy('randomSample');
const kernel = { kernel: 'k', source: 'void k(float* x) {}', problemSize: 1 };
const run = { ...kernel, arguments: [new Float32Array(1)], configuration: { block_size_x: 32 } };
const region = '#pragma tuner start r a(float:1)\na = a;\n#pragma tuner stop';
const noResult = {} as TuningResult;

/** Calls a function with options that its types would refuse. */
type Call = (options: never) => unknown;
const opened: Call = async (options) => {
  await using device = await openDevice(backend);
  return await TunedKernel.open(device, options);
};

const functions: readonly [string, Call, object, string, string][] = [
  ['buildSearchSpace', buildSearchSpace, { parameters: { x: [1] }, restriction: [] }, 'restriction', 'restrictions'],
  ['simulate', (o: never) => simulate(table, strategy, o), { evaluations: 1, sede: 1 }, 'sede', 'seed'],
  [
    'tuneStrategy',
    tuneStrategy,
    { strategy: 'pso', options: {}, tables: [], evaluations: 1, sedes: 2 },
    'sedes',
    'seeds',
  ],
  [
    'createSearch',
    createSearch,
    { space, random: createRandom(1), measure: () => Promise.resolve([]), evaluation: 3 },
    'evaluation',
    'evaluations',
  ],
  ['compileExpression', (o: never) => compileExpression('x', o), { name: ['x'] }, 'name', 'names'],
  ['directiveFunctions', (o: never) => directiveFunctions(region, o), { langage: 'c' }, 'langage', 'language'],
  ['createDeviceTargets', (o: never) => createDeviceTargets('a.h', 'b.json', o), { macros: 'M' }, 'macros', 'macro'],
  ['storeResults', (o: never) => storeResults('r.json', noResult, o), { problemsize: 1 }, 'problemsize', 'problemSize'],
  ['tuneCache', (o: never) => tuneCache('c.json', o), { buget: {} }, 'buget', 'budget'],
  ['runKernel', runKernel, { ...run, argument: [] }, 'argument', 'arguments'],
  ['TunedKernel', opened, { ...kernel, result: 'r.json' }, 'result', 'results'],
  ['accuracy', accuracy, { metrik: 'mse' }, 'metrik', 'metric'],
  ['nvml', nvml, { quantites: [] }, 'quantites', 'quantities'],
  ['amdSmi', amdSmi, { librari: '' }, 'librari', 'library'],
  ['hardwareCounters', hardwareCounters, { metrics: ['a.sum'], second: 1 }, 'second', 'seconds'],
];

/** The error of a call, whether it throws or rejects. */
async function failureOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return 'no error';
}

describe('an unknown option is refused', () => {
  it.each(functions)('by %s', async (owner, call, options, wrong, nearest) => {
    expect(await failureOf(() => call(options as never))).toMatchObject({
      code: 'ARGUMENT',
      parameter: wrong,
      message: expect.stringContaining(`${owner} has no option '${wrong}'`),
      hint: `Did you mean '${nearest}'?`,
    });
  });

  it.each(functions)('and so is what is not an object of options, by %s', async (owner, call) => {
    for (const nothing of [null, 5, 'text', []]) {
      expect(await failureOf(() => call(nothing as never))).toMatchObject({
        code: 'ARGUMENT',
        message: expect.stringContaining(`${owner}: options are an object, not`),
      });
    }
  });
});

describe('a value of another kind is refused', () => {
  it.each<[Call, object, string]>([
    [buildSearchSpace, { parameters: 5 }, 'parameters must be an object, not 5'],
    [buildSearchSpace, {}, 'parameters is not given'],
    [(o: never) => simulate(table, strategy, o), { evaluations: '9' }, 'evaluations must be a number, not "9"'],
    [runKernel, { ...run, configuration: undefined }, 'configuration is not given'],
    [runKernel, { ...run, device: { bakend: 'host' } }, "device has no option 'bakend'"],
    [runKernel, { ...run, constantMemory: { c: 5 } }, 'constantMemory.c must be a typed array, not 5'],
    [nvml, { quantities: ['nvml_enrgy'] }, 'a quantity of nvml must be nvml_energy or'],
    [hardwareCounters, {}, 'metrics is not given'],
    [(o: never) => compileExpression('x', o), { syntax: 'perl' }, 'syntax must be python or javascript, not "perl"'],
  ])('%#', async (call, options, message) => {
    expect(await failureOf(() => call(options as never))).toMatchObject({
      code: 'ARGUMENT',
      message: expect.stringContaining(message),
    });
  });

  it.each<[object, string, string | undefined]>([
    [{ builtIn: 'nvlm' }, 'there is no observer nvlm', "Did you mean 'nvml'?"],
    [{ builtIn: 'accuracy', options: { epsilo: 1 } }, "accuracy has no option 'epsilo'", "Did you mean 'epsilon'?"],
    [{ module: 'm', exports: 'x' }, "an observer of a module has no option 'exports'", "Did you mean 'export'?"],
    [{ name: 'mine' }, 'an observer has no method getResults', undefined],
  ])('among the observers of a run: %p', async (observer, message, hint) => {
    const request = { ...kernel, arguments: [], tune: { x: [1] }, observers: [observer] };
    expect(await failureOf(() => tuneKernel(request as unknown as TuneKernelOptions))).toMatchObject({
      code: 'ARGUMENT',
      message: expect.stringContaining(message),
      ...(hint === undefined ? {} : { hint }),
    });
  });
});
