/** Models of the objective over a space, fitted to observations. */
import type { SearchSpace } from '../../space/search-space';
import type { Random } from '../random';
import { encodeRows, productEncoder, rankEncoder, type FeatureEncoder } from './features';
import { GaussianProcess, type Covariance } from './gaussian-process';
import { improvedScales, type Scales } from './length-scales';
import type { Observations } from './observations';
import { Forest, type ForestOptions, type Prediction } from './regression-forest';

/** Points that a process is fitted to at most: its cost grows with their cube. */
const maximumPoints = 400;

/** Something that predicts objectives (their logarithms, as {@link Observations.targets} has them). */
export interface Model {
  fit(observations: Observations, targets: Float64Array): void;
  predict(configuration: number, into: Prediction): void;
}

/** A forest on the ranks of the values, and of products of two values where asked. */
export class ForestModel implements Model {
  private readonly encoder: FeatureEncoder;
  private readonly row: Uint32Array;
  private forest: Forest | undefined;

  constructor(
    space: SearchSpace,
    private readonly random: Random,
    private readonly options: ForestOptions & { readonly products?: boolean } = {},
  ) {
    this.encoder = options.products ? productEncoder(space) : rankEncoder(space);
    this.row = new Uint32Array(this.encoder.width);
  }

  fit(observations: Observations, targets: Float64Array): void {
    const features = encodeRows(this.encoder, observations.configurations);
    this.forest = Forest.fit({ features, levels: this.encoder.levels, targets }, this.random, this.options);
  }

  predict(configuration: number, into: Prediction): void {
    this.encoder.encode(configuration, this.row, 0);
    this.forest?.predict(this.row, 0, into);
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
  private readonly ranks: Uint32Array;
  private readonly row: Float64Array;
  private scales: Scales;
  private adaptedAt = 0;
  private process: GaussianProcess | undefined;

  constructor(
    space: SearchSpace,
    private readonly random: Random,
    private readonly options: ProcessModelOptions,
  ) {
    this.encoder = rankEncoder(space);
    this.ranks = new Uint32Array(this.encoder.width);
    this.row = new Float64Array(this.encoder.width);
    this.scales = { lengthScales: this.encoder.levels.map(() => options.lengthScale), noise: options.noise };
  }

  fit(observations: Observations, allTargets: Float64Array): void {
    const { covariance, adaptive } = this.options;
    const chosen = thinned(allTargets);
    const configurations = chosen.map((at) => observations.configurations[at] ?? 0);
    const targets = Float64Array.from(chosen, (at) => allTargets[at] ?? 0);
    const { width } = this.encoder;
    const points = new Float64Array(configurations.length * width);
    configurations.forEach((configuration, at) => this.encode(configuration, points, at * width));
    // Not at each fit: scales move little with a few more points, and finding them is most of the work.
    if (adaptive && targets.length >= this.adaptedAt * 1.15) {
      const tries = this.adaptedAt === 0 ? 60 : 20;
      this.scales = improvedScales(points, targets, covariance, this.scales, tries, this.random);
      this.adaptedAt = targets.length;
    }
    this.process = new GaussianProcess(points, targets, { covariance, ...this.scales });
  }

  predict(configuration: number, into: Prediction): void {
    this.encode(configuration, this.row, 0);
    this.process?.predict(this.row, 0, into);
  }

  private encode(configuration: number, into: Float64Array, offset: number): void {
    this.encoder.encode(configuration, this.ranks, 0);
    this.encoder.levels.forEach(
      (levels, feature) => (into[offset + feature] = (this.ranks[feature] ?? 0) / (levels - 1)),
    );
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
