/** Requests that cannot be right. */
import {
  tuneKernel,
  type Observer,
  type StrategyName,
  type TuneKernelOptions,
  type TuneParameters,
} from '@heddle/tuner';
import { a, argumentFault, b, n, request } from './add-request';

const namedObserver = (result: string): Observer => ({ name: 'named', getResults: () => ({ [result]: 1 }) });

describe('a request that cannot be right is refused at once', () => {
  const refused = <P extends TuneParameters>(change: Partial<TuneKernelOptions<P>>): Promise<unknown> =>
    Promise.resolve(tuneKernel({ ...request(), ...change } as TuneKernelOptions<P>));

  it.each<[string, Partial<TuneKernelOptions>, string]>([
    [
      'too few arguments',
      { arguments: [new Float32Array(n), a, b], answer: [] },
      'takes 4 arguments (float* c, float* a,',
    ],
    [
      'an argument of another type',
      { arguments: [new Float32Array(n), a, Float64Array.from(b), n] },
      '(b, const float*) got a float64',
    ],
    ['a scalar for an array', { arguments: [new Float32Array(n), a, 3, n] }, 'argument 3'],
    ['an answer of another length', { answer: [new Float32Array(3)] }, 'answer 1 has 3 elements'],
    ['an answer for a scalar', { answer: [null, null, null, a] }, 'answer 4 must be'],
    ['too many answers', { answer: [null, null, null, null, a] }, '5 entries'],
    ['a kernel that is not there', { kernel: 'sub' }, 'sub'],
    ['a source file that is not there', { source: 'nowhere/add.cu' }, 'no source file nowhere/add.cu'],
    ['an unknown name in an expression', { gridDivX: ['blok_size_x'] }, 'blok_size_x'],
    ['a divisor of zero', { gridDivX: [32, 0] }, 'gridDivX is 0'],
    ['a problem size that is not a number', { problemSize: () => [] }, 'problem size'],
    ['a problem size that is none', { problemSize: -1 }, 'problem size'],
    [
      'a function that throws',
      {
        sharedMemory: () => {
          throw new Error('odd');
        },
      },
      'sharedMemory failed for {"block_size_x":32',
    ],
    ['an unknown strategy', { strategy: 'random_sampel' as StrategyName }, 'random_sampel'],
    ['a budget of nothing', { budget: { evaluations: 0 } }, 'budget.evaluations'],
    ['no iterations', { iterations: 0 }, 'iterations'],
    ['a negative tolerance', { tolerance: -1 }, 'tolerance'],
    ['an empty space', { restrictions: ['block_size_x > 1000'] }, 'block_size_x > 1000'],
    ['a simulation without a file', { simulationMode: true }, 'cache file'],
    ['a metric that is not a number', { metrics: { odd: () => 'x' as unknown as number } }, 'metric odd is x'],
    ['a metric called time', { metrics: { time: 'time / 2' } }, 'A metric cannot be named time'],
    ['a metric called failure', { metrics: { failure: 'time / 2' } }, 'A metric cannot be named failure'],
    ['a metric called __proto__', { metrics: { ['__proto__']: 'time / 2' } }, 'A metric cannot be named __proto__'],
    ['a metric with the name of a parameter', { metrics: { block_size_x: 'time / 2' } }, 'block_size_x'],
    ['a metric with the name of a measurement', { metrics: { time_min: 'time / 2' } }, 'measurement time_min'],
    ['a measurement called times', { observers: [namedObserver('times')] }, 'observer cannot call a result times'],
    ['an objective of unknown direction', { objective: 'quality' }, 'quality'],
    ['an objective that is misspelt', { objective: 'tiem' }, "Did you mean 'time'?"],
    ['a metric that reads what there is not', { metrics: { double: 'tiem * 2' } }, "Did you mean 'time'?"],
    ['half a name of a strategy', { strategy: 'genetic' as StrategyName }, "'geneticAlgorithm' or 'genetic_algorithm'"],
    ["Kernel Tuner's name of an option", { tune_params: {} } as object, "Kernel Tuner's tune_params is here tune."],
    ["Kernel Tuner's name in camelCase", { smemArgs: {} } as object, "Kernel Tuner's smemArgs is here sharedMemory."],
    ['the number of a device', { device: 1 as never }, "{ backend: 'nvrtc', device: 1 }"],
    ['two kinds of objectives', { objective: 'time', objectives: ['time'] }, 'not both'],
    ['a name among blockSizeNames that is not a parameter', { blockSizeNames: ['bx'] }, 'bx'],
    ['a cache without a name', { cache: '' }, 'the cache is empty'],
    ['a folder without a name', { includeDirs: [''] }, 'among includeDirs'],
    ['a library without a name', { observers: [{ builtIn: 'nvml', options: { library: '' } }] }, 'the library'],
    ['a module without a name', { observers: [{ module: '' }] }, 'the module'],
    ['a cache in a folder that is not there', { cache: '/nowhere/at/all.json' }, '/nowhere/at/all.json'],
  ])('%s', async (_, change, message) => {
    await expect(refused(change)).rejects.toEqual(argumentFault(message));
  });

  it('a device that is not there', async () => {
    await expect(refused({ device: 'nothing-of-this-name' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(refused({ device: { backend: 'host', device: 99 } })).rejects.toMatchObject({ code: 'ARGUMENT' });
  });
});
