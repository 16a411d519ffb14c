/** The cache file of a run. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  parseCacheFile,
  tuneCache,
  tuneKernel,
  type TuneKernelOptions,
  type TuneParameters,
  type Tuning,
} from '@heddle/tuner';
import { temporaryFolder } from '../testing/temporary-folder';
import { argumentFault, request } from './add-request';

const folder = temporaryFolder();

/** The request with other parameters, and a kernel that none of them concerns. */
const tuning = (cache: string, tune: TuneParameters, change: Partial<TuneKernelOptions> = {}): Tuning =>
  tuneKernel({ ...request(), defines: { ERROR_OF: '0' }, tune, cache, ...change } as unknown as TuneKernelOptions);

describe('the cache file', () => {
  it('has every result, and nothing is measured twice', async () => {
    const cache = folder.path('resumed.json');
    const first = await tuneKernel({ ...request([64]), cache, budget: { evaluations: 2 }, strategy: 'bruteForce' });
    expect(first.results.map(({ origin }) => origin)).toEqual(['measured', 'measured']);
    const second = await tuneKernel({ ...request([64]), cache, metrics: { double: 'time * 2' } });
    expect(second.results.map(({ origin }) => origin)).toEqual(['resumed', 'resumed', 'measured']);
    expect(second.environment.resumed).toBe(2);
    const again = second.results.filter(({ origin }) => origin === 'resumed');
    expect(again.map(({ times }) => times)).toEqual(first.results.map(({ times }) => times));
    // Metrics are computed anew.
    for (const { failure, metrics, time } of second.results) if (!failure) expect(metrics.double).toBe(time * 2);
    expect(second.environment.failures).toEqual({ wrong: 1 });
  });

  it('is valid wherever the run ends, and follows the rules of Kernel Tuner', async () => {
    const cache = folder.path('rules.json');
    const failing = {
      ...request([64]),
      cache,
      onRecord: () => {
        throw new Error('the reader gave up');
      },
    };
    await expect(tuneKernel(failing)).rejects.toThrow('the reader gave up');
    expect(existsSync(`${cache}.journal`)).toBe(false);
    const text = readFileSync(cache, 'utf8');
    const { entries, header, closed } = parseCacheFile(text);
    expect(closed).toBe(true);
    expect(entries.size).toBe(1);
    expect(header).toMatchObject({
      kernel_name: 'add',
      problem_size: 1000,
      tune_params_keys: ['block_size_x'],
      objective: ['time'],
    });
    expect(text.startsWith('{\n"device_name": "')).toBe(true);
    expect(text).toMatch(/"32": \{"block_size_x": 32, "time": \d+\.\d+(e-\d+)?, "times": \[/);
    expect(text).toMatch(/"timestamp": "\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+00:00"/);
  });

  it('of another kernel is refused and left alone', async () => {
    const cache = folder.path('other.json');
    await tuneKernel({ ...request(), cache });
    const before = readFileSync(cache, 'utf8');
    await expect(tuneKernel({ ...request(), kernel: 'other', cache })).rejects.toEqual(
      argumentFault('the kernel "add", not "other"'),
    );
    expect(readFileSync(cache, 'utf8')).toBe(before);
  });

  it.each<[string, TuneParameters, string]>([
    ['a number and its text', { block_size_x: [32], v: [2, '2'] }, 'v has the values 2 and "2"'],
    ['a float and its text', { block_size_x: [32], v: [0.5, 1, '1.0'] }, 'v has the values 1 and "1.0"'],
    ['a boolean and its text', { block_size_x: [32], v: ['True', true] }, 'v has the values "True" and true'],
    ['texts that commas divide in two ways', { v: ['a', 'a,b'], w: ['c', 'b,c'] }, 'values of v and w have commas'],
  ])('is refused to configurations that it could not tell apart: %s', async (_, tune, message) => {
    const cache = folder.path('coinciding.json');
    await expect(tuning(cache, tune)).rejects.toEqual(argumentFault(message));
    expect(readdirSync(folder.path('')).filter((name) => name.startsWith('coinciding'))).toEqual([]);
  });

  it('has texts with commas if they cannot be mistaken', async () => {
    const cache = folder.path('commas.json');
    const tune = { v: ['a', 'a,b'], block_size_x: [32, 64], w: ['c,d', 'e,f'] };
    expect((await tuning(cache, tune)).environment.resumed).toBe(0);
    expect((await tuning(cache, tune)).environment).toMatchObject({ resumed: 8, evaluations: 8 });
  });

  describe('after the kernel has changed', () => {
    let files = 0;
    const header = folder.path('shift.h');
    const source = folder.path('shifted.cu');
    const write = (expression: string, shift: string): void => {
      writeFileSync(header, `#define SHIFT ${shift}\n`);
      writeFileSync(
        source,
        `#include "shift.h"\n__global__ void add(float* c, const float* a, const float* b, int n) {
          int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = ${expression} + SHIFT; }`,
      );
    };
    const change: Partial<TuneKernelOptions> = { source: [source, header], defines: { WEIGHT: '1' } };

    it.each<[string, () => Partial<TuneKernelOptions>]>([
      ['in its source', () => (write('b[i] + a[i]', '0'), {})],
      ['in a file that is named after it', () => (write('a[i] + b[i]', '0.0f'), {})],
      ['by its macros', () => ({ defines: { WEIGHT: '2' } })],
      ['by its compiler options', () => ({ compilerOptions: ['-DOTHER'] })],
      ['by its launch', () => ({ gridDivX: ['block_size_x', '2'] as const, answer: [] })],
    ])('%s, is measured again, and the result says so', async (_, changed) => {
      const cache = folder.path(`changed-${files++}.json`);
      const tune = { block_size_x: [32, 64] };
      write('a[i] + b[i]', '0');
      await tuning(cache, tune, change);
      const same = await tuning(cache, tune, change);
      expect(same.environment).toMatchObject({ resumed: 2, warnings: [] });
      const again = await tuning(cache, tune, { ...change, ...changed() });
      expect(again.results.map(({ origin, failure }) => [origin, failure])).toEqual([
        ['measured', undefined],
        ['measured', undefined],
      ]);
      expect(again.environment.warnings).toEqual([expect.stringContaining('2 results in the cache are of another')]);
      const { entries } = parseCacheFile(readFileSync(cache, 'utf8'));
      expect([...entries.values()].map((entry) => entry.source_hash)).toEqual(
        again.results.map(({ sourceHash }) => sourceHash),
      );
    });

    it('cannot be told of results that do not say what they were measured with', async () => {
      const cache = folder.path('kernel-tuner.json');
      write('a[i] + b[i]', '0');
      await tuning(cache, { block_size_x: [32] }, change);
      writeFileSync(cache, readFileSync(cache, 'utf8').replace(/"source_hash": "[0-9a-f]{16}", /, ''));
      const { environment } = await tuning(cache, { block_size_x: [32] }, { ...change, compilerOptions: ['-DOTHER'] });
      expect(environment).toMatchObject({ resumed: 1, warnings: [] });
    });
  });

  it('gives a simulation the results of its own values alone', async () => {
    const cache = folder.path('values.json');
    await tuning(cache, { block_size_x: [32], v: [2] });
    await expect(tuning(cache, { block_size_x: [32], v: ['2'] }, { simulationMode: true })).rejects.toEqual(
      argumentFault('no result for {"block_size_x":32,"v":"2"}'),
    );
  });

  it('is looked up within the time that a simulation has', async () => {
    const cache = folder.path('timed.json');
    await tuneKernel({ ...request(), cache });
    const timed = await tuneKernel({ ...request(), cache, simulationMode: true, budget: { seconds: 1e-9 } });
    expect(timed.results).toEqual([]);
    expect(timed.environment.stoppedBy).toBe('seconds');
  });

  it('that is damaged costs what was damaged, and the result says so', async () => {
    const cache = folder.path('damaged.json');
    await tuneKernel({ ...request(), cache });
    const damaged = readFileSync(cache, 'utf8').replace('"64": {"block', '"64": {block');
    writeFileSync(cache, damaged);
    const simulated = await tuneCache(cache);
    expect(simulated.results.map(({ key }) => key)).toEqual(['32', '128']);
    expect(simulated.environment.warnings).toEqual([expect.stringContaining('are damaged (line ')]);
    const { results, environment } = await tuneKernel({ ...request(), cache });
    expect(results.map(({ origin }) => origin).sort()).toEqual(['measured', 'resumed', 'resumed']);
    expect(environment.warnings).toEqual([expect.stringContaining(`the original is ${cache}.damaged`)]);
    expect(readFileSync(`${cache}.damaged`, 'utf8')).toBe(damaged);
    expect((await tuneKernel({ ...request(), cache })).environment.warnings).toEqual([]);
  });

  it('stands for a device in a simulation, which never writes', async () => {
    const cache = folder.path('simulated.json');
    const real = await tuneKernel({ ...request([64]), cache });
    const before = readFileSync(cache, 'utf8');
    const { results, best } = await tuneKernel({ ...request(), cache, simulationMode: true });
    expect(results.map(({ origin }) => origin)).toEqual(['simulated', 'simulated', 'simulated']);
    expect(best?.time).toBe(real.best?.time);
    expect(readFileSync(cache, 'utf8')).toBe(before);
    await expect(
      tuneKernel({ ...request(), tune: { block_size_x: [32, 64, 256 as 128] }, cache, simulationMode: true }),
    ).rejects.toEqual(argumentFault('no result for {"block_size_x":256}'));
  });
});
