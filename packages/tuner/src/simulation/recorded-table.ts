/** Recorded results as a table over a search space. */
import { argumentError } from '@heddle/core/backend';
import type { Configuration } from '../space/parameters';
import type { SearchSpace } from '../space/search-space';

/** What was recorded of one configuration. */
export interface RecordedResult {
  readonly configuration: Configuration;
  /** Less is better; anything that is not a finite number is a failure. */
  readonly objective: number;
}

/** The objective of every configuration of a space. */
export interface RecordedTable {
  readonly space: SearchSpace;
  /** By the configuration's number; Infinity for a configuration that failed or was not recorded. */
  readonly objectives: Float64Array;
  /** The least objective. */
  readonly optimum: number;
}

/**
 * Puts recorded results into a table. Results outside of the space are left out.
 *
 * @throws HeddleError `ARGUMENT` if no result of the space is a number
 */
export function recordedTable(space: SearchSpace, results: Iterable<RecordedResult>): RecordedTable {
  const objectives = new Float64Array(space.size).fill(Infinity);
  let optimum = Infinity;
  for (const { configuration, objective } of results) {
    const index = space.indexOf(configuration);
    if (index < 0 || !Number.isFinite(objective)) continue;
    objectives[index] = objective;
    optimum = Math.min(optimum, objective);
  }
  if (optimum === Infinity) {
    throw argumentError('No configuration of the space has a recorded result.', {
      hint: 'Build the space from the parameters and restrictions of the recorded run.',
    });
  }
  return { space, objectives, optimum };
}
