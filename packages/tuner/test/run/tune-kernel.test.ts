/** Whole runs on the host, in this process: what is measured, recorded, refused. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { backend } from '@heddle/backend-host';
import { openDevice, registerBackend, type TypedArray } from '@heddle/core';
import { parseCacheFile, tuneKernel, type Observer, type TuneKernelOptions, type TuneParameters } from '@heddle/tuner';
import { temporaryFolder } from '../testing/temporary-folder';

registerBackend(backend);
const folder = temporaryFolder();
const n = 1000;
const a = Float32Array.from({ length: n }, (_, i) => i / 8);
const b = Float32Array.from({ length: n }, (_, i) => n - i);
const sum = a.map((value, i) => value + b[i]!);

const source = `
__global__ void add(float* c, const float* a, const float* b, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) c[i] = a[i] + b[i] + ERROR_OF;
}`;

/** Everything that the tests have in common; `wrong` lists block sizes that compute something else. */
function request(wrong: readonly number[] = []): TuneKernelOptions<{ block_size_x: readonly [32, 64, 128] }> {
  return {
    kernel: 'add',
    source,
    device: 'host',
    isolation: 'none',
    problemSize: n,
    arguments: [new Float32Array(n), a, b, n],
    tune: { block_size_x: [32, 64, 128] },
    defines: { ERROR_OF: ({ block_size_x }) => (wrong.includes(block_size_x) ? '0.25f' : '0.0f') },
    answer: [sum, null, undefined, null],
    iterations: 3,
    benchmark: { warmupMilliseconds: 1 },
  };
}

const argumentFault = (message: string): unknown =>
  expect.objectContaining({ code: 'ARGUMENT', message: expect.stringContaining(message) });

describe('a run', () => {
  it('can be awaited: all configurations, the best, the environment', async () => {
    const { results, best, front, environment } = await tuneKernel(request());
    expect(results.map(({ configuration }) => configuration.block_size_x).sort((x, y) => x - y)).toEqual([32, 64, 128]);
    for (const record of results) {
      expect(record.times).toHaveLength(3);
      expect(record.times.every((time) => time > 0)).toBe(true);
      expect(record.time).toBeGreaterThanOrEqual(Math.min(...record.times));
      expect(record.time).toBeLessThanOrEqual(Math.max(...record.times));
      expect(record.measurements.time_min).toBe(Math.min(...record.times));
    }
    expect(best?.time).toBe(Math.min(...results.map(({ time }) => time)));
    expect(front).toEqual([best]);
    expect(environment).toMatchObject({
      kernel: 'add',
      spaceSize: 3,
      evaluations: 3,
      failures: {},
      stoppedBy: 'strategy',
      strategy: 'bruteForce',
      devices: [{ backend: 'host' }],
    });
  });

  it('can be iterated: a record for each configuration as it is measured', async () => {
    const run = tuneKernel(request());
    const seen: number[] = [];
    for await (const { configuration } of run) seen.push(configuration.block_size_x);
    expect(seen).toEqual((await run).results.map(({ configuration }) => configuration.block_size_x));
    expect(run.records).toHaveLength(3);
  });

  it('ends when its reader leaves, with what was measured', async () => {
    const run = tuneKernel({ ...request(), tune: { block_size_x: [32, 64, 128] } });
    for await (const record of run) {
      expect(record.failure).toBeUndefined();
      break;
    }
    const { results, environment } = await run;
    expect(results.length).toBeLessThan(3);
    expect(environment.stoppedBy).toBe('reader');
  });

  it('ends by its signal and by its budget', async () => {
    const controller = new AbortController();
    const aborted = await tuneKernel({ ...request(), signal: controller.signal, onRecord: () => controller.abort() });
    expect(aborted.results).toHaveLength(1);
    expect(aborted.environment.stoppedBy).toBe('signal');
    const limited = await tuneKernel({ ...request(), budget: { evaluations: 2 }, strategy: 'random_sample' });
    expect(limited.results).toHaveLength(2);
    expect(limited.environment.stoppedBy).toBe('evaluations');
    const timed = await tuneKernel({ ...request(), budget: { seconds: 1e-9 }, strategy: 'bruteForce' });
    expect(timed.results.length).toBeLessThan(3);
    expect(timed.environment.stoppedBy).toBe('seconds');
  });

  it('ends on Ctrl-C with what was measured, and listens only while it runs', async () => {
    const before = process.listenerCount('SIGINT');
    const run = tuneKernel({ ...request(), onRecord: () => process.emit('SIGINT') });
    expect(process.listenerCount('SIGINT')).toBe(before + 1);
    const { results, environment } = await run;
    expect(results).toHaveLength(1);
    expect(environment.stoppedBy).toBe('interrupt');
    expect(process.listenerCount('SIGINT')).toBe(before);
  });

  it('takes an open device, and leaves it open', async () => {
    await using device = await openDevice(backend);
    await tuneKernel({ ...request(), device });
    expect(device.openHandles()).not.toHaveProperty('buffer', expect.any(Number) && 1);
    const module = await device.compile(source, { defines: { ERROR_OF: '0.0f' } });
    expect(module.kernel('add').name).toBe('add');
  });
});

