/**
 * Small arrays, launches, compilations and a tuning run beside an older build of the packages: all take turns in one
 * process, for 15 rounds. The older build takes part twice. How far its two figures are apart is the machine's noise.
 *
 *     HEDDLE_BASELINE=<folder with node_modules of the older build> npx tsx tools/baseline/bench/rounds.bench.ts
 *
 * HEDDLE_BACKEND names the backend, nvrtc by default.
 */
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { runInThisContext } from 'node:vm';
import type * as core from '@heddle/core';
import type { Backend, Device } from '@heddle/core';
import type * as gpuarray from '@heddle/gpuarray';
import type * as tuner from '@heddle/tuner';

const rounds = 15;
const warmUp = 5;

interface Build {
  readonly core: typeof core;
  readonly gpuarray: typeof gpuarray;
  readonly tuner: typeof tuner;
  readonly backend: Backend;
}

/** Does the work so many times. */
type Repeat = (count: number) => void | Promise<void>;
interface Figure {
  readonly name: string;
  readonly count: number;
  readonly repeat: Repeat;
  readonly settle: () => Promise<void>;
}

const opened: Device[] = [];
const backendName = process.env['HEDDLE_BACKEND'] ?? 'nvrtc';

/** Loads the packages of a folder anew: a second load shares nothing with the first. */
function load(folder: string): Build {
  const require = createRequire(join(folder, 'package.json'));
  for (const path of Object.keys(require.cache)) {
    if (path.includes(`${sep}@heddle${sep}`) && !path.endsWith('.node')) Reflect.deleteProperty(require.cache, path);
  }
  const { backend } = require(`@heddle/backend-${backendName}`) as { backend: Backend };
  return {
    core: require('@heddle/core') as typeof core,
    gpuarray: require('@heddle/gpuarray') as typeof gpuarray,
    tuner: require('@heddle/tuner') as typeof tuner,
    backend,
  };
}

// Each build gets its own copy of the loop: V8 calls a function more slowly from code that calls several.
function loopOver(file: string, work: () => void): Repeat {
  const source = '(work, count) => { for (let i = 0; i < count; i++) work(); }';
  const loop = runInThisContext(source, { filename: file }) as (work: () => void, count: number) => void;
  return (count) => {
    loop(work, count);
  };
}

const source = `
KERNEL void four(float a, GLOBAL float* x, GLOBAL float* y, int n) {
  int i = GLOBAL_INDEX(0);
  if (i < n) y[i] += a * x[i];
}`;
const tuned = `
KERNEL void add(GLOBAL float* c, GLOBAL const float* a, GLOBAL const float* b, int n) {
  int i = GLOBAL_INDEX(0);
  if (i < n) c[i] = a[i] + b[i];
}`;

async function figuresOf(name: string, build: Build): Promise<readonly Figure[]> {
  const device = await build.core.openDevice(build.backend);
  opened.push(device);
  const ga = build.gpuarray.gpuArrays(device);
  const settle = (): Promise<void> => device.synchronize();
  const [a, b, out] = [ga.zeros(1024, 'float32'), ga.zeros(1024, 'float32'), ga.zeros(1024, 'float32')];
  const module = await device.compile(source);
  const kernel = module.kernel('four');
  const [x, y] = [device.zeros('float32', 256), device.zeros('float32', 256)];
  const bound = kernel.bind({ grid: 1, block: 256 });
  const n = 4096;
  const ones = new Float32Array(n).fill(1);
  const small = (what: string, work: () => void): Figure => ({
    name: what,
    count: 500,
    repeat: loopOver(`${name}, ${what}`, work),
    settle,
  });
  let sources = 0;
  return [
    small('a.add(b), disposed', () => {
      a.add(b).dispose();
    }),
    small('ga.add(a, b, { out })', () => {
      ga.add(a, b, { out });
    }),
    small('a.sum(), disposed', () => {
      a.sum().dispose();
    }),
    small('evaluate 2a + b, disposed', () => {
      ga.evaluate`2 * ${a} + ${b}`.dispose();
    }),
    small('launch, checked', () => {
      kernel.launch({ grid: 1, block: 256 }, 2, x, y, 256);
    }),
    small('launch, bound', () => {
      bound(2, x, y, 256);
    }),
    {
      name: 'compile, from the cache',
      count: 20,
      repeat: async (count) => {
        for (let i = 0; i < count; i++) (await device.compile(source)).dispose();
      },
      settle,
    },
    {
      name: 'compile, anew',
      count: 3,
      repeat: async (count) => {
        for (let i = 0; i < count; i++)
          (await device.compile(`${source}\n// ${name} ${sources++}`, { cache: false })).dispose();
      },
      settle,
    },
    {
      name: 'tune 8 configurations',
      count: 1,
      repeat: async () => {
        const { results } = await build.tuner.tuneKernel({
          kernel: 'add',
          source: tuned,
          problemSize: n,
          arguments: [new Float32Array(n), ones, ones, n],
          tune: { block_size_x: [32, 64, 96, 128, 160, 192, 224, 256] },
          answer: [new Float32Array(n).fill(2), null, null, null],
          isolation: 'none',
          device,
        });
        const failed = results.find(({ failure }) => failure);
        if (failed) throw new Error(`a configuration failed: ${failed.failure?.message ?? ''}`);
      },
      settle,
    },
  ];
}

function quantile(values: readonly number[], share: number): number {
  return [...values].sort((p, q) => p - q)[Math.round((values.length - 1) * share)] ?? NaN;
}

/** Microseconds of one repetition of each contender, round by round. */
async function inTurn(contenders: readonly Figure[]): Promise<number[][]> {
  const times: number[][] = contenders.map(() => []);
  for (let round = 0; round < rounds + warmUp; round++) {
    for (const [k, { count, repeat, settle }] of contenders.entries()) {
      const started = performance.now();
      await repeat(count);
      const micros = ((performance.now() - started) * 1000) / count;
      if (round >= warmUp) times[k]?.push(micros);
      await settle();
    }
  }
  return times;
}

function report(name: string, [before = [], again = [], now = []]: readonly number[][]): void {
  const ratios = again.map((time, round) => time / (before[round] ?? NaN));
  const spread = Math.max(1 - quantile(ratios, 0.25), quantile(ratios, 0.75) - 1);
  const control = quantile(again, 0.5) / quantile(before, 0.5);
  const ratio = quantile(now, 0.5) / quantile(before, 0.5);
  const figures = [before, again, now].map((times) => quantile(times, 0.5).toPrecision(4).padStart(10)).join(' ');
  const slower = ratio > 1 + 2 * spread ? 'slower than twice the spread' : '';
  console.log(
    `${name.padEnd(30)} ${figures} us  now/before ${ratio.toFixed(3)}  control ${control.toFixed(3)}  spread ${spread.toFixed(3)}  ${slower}`,
  );
}

const baseline = process.env['HEDDLE_BASELINE'];
if (baseline === undefined) {
  console.log('HEDDLE_BASELINE names no older build: nothing to compare');
} else {
  const now = process.env['HEDDLE_NOW'] ?? process.cwd();
  const builds = [
    await figuresOf('before', load(baseline)),
    await figuresOf('before, again', load(baseline)),
    await figuresOf('now', load(now)),
  ];
  console.log(`${''.padEnd(30)} ${['before', 'again', 'now'].map((name) => name.padStart(10)).join(' ')}`);
  for (const [k, { name }] of (builds[0] ?? []).entries()) {
    report(name, await inTurn(builds.flatMap((figures) => figures[k] ?? [])));
  }
  for (const device of opened) await device.dispose();
}
