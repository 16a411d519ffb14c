/** Gaussian process regression (Rasmussen and Williams, 2006, algorithm 2.1), with one length scale per feature. */
import type { Predictions } from './models';

// Looked up once: these are called millions of times, and in a `vm` context, as jest has, each look-up of a global is slow.
const { exp, log, max, min, sqrt } = Math;

const root3 = sqrt(3);
const root5 = sqrt(5);

/** How values at two points are related by their distance, in length scales. */
export const covariances = {
  matern12: (distance: number) => exp(-distance),
  matern32: (distance: number) => {
    const scaled = root3 * distance;
    return (1 + scaled) * exp(-scaled);
  },
  matern52: (distance: number) => {
    const scaled = root5 * distance;
    return (1 + scaled + (scaled * scaled) / 3) * exp(-scaled);
  },
  squaredExponential: (distance: number) => exp((-distance * distance) / 2),
} as const;

export type Covariance = keyof typeof covariances;

/** Assumptions about the function. */
export interface ProcessOptions {
  readonly covariance: Covariance;
  /** Distance over which values stay related, one per feature. */
  readonly lengthScales: readonly number[];
  /** Variance of the noise, as a share of the function's variance. Default 1e-6. */
  readonly noise?: number;
}

/** Rows that are predicted at a time. */
const lanes = 4;

/** A process conditioned on values at some points. */
export class GaussianProcess {
  private readonly count: number;
  private readonly mean: number;
  private readonly scale: number;
  /** Lower triangle of the Cholesky factor, row by row. */
  private readonly factor: Float64Array;
  private readonly weights: Float64Array;
  private readonly points: Float64Array;
  /** One row of features in length scales. */
  private readonly row: Float64Array;
  /** Covariances of the rows in hand with the points. */
  private readonly related: Float64Array;

  /**
   * @param points - rows of features
   * @param targets - one finite number per row
   * @param previous - a process of the first of these points: what it has of the factor is not computed again
   */
  constructor(
    points: Float64Array,
    targets: Float64Array,
    private readonly options: ProcessOptions,
    previous?: GaussianProcess,
  ) {
    const { lengthScales, noise = 1e-6 } = options;
    this.count = targets.length;
    this.points = scaled(points, lengthScales);
    this.mean = targets.reduce((sum, target) => sum + target, 0) / this.count;
    const variance = targets.reduce((sum, target) => sum + (target - this.mean) ** 2, 0) / this.count;
    this.scale = sqrt(variance) || 1;
    this.row = new Float64Array(lengthScales.length);
    this.related = new Float64Array(this.count * lanes);
    this.factor = this.decomposed(noise, previous);
    const normalized = targets.map((target) => (target - this.mean) / this.scale);
    this.weights = this.solvedBack(this.solved(normalized));
  }

  /** Logarithm of the likelihood of the targets, up to a constant. */
  logLikelihood(targets: Float64Array): number {
    let fit = 0;
    let determinant = 0;
    for (let i = 0; i < this.count; i++) {
      fit += (((targets[i] as number) - this.mean) / this.scale) * (this.weights[i] as number);
      determinant += log(this.factor[i * this.count + i] as number);
    }
    return -fit / 2 - determinant;
  }

  /**
   * Predicts for rows of features, as many as the answer has room for.
   *
   * A few rows at a time: the sums of one row wait for each other, those of several do not.
   */
  predict(features: Float64Array, into: Predictions): void {
    const rows = into.mean.length;
    for (let first = 0; first < rows; first += lanes) {
      this.relate(features, first, rows);
      for (let lane = 0; lane < lanes && first + lane < rows; lane++) {
        let mean = 0;
        for (let i = 0; i < this.count; i++) {
          mean += (this.related[i * lanes + lane] as number) * (this.weights[i] as number);
        }
        into.mean[first + lane] = this.mean + this.scale * mean;
      }
      this.explain(into.deviation, first, rows);
    }
  }

  /** The covariances of some rows with all points, the lanes of a point beside each other. */
  private relate(features: Float64Array, first: number, rows: number): void {
    const { related, points, count } = this;
    const { lengthScales, covariance } = this.options;
    const width = lengthScales.length;
    const relate = covariances[covariance];
    for (let lane = 0; lane < lanes; lane++) {
      const offset = min(first + lane, rows - 1) * width;
      for (let f = 0; f < width; f++) {
        this.row[f] = (features[offset + f] as number) / (lengthScales[f] as number);
      }
      for (let i = 0; i < count; i++) {
        let squared = 0;
        for (let f = 0; f < width; f++) {
          const difference = (this.row[f] as number) - (points[i * width + f] as number);
          squared += difference * difference;
        }
        related[i * lanes + lane] = relate(sqrt(squared));
      }
    }
  }

