/**
 * How good strategies are on recorded spaces: mean of best over optimum after 50, 100 and 200 evaluations, 50 seeds,
 * beside what Kernel Tuner 1.4.0's strategies reach on the same files.
 *
 *     npx tsx packages/tuner/bench/strategies.bench.ts [seeds] [strategy …]
 *
 * A figure is short of its peer's if it is worse by more than the noise: twice the standard error of a difference of
 * two such means. The last space has no peer; unseen.bench.ts has many more of that kind.
 */
import { createStrategy, defaultStrategyName, meanRatios, strategies, type RecordedTable } from '../src';
import {
  bestOfKernelTuner,
  kernelTunerFigures,
  marks,
  recordedFiles,
  recordedSpace,
  unseenFiles,
} from './recorded-spaces';

const [, , seedsGiven = '50', ...named] = process.argv;
const seeds = Number(seedsGiven);
const names =
  named.length > 0
    ? named
    : Object.values(strategies).flatMap(({ referenceName, strategyName }) =>
        strategyName === 'bruteForce' ? [] : [referenceName ?? strategyName],
      );

/** The peer's figures: for the default, the best of all strategies at each mark. */
function peerOf(strategy: string, space: number): readonly number[] | undefined {
  return strategy === defaultStrategyName ? bestOfKernelTuner[space] : kernelTunerFigures[strategy]?.[space];
}

function verdict(results: Awaited<ReturnType<typeof meanRatios>>, peer: readonly number[] | undefined): string {
  if (!peer) return '';
  const short = results.flatMap(({ mean, standardError }, at) => {
    const noise = 2 * Math.SQRT2 * standardError;
    return mean > (peer[at] ?? Infinity) + noise ? [`short at ${marks[at]}`] : [];
  });
  return short.join(', ') || 'met';
}

async function line(strategy: string, title: string, table: RecordedTable, space: number): Promise<string> {
  const results = await meanRatios(table, () => createStrategy(strategy), marks, seeds);
  const peer = peerOf(strategy, space);
  const ours = results.map(({ mean, standardError }) => `${mean.toFixed(3)} ±${standardError.toFixed(3).slice(1)}`);
  const theirs = peer?.map((value) => value.toFixed(3)).join(' / ') ?? '';
  const last = results.at(-1);
  const ratio = peer && last ? ((last.mean - 1) / ((peer.at(-1) ?? NaN) - 1)).toFixed(2) : '';
  return [
    strategy.padEnd(24),
    title.padEnd(17),
    ours.join(' / ').padEnd(39),
    theirs.padEnd(22),
    ratio.padEnd(6),
    verdict(results, peer),
  ].join(' ');
}

console.log(`mean best / optimum at ${marks.join(' / ')} evaluations, ${seeds} seeds (± standard error)`);
console.log(
  `${'strategy'.padEnd(24)} ${'space'.padEnd(17)} ${'Heddle'.padEnd(39)} ${'Kernel Tuner'.padEnd(22)} ratio of losses at the last, verdict`,
);
const tables = Object.entries({ ...recordedFiles, ...unseenFiles }).map(
  ([title, file]) => [title, recordedSpace(file)] as const,
);
for (const strategy of names) {
  for (const [space, [title, table]] of tables.entries()) console.log(await line(strategy, title, table, space));
}
