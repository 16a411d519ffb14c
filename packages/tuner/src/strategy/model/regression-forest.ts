/**
 * A forest of regression trees (Breiman, 2001) over features of few levels: predicts a value and, from the spread over
 * the trees and within their leaves, how sure it is (Hutter, Xu, Hoos and Leyton-Brown, 2014).
 */
import type { Random } from '../../random';

/** How trees are grown. */
export interface ForestOptions {
  /** Default 30. */
  readonly trees?: number;
  /** A node of fewer rows is a leaf. Default 3. */
  readonly leastSplit?: number;
  /** Share of the features that are tried at each node. Default 0.8. */
  readonly featureShare?: number;
  /** Draw rows with replacement for each tree. Default true. */
  readonly bootstrap?: boolean;
  /** Try one cut of each feature, drawn at random, instead of all (Geurts, Ernst and Wehenkel, 2006). Default false. */
  readonly randomCuts?: boolean;
  /** Splits on the way to a leaf, at most. Default: no limit. */
  readonly deepest?: number;
}

/** A value and its standard deviation. */
export interface Prediction {
  mean: number;
  deviation: number;
}

/** What a forest is fitted to. */
export interface TrainingRows {
  /** Rows of `levels.length` features. */
  readonly features: Uint32Array;
  /** Values of each feature. */
  readonly levels: readonly number[];
  /** One finite number per row. */
  readonly targets: Float64Array;
}

/** A fitted forest. */
export class Forest {
  private constructor(private readonly trees: readonly Tree[]) {}

  static fit(rows: TrainingRows, random: Random, options: ForestOptions = {}): Forest {
    const { trees = 30 } = options;
    const grower = new Grower(rows, random, options);
    return new Forest(Array.from({ length: trees }, () => grower.grow()));
  }

  /** Predicts for the row of features at an offset; writes the answer into the given object. */
  predict(features: Uint32Array, offset: number, into: Prediction): void {
    let sum = 0;
    let squares = 0;
    let within = 0;
    for (const { feature, cut, below, value, variance } of this.trees) {
      let node = 0;
      for (let tested = feature[0] as number; tested >= 0; tested = feature[node] as number) {
        const first = below[node] as number;
        node = (features[offset + tested] as number) <= (cut[node] as number) ? first : first + 1;
      }
      const leaf = value[node] as number;
      sum += leaf;
      squares += leaf * leaf;
      within += variance[node] as number;
    }
    const count = this.trees.length;
    const mean = sum / count;
    into.mean = mean;
    // The law of total variance.
    into.deviation = Math.sqrt(Math.max(0, squares / count - mean * mean) + within / count);
  }
}

/** A tree as columns. A leaf has no feature, -1; the children of another node stand beside each other. */
class Tree {
  readonly feature: number[] = [];
  /** Greatest level that goes to the first child. */
  readonly cut: number[] = [];
  readonly below: number[] = [];
  readonly value: number[] = [];
  readonly variance: number[] = [];

  add(): number {
    this.feature.push(-1);
    this.cut.push(0);
    this.below.push(-1);
    this.value.push(0);
    this.variance.push(0);
    return this.feature.length - 1;
  }
}

class Grower {
  private readonly width: number;
  private readonly rows: Uint32Array;
  private readonly order: number[];
  private readonly counts: Float64Array;
  private readonly sums: Float64Array;
  private readonly leastSplit: number;
  private readonly tried: number;
  private readonly bootstrap: boolean;
  private readonly randomCuts: boolean;
  private readonly deepest: number;

  constructor(
    private readonly training: TrainingRows,
    private readonly random: Random,
    { leastSplit = 3, featureShare = 0.8, bootstrap = true, randomCuts = false, deepest = Infinity }: ForestOptions,
  ) {
    const { levels, targets } = training;
    this.width = levels.length;
    this.rows = new Uint32Array(targets.length);
    this.order = levels.map((_, feature) => feature);
    this.counts = new Float64Array(Math.max(1, ...levels));
    this.sums = new Float64Array(Math.max(1, ...levels));
    this.leastSplit = leastSplit;
    this.tried = Math.max(1, Math.round(featureShare * this.width));
    this.bootstrap = bootstrap;
    this.randomCuts = randomCuts;
    this.deepest = deepest;
  }

