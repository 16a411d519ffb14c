/**
 * How good strategies are on recorded spaces: mean of best over optimum after 50, 100 and 200 evaluations, 50 seeds,
 * beside what Kernel Tuner 1.4.0's strategies reach on the same files.
 *
 *     npx tsx packages/tuner/bench/strategies.bench.ts [seeds] [strategy …]
 *
 * The last columns are spaces on which nothing was chosen: made-up functions with limits, jumps and noise, without a
 * peer. A strategy that fits the recorded files alone would show here.
 */
import { fileURLToPath } from 'node:url';
import {
  buildSearchSpace,
  createRandom,
  createStrategy,
  defaultStrategyName,
  meanRatios,
  readTuningFile,
  recordedTable,
  strategies,
  type RecordedTable,
  type Restriction,
  type TuneParameters,
} from '../src';

const marks = [50, 100, 200];

/** Kernel Tuner's figures on convolution_milo (A100) and gemm (RTX 3090), at the three marks. */
const kernelTuner: Readonly<Record<string, readonly (readonly number[])[]>> = {
  random_sample: [
    [1.537, 1.44, 1.339],
    [1.25, 1.19, 1.162],
  ],
  genetic_algorithm: [
    [1.49, 1.223, 1.08],
    [1.245, 1.163, 1.059],
  ],
  diff_evo: [
    [1.549, 1.45, 1.295],
    [1.177, 1.128, 1.081],
  ],
  pso: [
    [1.537, 1.425, 1.174],
    [1.249, 1.159, 1.087],
  ],
  firefly_algorithm: [
    [1.446, 1.313, 1.171],
    [1.223, 1.142, 1.114],
  ],
  simulated_annealing: [
    [1.486, 1.339, 1.172],
    [1.213, 1.148, 1.095],
  ],
  basinhopping: [
    [1.644, 1.46, 1.342],
    [1.382, 1.298, 1.178],
  ],
  greedy_ils: [
    [1.804, 1.528, 1.396],
    [1.382, 1.266, 1.19],
  ],
  hybrid_vndx: [
    [1.397, 1.221, 1.09],
    [1.155, 1.075, 1.022],
  ],
  adaptive_tabu_greywolf: [
    [1.37, 1.191, 1.11],
    [1.083, 1.024, 1.009],
  ],
  bayes_opt: [
    [1.332, 1.2, 1.154],
    [1.19, 1.102, 1.046],
  ],
};
const bestOfTable = [0, 1].map((table) =>
  marks.map((_, mark) => Math.min(...Object.values(kernelTuner).map((f) => f[table]?.[mark] ?? Infinity))),
);

/** The configurations that a file recorded, as a space. */
function recordedFile(name: string): RecordedTable {
  const file = readTuningFile(fileURLToPath(new URL(`../test/data/${name}.cache.json.gz`, import.meta.url)));
  const parameters: TuneParameters = Object.fromEntries(
    file.parameters.map((parameter) => [parameter.name, parameter.values]),
  );
  const keyOf = (configuration: Readonly<Record<string, unknown>>): string => {
    return file.parameters.map((parameter) => String(configuration[parameter.name])).join();
  };
  const recorded = new Set(file.records.map(({ configuration }) => keyOf(configuration)));
  const space = buildSearchSpace({ parameters, restrictions: (configuration) => recorded.has(keyOf(configuration)) });
  return recordedTable(
    space,
    file.records.map(({ configuration, time, failure }) => ({ configuration, objective: failure ? Infinity : time })),
  );
}

/** A tiled kernel that is made up: reuse against occupancy, shared memory that runs out, coalescing, noise. */
function tiledKernel(): RecordedTable {
  const parameters = {
    bx: [8, 16, 32, 64, 128, 256],
    by: [1, 2, 4, 8, 16],
    tx: [1, 2, 3, 4, 5, 6, 7, 8],
    ty: [1, 2, 3, 4, 5, 6, 7, 8],
    unroll: [0, 1],
    vector: [1, 2, 4, 8],
    staging: [0, 1, 2, 3],
  };
  return madeUp(parameters, ['bx * by <= 1024', 'bx * by >= 32', 'tx * ty <= 32'], 77, (p, chance) => {
    const [bx, by, tx, ty, vector] = [Number(p.bx), Number(p.by), Number(p.tx), Number(p.ty), Number(p.vector)];
    const threads = bx * by;
    const registers = 16 + (tx * ty * vector) / 2 + (p.unroll ? 8 : 0);
    const shared = Number(p.staging) > 1 ? (bx * tx + 8) * (by * ty + 8) * 4 : 0;
    const blocks = Math.min(
      Math.floor(65_536 / (registers * Math.ceil(threads / 32) * 32)),
      Math.floor(100_000 / (1 + shared)),
    );
    const occupancy = Math.min(1, (blocks * threads) / 2048);
    if (occupancy <= 0) return Infinity;
    const reuse = 1 + 1 / (tx * ty) + (shared > 0 ? 0.2 : 0.9) / Math.sqrt(tx * ty * threads);
    const coalescing = bx % 32 === 0 ? 1 : 1.6;
    const parallelism = Math.min(1, occupancy * (0.5 + 0.25 * Math.log2(tx * ty * vector + 1)));
    const taste = 1 + 0.05 * chance(`${p.unroll} ${p.staging} ${p.vector}`) + 0.02 * chance(JSON.stringify(p));
    return ((reuse * coalescing) / (0.1 + parallelism)) * taste;
  });
}

