/** Runs a strategy on recorded results: what it would have found, in no time and without a device. */
import { checkOptionsOf, type KindsOf } from '../options';
import { createRandom } from '../random';
import { createSearch, runStrategy } from '../strategy/search';
import type { Strategy } from '../strategy/strategy';
import type { RecordedTable } from './recorded-table';

/** One simulated run. */
export interface SimulationOptions {
  /** Different configurations that it may evaluate. */
  readonly evaluations: number;
  /** Default 0. */
  readonly seed?: number;
}

const optionKinds: KindsOf<SimulationOptions> = { evaluations: 'number', seed: 'number' };

/** What a simulated run evaluated. */
export interface SimulatedRun {
  /** Numbers of the configurations, in order. */
  readonly configurations: readonly number[];
  /** The least objective after each evaluation. */
  readonly best: readonly number[];
}

/**
 * Runs a strategy on a table. Equal seeds give equal runs.
 *
 * @throws HeddleError `ARGUMENT` for an unknown option, and for what the strategy threw
 */
export async function simulate(
  table: RecordedTable,
  strategy: Strategy,
  options: SimulationOptions,
): Promise<SimulatedRun> {
  checkOptionsOf('simulate', optionKinds, options, ['evaluations']);
  const configurations: number[] = [];
  const best: number[] = [];
  const search = createSearch({
    space: table.space,
    random: createRandom(options.seed ?? 0),
    evaluations: options.evaluations,
    measure: (indices) => {
      const measured = indices.map((index) => {
        const objective = table.objectives[index] ?? Infinity;
        configurations.push(index);
        best.push(Math.min(objective, best.at(-1) ?? Infinity));
        return [objective];
      });
      return Promise.resolve(measured);
    },
  });
  await runStrategy(strategy, search);
  return { configurations, best };
}

/**
 * How good a strategy is: mean of best over optimum at each mark, over several seeds. A run that has found nothing by
 * then counts as the worst result of the table.
 */
export async function meanRatios(
  table: RecordedTable,
  createStrategy: () => Strategy,
  marks: readonly number[],
  seeds: number,
): Promise<{ readonly mean: number; readonly standardError: number }[]> {
  const worst = table.objectives.reduce((a, b) => (Number.isFinite(b) ? Math.max(a, b) : a), -Infinity);
  const ratios: number[][] = marks.map(() => []);
  for (let seed = 0; seed < seeds; seed++) {
    const { best } = await simulate(table, createStrategy(), { evaluations: Math.max(...marks), seed });
    marks.forEach((mark, at) => {
      const found = best[Math.min(mark, best.length) - 1] ?? Infinity;
      ratios[at]?.push((Number.isFinite(found) ? found : worst) / table.optimum);
    });
  }
  return ratios.map((all) => {
    const mean = all.reduce((a, b) => a + b, 0) / all.length;
    const variance = all.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0) / Math.max(1, all.length - 1);
    return { mean, standardError: Math.sqrt(variance / all.length) };
  });
}
