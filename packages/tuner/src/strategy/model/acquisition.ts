/** How promising configurations are, by what a model predicts for them. Greater is more promising. */
import type { Predictions } from './models';
import type { Prediction } from './regression-forest';

/** The least deviation, so that a model that is certain does not divide by zero. */
const certain = 1e-9;

/**
 * - `ei`: the expected improvement on the best so far (Mockus, 1975)
 * - `poi`: the probability of any improvement (Kushner, 1964)
 * - `lcb`: the lower confidence bound, `kappa` deviations below the mean (Cox and John, 1992), negated
 */
export const acquisitions = {
  ei: ({ mean, deviation }: Prediction, best: number): number => {
    const spread = deviation + certain;
    const z = (best - mean) / spread;
    return spread * (z * normalDistribution(z) + normalDensity(z));
  },
  poi: ({ mean, deviation }: Prediction, best: number): number =>
    normalDistribution((best - mean) / (deviation + certain)),
  lcb: ({ mean, deviation }: Prediction, _best: number, kappa: number): number => kappa * deviation - mean,
} as const;

export type Acquisition = keyof typeof acquisitions;

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

function normalDensity(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}

/** Abramowitz and Stegun, 1964, formula 7.1.26; off by less than 1.5e-7. */
function normalDistribution(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const error = 1 - series * Math.exp(-x * x);
  return z >= 0 ? (1 + error) / 2 : (1 - error) / 2;
}
