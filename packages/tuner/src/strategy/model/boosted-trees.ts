/**
 * Gradient boosting (Friedman, 2001): small trees, each fitted to what those before it have left over. Several such
 * sums, each grown from rows drawn anew, tell by how much they differ how sure they are.
 */
import type { SearchSpace } from '../../space/search-space';
import type { Random } from '../../random';
import { encodeRows, rankEncoder, type FeatureEncoder } from './features';
import { createPredictions, type Measured, type Model, type Predictions } from './models';
import { Forest, type TrainingRows } from './regression-forest';

/** Sums of trees that are compared. */
const sumCount = 5;

/** Share of what is left over that a tree takes off. */
const rate = 0.15;

/** Splits from the root to a leaf of a tree, at most. */
const deepest = 3;

/** Trees one after the other. */
class BoostedSum {
  private readonly base: number;
  private readonly stages: readonly Forest[];

  constructor(rows: TrainingRows, random: Random, trees: number) {
    const { features, levels, targets } = rows;
    this.base = targets.reduce((sum, target) => sum + target, 0) / Math.max(1, targets.length);
    const left = targets.map((target) => target - this.base);
    this.stages = Array.from({ length: trees }, () => {
      const stage = Forest.fit({ features, levels, targets: left }, random, { trees: 1, featureShare: 1, deepest });
      for (let row = 0; row < left.length; row++) {
        left[row] = (left[row] as number) - rate * valueAt(stage, features, row * levels.length);
      }
      return stage;
    });
  }

  at(features: Uint32Array, offset: number): number {
    return this.stages.reduce((sum, stage) => sum + rate * valueAt(stage, features, offset), this.base);
  }
}

function valueAt(forest: Forest, features: Uint32Array, offset: number): number {
  const prediction = { mean: 0, deviation: 0 };
  forest.predict(features, offset, prediction);
  return prediction.mean;
}

/** Boosted trees on the ranks of the values. */
export class BoostedModel implements Model {
  private readonly encoder: FeatureEncoder;
  private sums: readonly BoostedSum[] = [];

  constructor(
    space: SearchSpace,
    private readonly random: Random,
    private readonly trees: number,
  ) {
    this.encoder = rankEncoder(space);
  }

  fit({ configurations }: Measured, targets: Float64Array): void {
    const rows = { features: encodeRows(this.encoder, configurations), levels: this.encoder.levels, targets };
    this.sums = Array.from({ length: sumCount }, () => new BoostedSum(rows, this.random, this.trees));
  }

  predict(configurations: readonly number[]): Predictions {
    const into = createPredictions(configurations.length);
    const rows = encodeRows(this.encoder, configurations);
    configurations.forEach((_, at) => {
      const values = this.sums.map((sum) => sum.at(rows, at * this.encoder.width));
      const mean = values.reduce((a, b) => a + b, 0) / sumCount;
      into.mean[at] = mean;
      into.deviation[at] = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / sumCount);
    });
    return into;
  }
}