/** Parameters of all types that interact at random, and fail in places. */
function roughFunction(): RecordedTable {
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const parameters = {
    a: ten,
    b: ten,
    c: ten,
    d: ['x', 'y', 'z', 'w'],
    e: [false, true],
    f: [16, 32, 64, 128],
    g: [0, 1],
  };
  return madeUp(parameters, ['a * b <= 60', 'c + a >= 4'], 78, (p, chance) => {
    const [a, b, c] = [Number(p.a), Number(p.b), Number(p.c)];
    if ((a * c) % 7 === 3 && p.f === 128) return Infinity;
    const smooth =
      1 + 0.3 * Math.abs(Math.log2((a * b) / 24)) + 0.1 * Math.abs(c - 7 + (p.e ? 3 : 0)) * chance(`c${p.d}`);
    return (
      smooth + 0.2 * chance(`${p.d}${p.f}`) + 0.15 * chance(`${p.e}${p.g}${p.f}`) + 0.03 * chance(JSON.stringify(p))
    );
  });
}

function madeUp(
  parameters: TuneParameters,
  restrictions: readonly Restriction[],
  seed: number,
  objectiveOf: (configuration: Readonly<Record<string, unknown>>, chance: (key: string) => number) => number,
): RecordedTable {
  const space = buildSearchSpace({ parameters, restrictions });
  const random = createRandom(seed);
  const drawn = new Map<string, number>();
  const chance = (key: string): number => {
    const known = drawn.get(key) ?? random.next();
    drawn.set(key, known);
    return known;
  };
  const results = Array.from({ length: space.size }, (_, index) => {
    const configuration = space.configuration(index);
    return { configuration, objective: objectiveOf(configuration, chance) };
  });
  return recordedTable(space, results);
}

const [, , seedsGiven = '50', ...named] = process.argv;
const seeds = Number(seedsGiven);
const tables: Readonly<Record<string, RecordedTable>> = {
  'convolution A100': recordedFile('convolution_milo-A100'),
  'gemm RTX 3090': recordedFile('gemm-RTX_3090'),
  'tiled kernel': tiledKernel(),
  'rough function': roughFunction(),
};
const names =
  named.length > 0
    ? named
    : Object.values(strategies).flatMap(({ referenceName, strategyName }) =>
        strategyName === 'bruteForce' ? [] : [referenceName ?? strategyName],
      );

console.log(`mean best / optimum at ${marks.join(' / ')} evaluations, ${seeds} seeds (± standard error at the last)`);
console.log(
  `${'strategy'.padEnd(24)} ${'space'.padEnd(18)} ${'Heddle'.padEnd(28)} ${'Kernel Tuner'.padEnd(24)} ratio of losses at the last`,
);
for (const name of names) {
  for (const [at, [title, table]] of Object.entries(tables).entries()) {
    const results = await meanRatios(table, () => createStrategy(name), marks, seeds);
    const isDefault = name === defaultStrategyName;
    const peer = isDefault ? bestOfTable[at] : kernelTuner[name]?.[at];
    const last = results.at(-1);
    const ours = `${results.map(({ mean }) => mean.toFixed(3)).join(' / ')} ±${(last?.standardError ?? NaN).toFixed(3)}`;
    const theirs = peer
      ? `${peer.map((value) => value.toFixed(3)).join(' / ')}${isDefault ? ' (best of all)' : ''}`
      : '';
    const ratio = peer && last ? `${((last.mean - 1) / ((peer.at(-1) ?? NaN) - 1)).toFixed(2)} x` : '';
    console.log(`${name.padEnd(24)} ${title.padEnd(18)} ${ours.padEnd(28)} ${theirs.padEnd(24)} ${ratio}`);
  }
}
