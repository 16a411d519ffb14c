/** Configurations among which a model picks, near the best and anywhere, and how many it picks between two fits. */
import { freshIndices } from '../sampling';
import type { Search } from '../strategy';
import type { Observations } from './observations';

/** Where candidates come from. */
export interface CandidateOptions {
  /** Neighbours of so many of the best are candidates. */
  readonly best: number;
  /** Configurations drawn at random. */
  readonly random: number;
}

/** Different configurations that were not evaluated yet; empty only where all were. */
export function candidates(search: Search, observations: Observations, { best, random }: CandidateOptions): number[] {
  const found = new Set<number>();
  for (const index of observations.ranked().slice(0, best)) {
    for (const near of search.space.neighbours(index, 'hamming')) if (!observations.isKnown(near)) found.add(near);
  }
  for (let draw = 0; draw < random; draw++) {
    const index = search.space.randomIndex(search.random);
    if (!observations.isKnown(index)) found.add(index);
  }
  return found.size > 0 ? [...found] : freshIndices(search, 1);
}

/** A batch is at least one configuration for so many observations. */
const observationsPerBatch = 150;

/**
 * Configurations that are measured between two fits. There are more if there are many observations: a fit takes
 * longer then, and moves less, and all fits of a run together take time in proportion to its length.
 *
 * @param least - what was asked for
 * @param observations - what the model is fitted to
 */
export function batchSize(least: number, observations: number): number {
  return Math.max(least, Math.round(observations / observationsPerBatch));
}