describe('verification', () => {
  it('records a wrong result, with where and by how much, and goes on', async () => {
    const { results, best, environment } = await tuneKernel(request([64]));
    const wrong = results.find(({ configuration }) => configuration.block_size_x === 64);
    expect(wrong?.failure?.kind).toBe('wrong');
    expect(wrong?.failure?.message).toMatch(/argument 1: 1000 of 1000 elements .* element 0 is 1000.25, not 1000/);
    expect(Number.isNaN(wrong?.time)).toBe(true);
    expect(best?.configuration.block_size_x).not.toBe(64);
    expect(environment.failures).toEqual({ wrong: 1 });
  });

  it.each([
    ['an absolute tolerance for all', 0.25],
    ['one for each argument', [{ atol: 0, rtol: 0.0025 }]],
  ])('accepts what is within %s', async (_, tolerance) => {
    const { environment } = await tuneKernel({ ...request([64]), tolerance });
    expect(environment.failures).toEqual({});
  });

  it("can be the user's own, with the data on the host", async () => {
    const seen: unknown[] = [];
    const { results } = await tuneKernel({
      ...request([64]),
      verify: (answer, found) => {
        seen.push(answer?.[0] === sum, found.length, found[3]);
        const first = found[0] as Float32Array;
        return first[0] === sum[0] || `it starts with ${first[0]}`;
      },
    });
    expect(seen.slice(0, 3)).toEqual([true, 4, undefined]);
    const failures = results.flatMap(({ failure }) => failure ?? []);
    expect(failures).toEqual([{ kind: 'wrong', message: 'it starts with 1000.25' }]);
  });

  it('gives a kernel the same inputs each time, though it changes them', async () => {
    const { environment } = await tuneKernel({
      ...request(),
      kernel: 'grow',
      source:
        '__global__ void grow(float* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] += 1; }',
      arguments: [a, n],
      answer: [a.map((value) => value + 1)],
    });
    expect(environment.failures).toEqual({});
    expect(a[8]).toBe(1);
  });
});

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
    await expect(tuneKernel({ ...request(), kernel: 'other', cache })).rejects.toEqual(argumentFault('another kernel'));
    expect(readFileSync(cache, 'utf8')).toBe(before);
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

