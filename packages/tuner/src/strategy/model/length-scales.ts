/**
 * Length scales that make the data likely: those that matter little to the objective become long (automatic relevance
 * determination, Neal, 1996). A random search around the last ones, because each likelihood is cheap.
 */
import type { Random } from '../random';
import { GaussianProcess, type Covariance } from './gaussian-process';

/** Length scales and noise of a process. */
export interface Scales {
  readonly lengthScales: readonly number[];
  readonly noise: number;
}

const shortest = 0.05;
const longest = 20;

/** Better scales than the given ones, where `tries` random changes find any. */
export function improvedScales(
  points: Float64Array,
  targets: Float64Array,
  covariance: Covariance,
  from: Scales,
  tries: number,
  random: Random,
): Scales {
  const score = ({ lengthScales, noise }: Scales): number => {
    const likelihood = new GaussianProcess(points, targets, { covariance, lengthScales, noise }).logLikelihood(targets);
    // A weak preference for scales of about one keeps a few points from claiming much.
    const prior =
      lengthScales.reduce((sum, scale) => sum + Math.log(scale) ** 2, 0) / 8 + Math.log(noise / 1e-3) ** 2 / 50;
    return likelihood - prior;
  };
  let best = from;
  let highest = score(from);
  for (let attempt = 0; attempt < tries; attempt++) {
    const changed = random.integer(best.lengthScales.length + 1);
    const factor = Math.exp(random.normal() * 0.9);
    const candidate: Scales = {
      lengthScales: best.lengthScales.map((scale, at) => (at === changed ? within(scale * factor) : scale)),
      noise:
        changed === best.lengthScales.length ? Math.min(0.3, Math.max(1e-6, best.noise * factor * factor)) : best.noise,
    };
    const found = score(candidate);
    if (found > highest) [best, highest] = [candidate, found];
  }
  return best;
}

function within(scale: number): number {
  return Math.min(longest, Math.max(shortest, scale));
}
