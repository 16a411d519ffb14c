/** A Gaussian process over a space. */
import type { SearchSpace } from '../../space/search-space';
import type { Random } from '../../random';
import { Coordinates } from './coordinates';
import { GaussianProcess, type Covariance } from './gaussian-process';
import { improvedScales, type Scales } from './length-scales';
import { createPredictions, type Measured, type Model, type Predictions } from './models';

/** Points that a process is fitted to at most: its cost grows with their cube. */
const maximumPoints = 400;

/** How a process is fitted. */
export interface ProcessModelOptions {
  readonly covariance: Covariance;
  /** Where every parameter's range is one. */
  readonly lengthScale: number;
  readonly noise: number;
  /** Adapt a length scale per parameter to the data; else the given one holds for all. */
  readonly adaptive: boolean;
}

/** A Gaussian process on the {@link Coordinates} of configurations. */
export class ProcessModel implements Model {
  private readonly coordinates: Coordinates;
  private scales: Scales;
  private adaptedAt = 0;
  private process: GaussianProcess | undefined;

  constructor(
    space: SearchSpace,
    private readonly random: Random,
    private readonly options: ProcessModelOptions,
  ) {
    this.coordinates = new Coordinates(space);
    const lengthScales = new Array<number>(this.coordinates.parameters).fill(options.lengthScale);
    this.scales = { lengthScales, noise: options.noise };
  }

  fit({ configurations }: Measured, allTargets: Float64Array): void {
    const { covariance, adaptive } = this.options;
    const { parameterOf } = this.coordinates;
    const chosen = thinned(allTargets);
    const points = this.coordinates.rows(chosen.map((at) => configurations[at] ?? 0));
    const targets = Float64Array.from(chosen, (at) => allTargets[at] ?? 0);
    // Not at each fit: a few more points hardly change the scales, and finding them is most of the work.
    if (adaptive && targets.length >= this.adaptedAt * 1.15) {
      const tries = this.adaptedAt === 0 ? 60 : 20;
      this.scales = improvedScales({ points, targets, covariance, parameterOf }, this.scales, tries, this.random);
      this.adaptedAt = targets.length;
    }
    const { noise } = this.scales;
    const lengthScales = parameterOf.map((parameter) => this.scales.lengthScales[parameter] as number);
    this.process = new GaussianProcess(points, targets, { covariance, lengthScales, noise }, this.process);
  }

  predict(configurations: readonly number[]): Predictions {
    const into = createPredictions(configurations.length);
    this.process?.predict(this.coordinates.rows(configurations), into);
    return into;
  }
}

/** Places of the observations to learn from: all, or the best ones and some of the rest, evenly. */
function thinned(targets: Float64Array): number[] {
  const places = Array.from(targets.keys());
  if (targets.length <= maximumPoints) return places;
  places.sort((a, b) => (targets[a] ?? 0) - (targets[b] ?? 0));
  const best = places.slice(0, maximumPoints / 2);
  const rest = places.slice(maximumPoints / 2);
  const step = rest.length / (maximumPoints - best.length);
  return [...best, ...Array.from({ length: maximumPoints - best.length }, (_, at) => rest[Math.floor(at * step)] ?? 0)];
}