describe('what a run measures', () => {
  it('metrics build on each other, and any may be the objective', async () => {
    const { best, results } = await tuneKernel({
      ...request(),
      metrics: { 'GB/s': (p) => (12 * n) / p.time / 1e6, 'slow per thread': '`GB/s`' in {} ? '' : 'block_size_x * 2' },
      objective: 'GB/s',
    });
    expect(best?.metrics['GB/s']).toBe(Math.max(...results.map(({ metrics }) => metrics['GB/s']!)));
    expect(results[0]?.metrics['slow per thread']).toBe(results[0]!.configuration.block_size_x * 2);
  });

  it('several objectives give the front that nothing dominates', async () => {
    const { front } = await tuneKernel({
      ...request(),
      metrics: { cost: 'block_size_x', loss: '-block_size_x' },
      objectives: ['cost', 'loss'],
    });
    expect(front).toHaveLength(3);
    await expect(tuneKernel({ ...request(), objective: 'nothing' })).rejects.toEqual(argumentFault('nothing'));
    await expect(tuneKernel({ ...request(), objective: 'tim' })).rejects.toEqual(argumentFault('tim'));
  });

  it('observers see every launch; one that fails costs a configuration', async () => {
    const calls: string[] = [];
    const observer: Observer = {
      name: 'counting',
      registerDevice: (device) => void calls.push(device.backend),
      registerConfiguration: ({ kernel }) => void calls.push(`configuration ${kernel?.name}`),
      beforeStart: () => void calls.push('before'),
      afterStart: () => void calls.push('after'),
      during() {
        expect(calls.at(-1)).toBe('after');
      },
      afterFinish: () => void calls.push('finish'),
      getResults: () => ({ launches: calls.filter((call) => call === 'finish').length }),
    };
    const fragile: Observer = {
      name: 'fragile',
      registerConfiguration({ configuration }) {
        if (configuration.block_size_x === 64) throw new Error('no reading');
      },
      getResults: () => ({}),
    };
    const { results } = await tuneKernel({ ...request(), observers: [observer, fragile] });
    expect(calls.slice(0, 6)).toEqual(['host', 'configuration add', 'before', 'after', 'finish', 'before']);
    expect(results[0]?.measurements.launches).toBe(3);
    expect(results.map(({ failure }) => failure?.message)).toEqual([
      undefined,
      'observer fragile: Error: no reading',
      undefined,
    ]);
  });

  it('prologue and continuous observers get launches of their own', async () => {
    const counts = { prologue: 0, continuous: 0 };
    const counting = (kind: 'prologue' | 'continuous'): Observer => ({
      name: kind,
      kind,
      continuousMilliseconds: 20,
      afterFinish() {
        counts[kind]++;
      },
      getResults: () => ({ [kind]: counts[kind] }),
    });
    const { results } = await tuneKernel({
      ...request(),
      tune: { block_size_x: [32] as unknown as [32, 64, 128] },
      observers: [counting('prologue'), counting('continuous')],
    });
    expect(results[0]?.measurements.prologue).toBe(1);
    expect(results[0]?.measurements.continuous).toBeGreaterThan(1);
  });

  it('flushes caches, rotates inputs and stops early where it is told to', async () => {
    const { results } = await tuneKernel({
      ...request(),
      benchmark: { flushCache: true, rotateInputs: 3, warmupMilliseconds: 1, outliers: 'keep', earlyStop: 0.6 },
      iterations: 20,
    });
    expect(results.every(({ failure, measurements }) => !failure && measurements.outliers === 0)).toBe(true);
    for (const { times, measurements } of results) expect(times.length < 20).toBe(measurements.stopped_early === 1);
  });
});

