/**
 * Length scales that make the data likely: those that matter little to the objective become long (automatic relevance
 * determination, Neal, 1996). A random search around the last ones, because each likelihood is cheap.
 */
import type { Random } from '../../random';
import { GaussianProcess, type Covariance } from './gaussian-process';

/** Length scales, one per parameter, and noise of a process. */
export interface Scales {
  readonly lengthScales: readonly number[];
  readonly noise: number;
}

/** The data that scales are to make likely. */
export interface ScaleProblem {
  /** Rows of coordinates. */
  readonly points: Float64Array;
  readonly targets: Float64Array;
  readonly covariance: Covariance;
  /** For each coordinate, the parameter whose length scale it has. */
  readonly parameterOf: readonly number[];
}

const shortest = 0.05;
const longest = 20;

/** Better scales than the given ones, where `tries` random changes find any. */
export function improvedScales(problem: ScaleProblem, from: Scales, tries: number, random: Random): Scales {
  const { points, targets, covariance, parameterOf } = problem;
  const score = ({ lengthScales, noise }: Scales): number => {
    const own = parameterOf.map((parameter) => lengthScales[parameter] as number);
    const process = new GaussianProcess(points, targets, { covariance, lengthScales: own, noise });
    // A weak preference for scales of about one keeps a few points from claiming much.
    const prior =
      lengthScales.reduce((sum, scale) => sum + Math.log(scale) ** 2, 0) / 8 + Math.log(noise / 1e-3) ** 2 / 50;
    return process.logLikelihood(targets) - prior;
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
