/** What to measure next, by what a model predicts. */
import { acquisitions, type Acquisition } from './acquisition';
import type { Predictions } from './predictions';

/** How promising each prediction is; `best` is the least target so far. */
export function promises({ mean, deviation }: Predictions, method: Acquisition, best: number): Float64Array {
  const promise = acquisitions[method];
  return mean.map((value, at) => promise({ mean: value, deviation: deviation[at] as number }, best));
}

/** The candidates by their promise, the greatest first. */
export function byPromise(candidates: readonly number[], promise: Float64Array): number[] {
  const order = candidates.map((candidate, at) => [promise[at] as number, candidate] as const);
  order.sort((a, b) => b[0] - a[0]);
  return order.map(([, candidate]) => candidate);
}
