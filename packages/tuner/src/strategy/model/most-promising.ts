/** What to measure next, by what a model predicts. */
import { acquisitions, type Acquisition } from './acquisition';
import type { Predictions } from './predictions';

/**
 * How promising each prediction is.
 *
 * @param best - the least target so far
 * @param kappa - deviations that `lcb` goes below the mean
 */
export function promises({ mean, deviation }: Predictions, method: Acquisition, best: number, kappa = 1): Float64Array {
  const promise = acquisitions[method];
  return mean.map((value, at) => promise({ mean: value, deviation: deviation[at] as number }, best, kappa));
}

/** The candidates by their promise, the greatest first. */
export function byPromise(candidates: readonly number[], promise: Float64Array): number[] {
  const order = candidates.map((candidate, at) => [promise[at] as number, candidate] as const);
  order.sort((a, b) => b[0] - a[0]);
  return order.map(([, candidate]) => candidate);
}