  grow(): Tree {
    const count = this.rows.length;
    for (let at = 0; at < count; at++) this.rows[at] = this.bootstrap ? this.random.integer(count) : at;
    const tree = new Tree();
    this.fill(tree, tree.add(), 0, count, 0);
    return tree;
  }

  /** Fits the node, so many splits below the root, to the rows from `first` to before `end`. */
  private fill(tree: Tree, node: number, first: number, end: number, depth: number): void {
    const count = end - first;
    let [sum, squares] = [0, 0];
    for (let at = first; at < end; at++) {
      const target = this.targetAt(at);
      sum += target;
      squares += target * target;
    }
    const mean = sum / count;
    const variance = Math.max(0, squares / count - mean * mean);
    tree.value[node] = mean;
    tree.variance[node] = variance;
    if (count < this.leastSplit || variance < 1e-12 || depth >= this.deepest) return;
    const split = this.bestSplit(first, end, sum);
    if (!split) return;
    const middle = this.partition(first, end, split.feature, split.cut);
    const child = tree.add();
    tree.add();
    tree.feature[node] = split.feature;
    tree.cut[node] = split.cut;
    tree.below[node] = child;
    this.fill(tree, child, first, middle, depth + 1);
    this.fill(tree, child + 1, middle, end, depth + 1);
  }

  private bestSplit(first: number, end: number, total: number): { feature: number; cut: number } | undefined {
    this.random.shuffle(this.order);
    let best: { feature: number; cut: number } | undefined;
    let highest = -Infinity;
    let tried = 0;
    for (const feature of this.order) {
      if (tried >= this.tried) break;
      const split = this.splitBy(feature, first, end, total);
      // A feature that does not vary here is not one that was tried.
      if (!split) continue;
      tried++;
      if (split.score > highest) [highest, best] = [split.score, { feature, cut: split.cut }];
    }
    return best;
  }

  // The least squared error is the greatest sum, over both sides, of (sum of targets)^2 / rows.
  private splitBy(
    feature: number,
    first: number,
    end: number,
    total: number,
  ): { cut: number; score: number } | undefined {
    const { counts, sums, rows, width } = this;
    const { features, targets } = this.training;
    // Most nodes have few rows, of few levels next to each other: the others are not looked at.
    let lowest = this.training.levels[feature] ?? 1;
    let highest = -1;
    for (let at = first; at < end; at++) {
      const row = rows[at] as number;
      const level = features[row * width + feature] as number;
      if (level < lowest) lowest = level;
      if (level > highest) highest = level;
      counts[level] = (counts[level] as number) + 1;
      sums[level] = (sums[level] as number) + (targets[row] as number);
    }
    // The only level below which it may be cut; without it, any.
    const only = this.randomCuts && highest > lowest ? lowest + 1 + this.random.integer(highest - lowest) : undefined;
    let count = 0;
    let sum = 0;
    let score = -Infinity;
    let low = 0;
    let high = 0;
    let previous = -1;
    for (let level = lowest; level <= highest; level++) {
      if (counts[level] === 0) continue;
      if (previous >= 0 && (only === undefined || (previous < only && only <= level))) {
        const gain = (sum * sum) / count + ((total - sum) * (total - sum)) / (end - first - count);
        if (gain > score) [score, low, high] = [gain, previous, level];
      }
      count += counts[level] as number;
      sum += sums[level] as number;
      previous = level;
    }
    counts.fill(0, lowest, highest + 1);
    sums.fill(0, lowest, highest + 1);
    // Anywhere between two levels that occur is as good; a random place makes trees differ in regions without data.
    return score === -Infinity ? undefined : { cut: low + this.random.integer(high - low), score };
  }

  private partition(first: number, end: number, feature: number, cut: number): number {
    let middle = first;
    for (let at = first; at < end; at++) {
      if (this.featureAt(at, feature) > cut) continue;
      const row = this.rows[at] as number;
      this.rows[at] = this.rows[middle] as number;
      this.rows[middle++] = row;
    }
    return middle;
  }

  private targetAt(at: number): number {
    return this.training.targets[this.rows[at] as number] as number;
  }

  private featureAt(at: number, feature: number): number {
    return this.training.features[(this.rows[at] as number) * this.width + feature] as number;
  }
}