describe('a request that cannot be right is refused at once', () => {
  const refused = <P extends TuneParameters>(change: Partial<TuneKernelOptions<P>>): Promise<unknown> =>
    Promise.resolve(tuneKernel({ ...request(), ...change } as TuneKernelOptions<P>));

  it.each<[string, Partial<TuneKernelOptions>, string]>([
    ['too few arguments', { arguments: [new Float32Array(n), a, b], answer: [] }, 'takes 4 arguments'],
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
    ['a divisor of zero', { gridDivX: () => 0 }, 'gridDivX is 0'],
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
    ['an unknown strategy', { strategy: 'random_sampel' }, 'random_sampel'],
    ['a budget of nothing', { budget: { evaluations: 0 } }, 'budget.evaluations'],
    ['no iterations', { iterations: 0 }, 'iterations'],
    ['a negative tolerance', { tolerance: -1 }, 'tolerance'],
    ['an empty space', { restrictions: ['block_size_x > 1000'] }, 'block_size_x > 1000'],
    ['a simulation without a file', { simulationMode: true }, 'cache file'],
    ['a metric that is no number', { metrics: { odd: () => 'x' as unknown as number } }, 'metric odd is x'],
    ['an objective of unknown direction', { objective: 'quality' }, 'quality'],
    ['two kinds of objectives', { objective: 'time', objectives: ['time'] }, 'not both'],
    ['a name among blockSizeNames that is no parameter', { blockSizeNames: ['bx'] }, 'bx'],
    ['a cache in a folder that is not there', { cache: '/nowhere/at/all.json' }, '/nowhere/at/all.json'],
  ])('%s', async (_, change, message) => {
    await expect(refused(change)).rejects.toEqual(argumentFault(message));
  });

  it('a device that is not there', async () => {
    await expect(refused({ device: 'nothing-of-this-name' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(refused({ device: { backend: 'host', device: 99 } })).rejects.toMatchObject({ code: 'ARGUMENT' });
  });
});

describe('sources', () => {
  /** What says nothing of the kernel and its parameters. */
  const common = (): Pick<TuneKernelOptions<never>, 'device' | 'isolation' | 'iterations' | 'benchmark'> => ({
    device: 'host',
    isolation: 'none',
    iterations: 3,
    benchmark: { warmupMilliseconds: 1 },
  });
  const blocks = { block_size_x: [32, 64, 128] } as const;

  it('may be written by a function, and lie in files that include others', async () => {
    writeFileSync(folder.path('offset.h'), '#define OFFSET 2\n');
    writeFileSync(
      folder.path('shift.cu'),
      '#include "offset.h"\n__global__ void shift(float* x) { x[blockIdx.x * block_size_x + threadIdx.x] += OFFSET; }\n',
    );
    const shifted = new Float32Array(128).fill(2);
    const shift = {
      ...common(),
      kernel: 'shift',
      problemSize: 128,
      tune: blocks,
      arguments: [new Float32Array(128)],
      answer: [shifted],
    };
    const files = await tuneKernel({ ...shift, source: [folder.path('shift.cu'), folder.path('offset.h')] });
    expect(files.environment.failures).toEqual({});
    const written = await tuneKernel({
      ...shift,
      source: ({ block_size_x }) =>
        `__global__ void shift(float* x) { x[blockIdx.x * ${block_size_x} + threadIdx.x] += 2; }`,
    });
    expect(written.environment.failures).toEqual({});
  });

  it('get parameters, block and grid sizes as macros; names may hold parameters', async () => {
    const { results, environment } = await tuneKernel({
      ...common(),
      kernel: 'probe<block_size_x, real>',
      source: `template <int size, class T> __global__ void probe(T* out) {
        #pragma unroll loop_unroll_factor_i
        for (int i = 0; i < 4; i++) out[i] = 0;
        out[0] = size; out[1] = block_size_x + 1000 * block_size_y; out[2] = grid_size_x; out[3] = flag + 10 * kernel_tuner;
      }`,
      problemSize: [640, 3],
      tune: { block_size_x: [32, 64], real: ['float'], flag: [true], loop_unroll_factor_i: [0, 2] },
      arguments: [new Float32Array(4)],
      answer: [],
      verify: (_, [out]: readonly (TypedArray | undefined)[]) => {
        const [size, block, grid, flag] = [...(out as Float32Array)];
        return block === size! + 1000 && grid === 640 / size! && flag === 11 ? true : `${[...(out as Float32Array)]}`;
      },
    });
    expect(environment.failures).toEqual({});
    expect(results).toHaveLength(4);
  });

  it('that do not compile are failures of their configurations', async () => {
    const { results, best, environment } = await tuneKernel({
      ...request(),
      source: '__global__ void add(float* c, const float* a, const float* b, int n) { oops; }',
    });
    expect(results.map(({ failure }) => failure?.kind)).toEqual(['compile', 'compile', 'compile']);
    expect(results[0]?.failure?.message).toContain('oops');
    expect(best).toBeUndefined();
    expect(environment.warnings[0]).toContain('no configuration has a result');
  });

  it('may be plain functions that return their own time', async () => {
    const { results, environment } = await tuneKernel({
      ...common(),
      problemSize: 1,
      kernel: 'scale',
      language: 'c',
      source: 'float scale(float* x, int n) { for (int i = 0; i < n; i++) x[i] *= factor; return factor; }',
      tune: { factor: [2, 3] },
      arguments: [a, n],
      answer: [],
    });
    expect(environment.failures).toEqual({});
    expect(results.map(({ time }) => time)).toEqual([2, 3]);
  });

  it('use shared and constant memory of the sizes they are given', async () => {
    const { environment } = await tuneKernel({
      ...common(),
      tune: blocks,
      kernel: 'weigh',
      source: `__constant__ float weights[4];
        __global__ void weigh(float* x) {
          extern __shared__ float part[];
          part[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
          __syncthreads();
          x[blockIdx.x * blockDim.x + threadIdx.x] = part[threadIdx.x] * weights[threadIdx.x % 4];
        }`,
      problemSize: 128,
      sharedMemory: { size: 'block_size_x * 4' },
      constantMemory: { weights: Float32Array.of(1, 2, 3, 4) },
      arguments: [new Float32Array(128).fill(1)],
      answer: [Float32Array.from({ length: 128 }, (_, i) => (i % 4) + 1)],
    });
    expect(environment.failures).toEqual({});
  });
});
