/**
 * A space of 17 parameters, searched by the default strategy and by random search with ten times its evaluations: the
 * default is to find a kernel that is at least as fast.
 *
 *     npx tsx packages/tuner/bench/gemm.bench.ts [backend]
 *
 * | in the environment | |
 * |---|---|
 * | `HEDDLE_BENCH_SIZE` | rows and columns of the matrices; 4096, and 256 on a processor |
 * | `HEDDLE_BENCH_EVALUATIONS` | of the default strategy; 100, and 10 on a processor, where only results matter |
 * | `HEDDLE_BENCH_SECONDS` | the most that each of the two searches may take; 240 |
 * | `HEDDLE_BENCH_SEED` | of both searches; 1 |
 *
 * Every configuration is verified, and a wrong result is an error here. The best of a thousand short measurements is
 * partly luck: the two best kernels are measured again, in turn, and the verdict is about those times. It allows for
 * their noise, twice the standard error of the ratio. `undecided` is what a run says that shows nothing: random search
 * had no time for all its evaluations, or times vary by more than 1 %. The searches share the cache of compiled
 * kernels, so the seconds of the second, and those of another run of this program, leave compilations out.
 */
import { availableParallelism } from 'node:os';
import { openDevice } from '@heddle/core';
import {
  createRandom,
  defaultStrategyName,
  tuneKernel,
  type Configuration,
  type StrategyName,
  type TuningResult,
} from '@heddle/tuner';
import {
  gemmParameters,
  gemmRestrictions,
  gemmShape,
  gemmSource,
  gemmSpaceSize,
  largestTile,
  plainGemmSource,
} from './gemm-kernel';

interface Problem {
  readonly backend: string;
  readonly size: number;
  readonly a: Float32Array;
  readonly b: Float32Array;
  readonly c: Float32Array;
  readonly answer: Float32Array;
  readonly evaluations: number;
}

interface Search {
  readonly strategy: StrategyName;
  readonly wanted: number;
  readonly made: number;
  readonly failed: number;
  readonly seconds: number;
  readonly best: { readonly configuration: Configuration; readonly key: string; readonly time: number };
}

interface Mean {
  readonly mean: number;
  /** Of the mean. */
  readonly standardError: number;
}

const [backendGiven] = process.argv.slice(2);
const seconds = fromEnvironment('HEDDLE_BENCH_SECONDS', 240);
const seed = fromEnvironment('HEDDLE_BENCH_SEED', 1);
const timesMore = 10;
const [alpha, beta] = [1.5, 0.5];

/** Rounds in which the two best kernels are measured again, and launches of each in a round. */
const [rounds, launchesOfRound] = [20, 5];
/** With more noise than this the two cannot be compared. */
const mostNoise = 0.01;

function fromEnvironment(name: string, usual: number): number {
  const value = Number(process.env[name] ?? usual);
  if (Number.isInteger(value) && value > 0) return value;
  throw new RangeError(`${name} must be a positive integer, not ${process.env[name]}`);
}

const teraflops = (size: number, milliseconds: number): string => ((2 * size ** 3) / milliseconds / 1e9).toFixed(2);

async function makeProblem(): Promise<Problem> {
  await using device = await openDevice(backendGiven);
  const isProcessor = device.properties.type === 'cpu';
  const size = fromEnvironment('HEDDLE_BENCH_SIZE', isProcessor ? 256 : 4096);
  if (size % largestTile !== 0) throw new RangeError(`HEDDLE_BENCH_SIZE must be a multiple of ${largestTile}`);
  // Full mantissas: on round numbers a GPU draws less power, and clocks higher.
  const random = createRandom(1);
  const matrix = (): Float32Array => Float32Array.from({ length: size * size }, () => 2 * random.next() - 1);
  const [a, b, c] = [matrix(), matrix(), matrix()];
  const module = await device.compile(plainGemmSource, { language: 'cuda' });
  const buffers = [await device.upload(a), await device.upload(b), await device.upload(c)] as const;
  const shape = { grid: [Math.ceil(size / 16), Math.ceil(size / 16)], block: [16, 16] } as const;
  module.kernel('plain_gemm').launch(shape, size, size, size, alpha, beta, ...buffers);
  const answer = await buffers[2].read();
  const evaluations = fromEnvironment('HEDDLE_BENCH_EVALUATIONS', isProcessor ? 10 : 100);
  console.log(`${device.name} (${device.backend}), float32, ${size} x ${size} x ${size}, seed ${seed}`);
  return { backend: device.backend, size, a, b, c, answer, evaluations };
}

function tune({ backend, size, a, b, c, answer }: Problem, strategy: StrategyName, evaluations: number) {
  return tuneKernel({
    kernel: 'gemm',
    source: gemmSource,
    language: 'cuda',
    problemSize: [size, size],
    gridDivX: ['MWG'],
    gridDivY: ['NWG'],
    blockSizeNames: ['MDIMC', 'NDIMC'],
    arguments: [size, size, size, alpha, beta, a, b, c],
    answer: [null, null, null, null, null, null, null, answer],
    // Rounding errors of `size` additions to sums of about sqrt(size) are about 0.2 size 2^-24; this is twenty times as
    // much, and still far below what a product that is missing or counted twice changes.
    tolerance: size * 2 ** -22,
    tune: gemmParameters,
    restrictions: gemmRestrictions,
    strategy,
    seed,
    budget: { evaluations, seconds },
    // A launch takes milliseconds, so few are enough; and fewer for what is slower than the best beyond doubt.
    iterations: 5,
    benchmark: { warmupMilliseconds: 25, earlyStop: 0.95 },
    compileWorkers: Math.max(1, availableParallelism() - 1),
    device: backend,
  });
}

