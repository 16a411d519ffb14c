/** The loop of a run: the strategy proposes configurations, executors measure them, the keeper records them. */
import type { HeddleError } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import type { TrialMaker } from '../request/trial-maker';
import type { TuneKernelOptions } from '../request/tune-options';
import type { SearchSpace } from '../space';
import { BudgetSpent, type SearchOptions } from '../strategy';
import { EventLoopTurns } from '../strategy/event-loop-turns';
import type { TrialOutcome } from '../worker/protocol';
import type { RecordKeeper } from './record-keeper';
import type { ScheduledTrial, TrialScheduler } from './trial-scheduler';

export interface MeasurementOptions {
  readonly space: SearchSpace;
  readonly makeTrial: TrialMaker;
  readonly keeper: RecordKeeper;
  /** Undefined if recorded results stand for measurements. */
  readonly scheduler: TrialScheduler | undefined;
  /** The device named in earlier records. */
  readonly device: string;
  /** The file of recorded results, for messages. */
  readonly cache: TuneKernelOptions['cache'];
  /** True when nothing more is to be measured. */
  readonly isStopped: () => boolean;
  /** The error that ends the run, if a trial found the request itself to be wrong. */
  readonly requestError: (error: NonNullable<TrialOutcome['requestError']>) => Error;
}

/** How a search measures configurations, and prepares for those that may come. */
export function measurement(options: MeasurementOptions): Required<Pick<SearchOptions, 'measure' | 'anticipate'>> {
  const { space, makeTrial, keeper, scheduler, isStopped } = options;
  const turns = new EventLoopTurns();
  const prepare = (index: number): ScheduledTrial => ({ index, trial: makeTrial(space.configuration(index)) });

  const recalled = (index: number): readonly number[] | undefined => {
    const configuration = space.configuration(index);
    const sourceHash = scheduler && (() => makeTrial(configuration).sourceHash);
    const known = keeper.recall(configuration, options.device, sourceHash);
    return known && keeper.scores(known);
  };

  const measure = async (indices: readonly number[]): Promise<(readonly number[])[]> => {
    const scores = new Map<number, readonly number[]>();
    const fresh: number[] = [];
    for (const index of indices) {
      await turns.giveWay();
      if (isStopped()) throw new BudgetSpent();
      const known = recalled(index);
      if (known) scores.set(index, known);
      else fresh.push(index);
    }
    if (fresh.length > 0 && !scheduler) throw notRecorded(options, fresh);
    for await (const { index, trial, outcome, device } of scheduler?.outcomes(fresh, prepare) ?? []) {
      if (outcome.requestError) throw options.requestError(outcome.requestError);
      scores.set(index, keeper.scores(keeper.add(trial, outcome, device)));
    }
    if (isStopped() && scores.size < indices.length) throw new BudgetSpent();
    return indices.map((index) => scores.get(index) ?? []);
  };

  return { measure, anticipate: (indices) => scheduler?.anticipate(indices, prepare) };
}

function notRecorded({ cache, space }: MeasurementOptions, missing: readonly number[]): HeddleError {
  const configuration = JSON.stringify(space.configuration(missing[0] ?? 0));
  return argumentError(`${String(cache)} has no result for ${configuration}`, {
    parameter: 'cache',
    hint: 'A simulation needs a result for every configuration it visits: restrict it to those there are.',
  });
}
