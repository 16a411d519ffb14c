/** Tunes the options of a strategy themselves, on recorded results. */
import { checkOptionsOf, type KindsOf } from '../options';
import { buildSearchSpace } from '../space/build-search-space';
import type { Configuration, Restriction, TuneParameters } from '../space/parameters';
import { createStrategy, type StrategyName } from '../strategy/create-strategy';
import { createRandom } from '../random';
import { createSearch, runStrategy } from '../strategy/search';
import type { RecordedTable } from './recorded-table';
import { meanRatios } from './simulate';

/** What is tuned, and on what it is judged. */
export interface TuneStrategyOptions {
  /** Name of the strategy whose options are tuned. */
  readonly strategy: StrategyName;
  /** The values to try of its options. */
  readonly options: TuneParameters;
  readonly restrictions?: readonly Restriction[];
  /** Recorded results of several kernels, so that options do not fit one of them alone. */
  readonly tables: readonly RecordedTable[];
  /** Evaluations of each simulated run. */
  readonly evaluations: number;
  /** Simulated runs of each choice of options on each table. Default 20. */
  readonly seeds?: number;
  /** Choices of options that are tried; all by default. */
  readonly trials?: number;
  /** Strategy that chooses them. Default `bruteForce`. */
  readonly searchedBy?: StrategyName;
}

const requestKinds: KindsOf<TuneStrategyOptions> = {
  strategy: 'text',
  options: 'object',
  restrictions: 'list',
  tables: 'list',
  evaluations: 'number',
  seeds: 'number',
  trials: 'number',
  searchedBy: 'text',
};

/** Options, and how good a strategy is with them: the mean of best over optimum, 1 if it always finds the optimum. */
export interface TunedStrategy {
  readonly options: Configuration;
  readonly ratio: number;
}

/**
 * Tries options of a strategy on recorded results; gives all that were tried, the best first.
 *
 * @throws HeddleError `ARGUMENT` for an unknown option of the request or of the strategy
 */
export async function tuneStrategy(request: TuneStrategyOptions): Promise<TunedStrategy[]> {
  checkOptionsOf('tuneStrategy', requestKinds, request, ['strategy', 'options', 'tables', 'evaluations']);
  const { strategy, tables, evaluations, seeds = 20, trials, searchedBy = 'bruteForce' } = request;
  const space = buildSearchSpace({ parameters: request.options, restrictions: request.restrictions ?? [] });
  const tried: TunedStrategy[] = [];
  const judge = async (index: number): Promise<number> => {
    const options = space.configuration(index);
    let sum = 0;
    for (const table of tables) {
      const [result] = await meanRatios(table, () => createStrategy(strategy, options), [evaluations], seeds);
      sum += result?.mean ?? Infinity;
    }
    tried.push({ options, ratio: sum / tables.length });
    return sum / tables.length;
  };
  const search = createSearch({
    space,
    random: createRandom(0),
    ...(trials === undefined ? {} : { evaluations: trials }),
    measure: async (indices) => {
      const scores: number[][] = [];
      for (const index of indices) scores.push([await judge(index)]);
      return scores;
    },
  });
  await runStrategy(createStrategy(searchedBy), search);
  return tried.sort((a, b) => a.ratio - b.ratio);
}