async function search(problem: Problem, strategy: StrategyName, wanted: number): Promise<Search> {
  const result = await tune(problem, strategy, wanted);
  const { best, environment, results } = result;
  if (environment.spaceSize !== gemmSpaceSize) {
    throw new Error(`the space has ${environment.spaceSize} configurations instead of ${gemmSpaceSize}`);
  }
  reportFailures(result);
  if (!best) throw new Error(`${strategy}: all ${results.length} configurations failed`);
  const failed = results.filter(({ failure }) => failure !== undefined).length;
  return { strategy, wanted, made: results.length, failed, seconds: environment.seconds.total, best };
}

function reportFailures({ results }: TuningResult): void {
  for (const { key, failure } of results) {
    if (failure?.kind === 'wrong') throw new Error(`gemm is wrong with ${key}: ${failure.message}`);
    if (failure) console.log(`failed: ${key}: ${failure.kind}, ${failure.message.split('\n', 1)[0]}`);
  }
}

/** Times of kernels that are measured in turn, so that clocks and temperature are the same for all. */
async function measureAgain(
  { backend, size, a, b, c }: Problem,
  configurations: readonly Configuration[],
): Promise<number[][]> {
  await using device = await openDevice(backend);
  const buffers = [await device.upload(a), await device.upload(b), await device.upload(c)] as const;
  const launches: (() => Promise<number>)[] = [];
  for (const configuration of configurations) {
    const defines = Object.fromEntries(Object.entries(configuration).map(([name, value]) => [name, Number(value)]));
    const kernel = (await device.compile(gemmSource, { language: 'cuda', defines })).kernel('gemm');
    const options = { ...gemmShape(configuration, size, size), count: launchesOfRound };
    launches.push(async () => {
      const times = await kernel.time(options, size, size, size, alpha, beta, ...buffers);
      return times.reduce((sum, time) => sum + time, 0) / launchesOfRound;
    });
  }
  for (const launch of launches) await launch();
  const times = configurations.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    // Each comes first in every other round.
    const order = round % 2 === 0 ? [...launches.keys()] : [...launches.keys()].reverse();
    for (const which of order) times[which]?.push((await launches[which]?.()) ?? NaN);
  }
  return times;
}

function meanOf(values: readonly number[]): Mean {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, standardError: Math.sqrt(variance / values.length) };
}

function row(...cells: readonly string[]): void {
  const widths = [14, 12, 7, 9, 10, 9];
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(14) : cell.padStart(widths[at] ?? 0))).join(' '));
}

function report({ strategy, wanted, made, failed, seconds, best }: Search, size: number): void {
  const values = Object.entries(best.configuration).map(([name, value]) => `${name}=${value}`);
  row(
    strategy,
    made === wanted ? String(made) : `${made} of ${wanted}`,
    String(failed),
    best.time.toFixed(4),
    teraflops(size, best.time),
    seconds.toFixed(1),
  );
  console.log(`  ${values.join(' ')}`);
}

/** By how much the best that random search found is slower, measured again in the same rounds. */
async function compare(problem: Problem, ours: Search, random: Search): Promise<string> {
  const configurations = [ours.best.configuration, random.best.configuration];
  const [ourTimes = [], randomTimes = []] = await measureAgain(problem, configurations);
  const means = [meanOf(ourTimes), meanOf(randomTimes)];
  const again = means.map(({ mean }) => `${mean.toFixed(4)} ms (${teraflops(problem.size, mean)} TFLOP/s)`);
  console.log(`the two best again, in turn: ${again.join(', ')}`);
  // The same kernel is as fast as itself.
  const isSame = ours.best.key === random.best.key;
  const ratio = meanOf(ourTimes.map((time, round) => (isSame ? 1 : (randomTimes[round] ?? NaN) / time)));
  const noise = 2 * ratio.standardError;
  const figure = `best(random) / best(default) = ${ratio.mean.toFixed(4)} ±${noise.toFixed(4)}`;
  return `${figure}: ${verdict(ratio.mean, noise, random.made / ours.made)}`;
}

// What was lost against fewer evaluations is lost against more; what was won is not yet won.
function verdict(ratio: number, noise: number, timesAsMany: number): string {
  if (ratio < 1 - noise) return 'MISSED';
  if (timesAsMany < timesMore)
    return `undecided, random search had time for ${timesAsMany.toFixed(1)} times as many only`;
  return noise > mostNoise ? 'undecided, the times vary too much' : 'met';
}

const problem = await makeProblem();
row('strategy', 'evaluations', 'failed', 'best ms', 'TFLOP/s', 'seconds');
const ours = await search(problem, defaultStrategyName, problem.evaluations);
report(ours, problem.size);
const random = await search(problem, 'randomSample', timesMore * problem.evaluations);
report(random, problem.size);
console.log(await compare(problem, ours, random));