  /**
   * Computes deviations from the covariances, which it overwrites: it subtracts the variance that the points explain.
   */
  private explain(deviation: Float64Array, first: number, rows: number): void {
    const { related, factor, count } = this;
    let [e0, e1, e2, e3] = [0, 0, 0, 0];
    for (let i = 0; i < count; i++) {
      const start = i * count;
      const own = i * lanes;
      let s0 = related[own] as number;
      let s1 = related[own + 1] as number;
      let s2 = related[own + 2] as number;
      let s3 = related[own + 3] as number;
      for (let j = 0, at = 0; j < i; j++, at += lanes) {
        const weight = factor[start + j] as number;
        s0 -= weight * (related[at] as number);
        s1 -= weight * (related[at + 1] as number);
        s2 -= weight * (related[at + 2] as number);
        s3 -= weight * (related[at + 3] as number);
      }
      const diagonal = factor[start + i] as number;
      s0 /= diagonal;
      s1 /= diagonal;
      s2 /= diagonal;
      s3 /= diagonal;
      related[own] = s0;
      related[own + 1] = s1;
      related[own + 2] = s2;
      related[own + 3] = s3;
      e0 += s0 * s0;
      e1 += s1 * s1;
      e2 += s2 * s2;
      e3 += s3 * s3;
    }
    [e0, e1, e2, e3].slice(0, rows - first).forEach((explained, lane) => {
      deviation[first + lane] = this.scale * sqrt(max(0, 1 - explained));
    });
  }

  /** True if this process has the first points of another one and the same assumptions. */
  private isContinuedBy({ options, points, count }: GaussianProcess): boolean {
    const { covariance, lengthScales, noise } = this.options;
    return (
      this.count <= count &&
      covariance === options.covariance &&
      noise === options.noise &&
      lengthScales.every((scale, at) => scale === options.lengthScales[at]) &&
      this.points.every((coordinate, at) => coordinate === points[at])
    );
  }

  private decomposed(noise: number, previous: GaussianProcess | undefined): Float64Array {
    const { count, points } = this;
    const width = this.options.lengthScales.length;
    const relate = covariances[this.options.covariance];
    const factor = new Float64Array(count * count);
    const known = previous?.isContinuedBy(this) ? previous.count : 0;
    for (let i = 0; i < known; i++) {
      for (let j = 0; j <= i; j++) factor[i * count + j] = previous?.factor[i * known + j] as number;
    }
    for (let i = known; i < count; i++) {
      for (let j = 0; j <= i; j++) {
        let squared = 0;
        for (let f = 0; f < width; f++) {
          const difference = (points[i * width + f] as number) - (points[j * width + f] as number);
          squared += difference * difference;
        }
        let sum = relate(sqrt(squared));
        for (let k = 0; k < j; k++) sum -= (factor[i * count + k] as number) * (factor[j * count + k] as number);
        // The floor keeps points that are nearly the same from making the matrix singular.
        if (i === j) factor[i * count + i] = sqrt(max(sum + noise, 1e-10));
        else factor[i * count + j] = sum / (factor[j * count + j] as number);
      }
    }
    return factor;
  }

  private solved(right: Float64Array): Float64Array {
    const { count, factor } = this;
    const result = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      let sum = right[i] as number;
      for (let j = 0; j < i; j++) sum -= (factor[i * count + j] as number) * (result[j] as number);
      result[i] = sum / (factor[i * count + i] as number);
    }
    return result;
  }

  private solvedBack(right: Float64Array): Float64Array {
    const { count, factor } = this;
    const result = new Float64Array(count);
    for (let i = count - 1; i >= 0; i--) {
      let sum = right[i] as number;
      for (let j = i + 1; j < count; j++) sum -= (factor[j * count + i] as number) * (result[j] as number);
      result[i] = sum / (factor[i * count + i] as number);
    }
    return result;
  }
}

function scaled(points: Float64Array, lengthScales: readonly number[]): Float64Array {
  const width = lengthScales.length;
  return points.map((coordinate, at) => coordinate / (lengthScales[at % width] ?? 1));
}
