/** Hardware counters through a program that behaves as NVIDIA Nsight Compute does. */
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hardwareCounters, tuneKernel, type HardwareCounterOptions, type TuneKernelOptions } from '@heddle/tuner';
import { readCounters } from '../../src/worker/counters/ncu-output';
import { temporaryFolder } from '../testing/temporary-folder';

const folder = temporaryFolder();
const standIn = standInOf('works');
const n = 1000;

/** The stand-in in a mode of its own. */
function standInOf(mode: string): string {
  const path = folder.path(`ncu-${mode}`);
  const program = join(__dirname, 'programs/stand-in-ncu.mjs');
  writeFileSync(path, `#!/bin/sh\nSTAND_IN_NCU=${mode} exec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

function request(options: HardwareCounterOptions): TuneKernelOptions<{ block_size_x: readonly number[] }> {
  return {
    kernel: 'twice<block_size_x>',
    source: `template <int threads> __global__ void twice(float* y, const float* x, int n) {
      int i = blockIdx.x * threads + threadIdx.x;
      if (i < n) y[i] = 2 * x[i];
    }`,
    device: 'host',
    isolation: 'none',
    problemSize: n,
    arguments: [new Float32Array(n), new Float32Array(n), n],
    tune: { block_size_x: [64] },
    iterations: 1,
    benchmark: { warmupMilliseconds: 0 },
    observers: [hardwareCounters(options)],
  };
}

const metrics = ['smsp__threads_launched.sum', 'dram__bytes_read.sum', 'lts__t_sector_hit_rate.pct'];
const leftovers = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('heddle-replay-'));

it('records counters of one launch of each configuration, measured in a process that the tool started', async () => {
  const before = leftovers();
  const { results } = await tuneKernel({
    ...request({ metrics, ncu: standIn, options: ['--cache-control', 'none'] }),
    isolation: 'process',
    compileWorkers: 0,
    tune: { block_size_x: [64, 96] },
  });
  // 16 blocks of 64 threads, 11 of 96.
  expect(results.map(({ measurements }) => measurements['smsp__threads_launched.sum'])).toEqual([1024, 1056]);
  expect(results.map(({ measurements }) => measurements['dram__bytes_read.sum'])).toEqual([4096, 4224]);
  expect(results[0]?.measurements['lts__t_sector_hit_rate.pct']).toBe(97.03);
  expect(leftovers().filter((name) => !before.includes(name))).toEqual([]);
}, 60_000);

it.each([
  [
    'no such program',
    { metrics, ncu: '/nowhere/ncu' },
    'UNAVAILABLE',
    /cannot be started[\s\S]*apt-get install nsight/,
  ],
  ['no permission', { metrics, ncu: standInOf('forbidden') }, 'UNAVAILABLE', /RestrictProfilingToAdminUsers=0/],
  ['an unknown metric', { metrics: ['dram__typo.sum'], ncu: standIn }, 'ARGUMENT', /no metric dram__typo[\s\S]*query/],
  ['none at all', { metrics: [] }, 'ARGUMENT', /needs a metric/],
  ['no name', { metrics: ['a,b'] }, 'ARGUMENT', /"a,b" is not a metric's name/],
] as const)(
  'ends the run for what is wrong for every configuration: %s',
  async (_, options, code, message) => {
    await expect(tuneKernel(request(options))).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  },
  60_000,
);

it('costs a configuration what a single replay meets', async () => {
  const endless = await tuneKernel(request({ metrics, ncu: standInOf('endless'), seconds: 1 }));
  expect(endless.results[0]?.failure).toEqual({
    kind: 'observer',
    message: expect.stringContaining('ncu had not ended after 1 s'),
  });
  const refused = await tuneKernel(request({ metrics, ncu: standIn, options: ['--no-such-option'] }));
  expect(refused.results[0]?.failure?.message).toMatch(/exit code 1:[\s\S]*unrecognised option/);
}, 60_000);

it('says that nothing was seen, and reads quotes and a table without its head', () => {
  expect(() => readCounters('==WARNING== No kernels were profiled.\n', metrics, 'f')).toThrow(/no launch of f/);
  expect(() => readCounters('', ['a.sum'], 'f')).toThrow(/no metric a.sum/);
  const table =
    '"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"\r\n"0","f(""a"", b)","a.sum","","-1,024.5"\r\n';
  expect(readCounters(table, ['a.sum'], 'f')).toEqual({ 'a.sum': -1024.5 });
  expect(() => readCounters(table.replace('-1,024.5', 'n/a'), ['a.sum'], 'f')).toThrow(/no number for a.sum/);
  // A decimal comma would be read as thousands: refused.
  expect(() => readCounters(table.replace('-1,024.5', '9,00'), ['a.sum'], 'f')).toThrow(/"9,00"/);
});
