/** Models of the objective over a space, fitted to observations. */
import type { SearchSpace } from '../../space/search-space';
import type { Random } from '../random';
import { encodeRows, productEncoder, rankEncoder, type FeatureEncoder } from './features';
import { GaussianProcess, type Covariance } from './gaussian-process';
import { improvedScales, type Scales } from './length-scales';
import type { Observations } from './observations';
import { createPredictions, type Predictions } from './predictions';
import { Forest, type ForestOptions } from './regression-forest';

/** Points that a process is fitted to at most: its cost grows with their cube. */
const maximumPoints = 400;

/** Something that predicts objectives (their logarithms, as {@link Observations.targets} has them). */
export interface Model {
  fit(observations: Observations, targets: Float64Array): void;
  predict(configurations: readonly number[]): Predictions;
}

/** A forest on the ranks of the values, and of products of two values where asked. */
export class ForestModel implements Model {
  private readonly encoder: FeatureEncoder;
  private forest: Forest | undefined;

  constructor(
    space: SearchSpace,
    private readonly random: Random,
    private readonly options: ForestOptions & { readonly products?: boolean } = {},
  ) {
    this.encoder = options.products ? productEncoder(space) : rankEncoder(space);
  }

  fit(observations: Observations, targets: Float64Array): void {
    const features = encodeRows(this.encoder, observations.configurations);
    this.forest = Forest.fit({ features, levels: this.encoder.levels, targets }, this.random, this.options);
  }

  predict(configurations: readonly number[]): Predictions {
    const into = createPredictions(configurations.length);
    const rows = encodeRows(this.encoder, configurations);
    const one = { mean: 0, deviation: 0 };
    configurations.forEach((_, at) => {
      this.forest?.predict(rows, at * this.encoder.width, one);
      into.mean[at] = one.mean;
      into.deviation[at] = one.deviation;
    });
    return into;
  }
}

/** Least chance of success that is foretold: what was measured so far does not rule anything out. */
const leastChance = 0.02;

/**
 * The chance that a configuration does not fail (as in Gelbart, Snoek and Adams, 2014): a forest on successes and
 * failures. Those who fail teach nothing about the objective, but where they are.
 */
export class SuccessModel {
  private readonly encoder: FeatureEncoder;
  private forest: Forest | undefined;

  constructor(
    space: SearchSpace,
    private readonly random: Random,
    private readonly options: ForestOptions,
  ) {
    this.encoder = productEncoder(space);
  }

  fit({ configurations, failed }: Observations): void {
    if (failed.length === 0) return;
    const features = encodeRows(this.encoder, [...configurations, ...failed]);
    const targets = new Float64Array(configurations.length + failed.length).fill(1, 0, configurations.length);
    this.forest = Forest.fit({ features, levels: this.encoder.levels, targets }, this.random, this.options);
  }

  /** The chance of each, from almost 0 to 1. */
  chances(configurations: readonly number[]): Float64Array {
    const { forest, encoder } = this;
    if (!forest) return new Float64Array(configurations.length).fill(1);
    const rows = encodeRows(encoder, configurations);
    const one = { mean: 0, deviation: 0 };
    return Float64Array.from(configurations, (_, at) => {
      forest.predict(rows, at * encoder.width, one);
      return Math.max(leastChance, one.mean);
    });
  }
}

/** How a process is fitted. */
export interface ProcessModelOptions {
  readonly covariance: Covariance;
  /** Where every parameter's range is one. */
  readonly lengthScale: number;
  readonly noise: number;
  /** Adapt a length scale per parameter to the data; else the given one holds for all. */
  readonly adaptive: boolean;
}

/** A Gaussian process on the ranks of the values, every parameter's range scaled to one. */
export class ProcessModel implements Model {
  private readonly encoder: FeatureEncoder;
  private scales: Scales;
  private adaptedAt = 0;
  private process: GaussianProcess | undefined;

  constructor(
    space: SearchSpace,
    private readonly random: Random,
    private readonly options: ProcessModelOptions,
  ) {
    this.encoder = rankEncoder(space);
    this.scales = { lengthScales: this.encoder.levels.map(() => options.lengthScale), noise: options.noise };
  }

  fit(observations: Observations, allTargets: Float64Array): void {
    const { covariance, adaptive } = this.options;
    const chosen = thinned(allTargets);
    const configurations = chosen.map((at) => observations.configurations[at] ?? 0);
    const targets = Float64Array.from(chosen, (at) => allTargets[at] ?? 0);
    const points = this.pointsOf(configurations);
    // Not at each fit: scales move little with a few more points, and finding them is most of the work.
    if (adaptive && targets.length >= this.adaptedAt * 1.15) {
      const tries = this.adaptedAt === 0 ? 60 : 20;
      this.scales = improvedScales(points, targets, covariance, this.scales, tries, this.random);
      this.adaptedAt = targets.length;
    }
    this.process = new GaussianProcess(points, targets, { covariance, ...this.scales });
  }

  predict(configurations: readonly number[]): Predictions {
    const into = createPredictions(configurations.length);
    this.process?.predict(this.pointsOf(configurations), into);
    return into;
  }

  private pointsOf(configurations: readonly number[]): Float64Array {
    const { levels, width } = this.encoder;
    const rows = encodeRows(this.encoder, configurations);
    return Float64Array.from(rows, (rank, at) => rank / ((levels[at % width] ?? 2) - 1));
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
