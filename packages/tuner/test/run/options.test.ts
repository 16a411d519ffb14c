/** Options as JavaScript may give them: nothing but the run itself can refuse them there. */
import fc from 'fast-check';
import { isHeddleError } from '@heddle/core';
import { tuneKernel, type TuneKernelOptions } from '@heddle/tuner';
import { a, argumentFault, n, request } from './add-request';

const tuned = (change: object): Promise<unknown> =>
  Promise.resolve(tuneKernel({ ...request(), ...change } as unknown as TuneKernelOptions));

describe('an unknown option is refused with the nearest name', () => {
  it.each<[object, string, string]>([
    [{ buget: { evaluations: 3 } }, "tuneKernel has no option 'buget'", 'budget'],
    [{ tunes: {} }, "tuneKernel has no option 'tunes'", 'tune'],
    [{ budget: { evaluation: 3 } }, "budget has no option 'evaluation'", 'evaluations'],
    [{ benchmark: { warmupMiliseconds: 3 } }, "benchmark has no option 'warmupMiliseconds'", 'warmupMilliseconds'],
    [{ timeLimits: { runSecond: 3 } }, "timeLimits has no option 'runSecond'", 'runSeconds'],
    [{ objective: { name: 'time', higherBetter: true } }, "objective has no option 'higherBetter'", 'higherIsBetter'],
    [{ objectives: [{ name: 'time' }, { nam: 'time' }] }, "objectives has no option 'nam'", 'name'],
    [{ tolerance: [{ atl: 1 }] }, "tolerance has no option 'atl'", "atol' or 'rtol"],
    [{ device: { backend: 'host', devise: 0 } }, "device has no option 'devise'", 'device'],
    [{ device: [{ bakend: 'host' }] }, "device has no option 'bakend'", 'backend'],
    [{ sharedMemory: { sise: 4 } }, "sharedMemory has no option 'sise'", 'size'],
    [{ textureMemory: { t: { array: a, chanels: 2 } } }, "textureMemory.t has no option 'chanels'", 'channels'],
    [{ strategy: 'pso', strategyOptions: { maxitre: 3 } }, "no option 'maxitre'", 'maxiter'],
    [{ isolation: 'proces' }, 'isolation must be process or none, not "proces"', 'process'],
    [{ benchmark: { outliers: 'keeps' } }, 'benchmark.outliers must be reject or keep', 'keep'],
  ])('%p', async (change, message, nearest) => {
    await expect(tuned(change)).rejects.toEqual(argumentFault(message));
    await expect(tuned(change)).rejects.toMatchObject({ hint: `Did you mean '${nearest}'?` });
  });

  it('and options for a strategy that is an object', async () => {
    const strategy = { name: 'mine', run: () => Promise.resolve() };
    await expect(tuned({ strategy, strategyOptions: { popsize: 3 } })).rejects.toEqual(argumentFault('popsize'));
  });
});

describe('a value of another kind is refused', () => {
  it('in the place of all options', () => {
    for (const nothing of [undefined, null, 'vector_add']) {
      expect(() => tuneKernel(nothing as unknown as TuneKernelOptions)).toThrow(
        expect.objectContaining({
          code: 'ARGUMENT',
          message: expect.stringContaining('options are an object') as string,
        }),
      );
    }
  });

  it.each<[object, string]>([
    [{ answer: 5 }, 'answer must be a list, not 5'],
    [{ tune: undefined }, 'tune is not given'],
    [{ tune: [1] }, 'tune must be an object, not an Array'],
    [{ arguments: a }, 'arguments must be a list, not a Float32Array'],
    [{ kernel: undefined }, 'kernel is not given'],
    [{ budget: 5 }, 'budget must be an object, not 5'],
    [{ budget: { seconds: '5' } }, 'budget.seconds must be a number, not "5"'],
    [{ benchmark: { warmupTolerance: NaN } }, 'benchmark.warmupTolerance must be a number, not NaN'],
    [{ verify: true }, 'verify must be a function, not true'],
    [{ strategy: 5 }, 'strategy must be a text or an object, not 5'],
    [{ strategy: {} }, 'strategy has no method run'],
    [{ source: ['x.cu', 5] }, 'a source must be a text or a file, not 5'],
    [{ constantMemory: { c: 5 } }, 'constantMemory.c must be a typed array, not 5'],
    [{ strategyOptions: null }, 'strategyOptions must be an object, not null'],
    [{ compilerOptions: '-O3' }, 'compilerOptions must be a list or a function, not "-O3"'],
    [{ observers: ['registers'] }, 'an observer must be an object, not "registers"'],
    [{ objective: 5 }, 'objective must be a text or an object, not 5'],
    [{ device: null }, 'device must be a text or an object or a list, not null'],
    [{ cache: 5 }, 'cache must be a text or a URL, not 5'],
    [{ signal: {} }, 'signal must be an AbortSignal, not an Object'],
  ])('%p', async (change, message) => {
    await expect(tuned(change)).rejects.toEqual(argumentFault(message));
  });

  it('whichever it is, by an error of this package', async () => {
    const names = [
      ...Object.keys(request()).filter((name) => name !== 'device'),
      ...['budget', 'strategy', 'metrics', 'observers', 'tolerance', 'restrictions', 'textureMemory', 'constantMemory'],
      ...['gridDivX', 'sharedMemory', 'compilerOptions', 'blockSizeNames', 'includeDirs', 'objective', 'objectives'],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.oneof(fc.integer(), fc.boolean(), fc.string(), fc.constant(null), fc.constant([5]), fc.constant({ odd: 1 })),
        async (name, value) => {
          const error: unknown = await tuned({ signal: AbortSignal.abort(), [name]: value }).then(
            () => undefined,
            (reason: unknown) => reason,
          );
          if (error !== undefined)
            expect([name, value, isHeddleError(error), error]).toEqual([name, value, true, error]);
        },
      ),
      { numRuns: 100 },
    );
  });
});

it.each([undefined, 0, 1, null])('a verify that gives %p is told what is expected', async (verdict) => {
  const given = { verify: () => verdict, arguments: [new Float32Array(n), a, a, n] };
  await expect(tuned(given)).rejects.toEqual(argumentFault(`verify gave ${String(verdict)}, which is not a verdict`));
});
