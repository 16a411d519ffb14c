/** Models of the objective over a space, fitted to observations. */
import type { SearchSpace } from '../../space/search-space';
import type { Random } from '../../random';
import { encodeRows, productEncoder, rankEncoder, type FeatureEncoder } from './features';
import type { Observations } from './observations';
import { Forest, type ForestOptions } from './regression-forest';

/** Configurations that a model is fitted to. */
export type Measured = Pick<Observations, 'configurations'>;

/** Means and standard deviations, one of each per configuration. */
export interface Predictions {
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
}

/** Room for predictions of so many configurations. */
export function createPredictions(count: number): Predictions {
  return { mean: new Float64Array(count), deviation: new Float64Array(count) };
}

/** Something that predicts objectives (their logarithms, as {@link Observations.targets} has them). */
export interface Model {
  /** @param targets - one for each configuration */
  fit(measured: Measured, targets: Float64Array): void;
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

  fit({ configurations }: Measured, targets: Float64Array): void {
    const features = encodeRows(this.encoder, configurations);
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

/** The least predicted chance of success: the measurements so far rule nothing out. */
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
