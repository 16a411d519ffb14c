/** The models that an optimisation may learn with, by name. */
import type { SearchSpace } from '../../space/search-space';
import type { Random } from '../../random';
import { BoostedModel } from './boosted-trees';
import { ForestModel, type Model } from './models';
import { ProcessModel } from './process-model';

export const learnerNames = ['forest', 'extraTrees', 'boostedTrees', 'process', 'random'] as const;

/** The names that scikit-optimize has for them. */
export const learnerSynonyms = {
  RF: 'forest',
  ET: 'extraTrees',
  GBRT: 'boostedTrees',
  GP: 'process',
  DUMMY: 'random',
} as const;

export type LearnerName = (typeof learnerNames)[number];

/** A model of a name; undefined for `random`, which learns nothing. */
export function createLearner(name: LearnerName, space: SearchSpace, random: Random, trees: number): Model | undefined {
  switch (name) {
    case 'forest':
      return new ForestModel(space, random, { trees });
    case 'extraTrees':
      return new ForestModel(space, random, { trees, bootstrap: false, randomCuts: true });
    case 'boostedTrees':
      return new BoostedModel(space, random, trees);
    case 'process':
      return new ProcessModel(space, random, { covariance: 'matern52', lengthScale: 1, noise: 1e-4, adaptive: true });
    case 'random':
      return undefined;
  }
}
