/** Runs whose kernels run in processes of their own. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ArtifactCache, isHeddleError } from '@heddle/core';
import { nvml, observerModule, registers, tuneKernel, type TuneKernelOptions } from '@heddle/tuner';
import { temporaryFolder } from '../testing/temporary-folder';

const folder = temporaryFolder();
const n = 5000;
const x = Float32Array.from({ length: n }, (_, i) => i);

/** Fails in a way that depends on the mode. */
const source = `
#include <cstdlib>
#include <csignal>
#include <unistd.h>
__global__ void twice(float* y, const float* x, volatile int* sink, int n) {
#if MODE == 1
  std::abort();
#elif MODE == 2
  while (sink[0] == 0) usleep(1000); // for ever, and leaves the processor to others
#elif MODE == 3
  raise(SIGKILL);
#elif MODE == 4
  *(volatile int*)8 = 1;
#endif
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}`;

function request(modes: readonly number[]): TuneKernelOptions<{ mode: readonly number[] }> {
  return {
    kernel: 'twice',
    source,
    device: 'host',
    problemSize: n,
    arguments: [new Float32Array(n), x, new Int32Array(1), n],
    tune: { mode: modes },
    defines: { MODE: ({ mode }) => mode },
    answer: [x.map((value) => 2 * value)],
    iterations: 3,
    benchmark: { warmupMilliseconds: 1 },
    timeLimits: { runSeconds: 5 },
    compileWorkers: 0,
  };
}

it('costs one configuration what kills a process, hangs, or loses the device', async () => {
  const { results, best } = await tuneKernel(request([0, 1, 2, 3, 4, 5]));
  expect(results.map(({ failure }) => failure?.kind)).toEqual([
    undefined,
    'crash',
    'timeout',
    'crash',
    'crash',
    undefined,
  ]);
  const messages = results.map(({ failure }) => failure?.message ?? '');
  expect(messages[1]).toContain('SIGABRT');
  expect(messages[2]).toContain('it had not ended after 5 s');
  expect(messages[3]).toContain('SIGKILL');
  expect(messages[4]).toContain('illegal address');
  expect(best).toBeDefined();
}, 120_000);

it("verifies with the user's function here what a kernel computed there", async () => {
  const seen: (number | undefined)[] = [];
  const { results } = await tuneKernel({
    ...request([0, 5]),
    verify: (answer, [y, unchanged, , scalar]) => {
      seen.push((y as Float32Array)[n - 1], (unchanged as Float32Array)[7], scalar === undefined ? 1 : 0);
      return (answer?.[0] as Float32Array | undefined)?.[3] === 6 ? 'never right' : true;
    },
  });
  expect(seen).toEqual([2 * (n - 1), 7, 1, 2 * (n - 1), 7, 1]);
  expect(results.map(({ failure }) => failure)).toEqual([
    { kind: 'wrong', message: 'never right' },
    { kind: 'wrong', message: 'never right' },
  ]);
  const failing = tuneKernel({
    ...request([0]),
    verify: () => {
      throw new Error('cannot decide');
    },
  });
  await expect(failing).rejects.toThrow('cannot decide');
}, 120_000);

it('shares a run among devices, and imports observers there', async () => {
  const { results, environment } = await tuneKernel({
    ...request([0, 5, 6, 7, 8, 9]),
    device: ['host', { backend: 'host', device: 0 }],
    compileWorkers: 1,
    observers: [registers(), observerModule(join(__dirname, 'programs/counting-observer.mjs'), { step: 2 })],
  });
  expect(environment.devices).toHaveLength(2);
  expect(environment.failures).toEqual({});
  expect(results.every(({ measurements }) => measurements.counted === 6)).toBe(true);
  const processes = new Set(results.map(({ measurements }) => measurements.worker_pid));
  expect(processes.has(process.pid)).toBe(false);
  expect(processes.size).toBe(2);
}, 120_000);

it('compiles what a strategy expects to try next, before it does', async () => {
  const before = process.env.HEDDLE_CACHE_DIR;
  process.env.HEDDLE_CACHE_DIR = folder.path('anticipated');
  try {
    const kept = async (): Promise<number> => (await ArtifactCache.fromEnvironment().usage()).entries;
    const { results } = await tuneKernel({
      ...request([0, 5]),
      compileWorkers: 1,
      strategy: {
        name: 'anticipating',
        async run(search) {
          search.anticipate([1]);
          while ((await kept()) === 0) await delay(20);
          expect(await search.evaluate(1)).toBeLessThan(Infinity);
        },
      },
    });
    expect(results.map(({ configuration }) => configuration)).toEqual([{ mode: 5 }]);
    expect(results[0]?.failure).toBeUndefined();
  } finally {
    if (before === undefined) delete process.env.HEDDLE_CACHE_DIR;
    else process.env.HEDDLE_CACHE_DIR = before;
  }
}, 120_000);

it('refuses observers that cannot cross, and says what to do', async () => {
  const observer = { name: 'mine', getResults: () => ({}) };
  const refused = await Promise.resolve(tuneKernel({ ...request([0]), observers: [observer] })).catch(
    (error: unknown) => error,
  );
  expect(isHeddleError(refused, 'ARGUMENT') && refused.message).toMatch(
    /observer mine[\s\S]*observerModule.*isolation: 'none'/,
  );
  await expect(
    tuneKernel({ ...request([0]), observers: [observerModule('/nowhere/observer.js')] }),
  ).rejects.toMatchObject({ code: 'ARGUMENT' });
  const sensors = tuneKernel({ ...request([0]), observers: [nvml({ library: 'libnvidia-ml-that-is-not-there.so' })] });
  await expect(sensors).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/libnvidia-ml-that-is-not-there[\s\S]*driver/),
  });
}, 120_000);

it('refuses a request that cannot be right, through the process', async () => {
  const short = { ...request([0]), arguments: [new Float32Array(n), x] };
  await expect(tuneKernel(short)).rejects.toMatchObject({
    code: 'ARGUMENT',
    message: expect.stringContaining('takes 4'),
  });
  await expect(tuneKernel({ ...request([0]), device: 'no-such-backend' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
}, 120_000);

it('ends a kernel that never ends when the run is to end', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 4000);
  const { results, environment } = await tuneKernel({
    ...request([2]),
    timeLimits: { runSeconds: 600 },
    signal: controller.signal,
  });
  expect(results).toEqual([]);
  expect(environment.stoppedBy).toBe('signal');
}, 120_000);
