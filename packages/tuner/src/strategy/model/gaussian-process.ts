/** Gaussian process regression (Rasmussen and Williams, 2006, algorithm 2.1), with one length scale per feature. */
import type { Prediction } from './regression-forest';

/** How values at two points are related by their distance, in length scales. */
export const covariances = {
  matern12: (distance: number) => Math.exp(-distance),
  matern32: (distance: number) => (1 + Math.sqrt(3) * distance) * Math.exp(-Math.sqrt(3) * distance),
  matern52: (distance: number) => {
    const scaled = Math.sqrt(5) * distance;
    return (1 + scaled + (scaled * scaled) / 3) * Math.exp(-scaled);
  },
  squaredExponential: (distance: number) => Math.exp((-distance * distance) / 2),
} as const;

export type Covariance = keyof typeof covariances;

/** What is assumed of the function. */
export interface ProcessOptions {
  readonly covariance: Covariance;
  /** Distance over which values stay related, one per feature. */
  readonly lengthScales: readonly number[];
  /** Variance of the noise, as a share of the function's variance. Default 1e-6. */
  readonly noise?: number;
}

/** A process conditioned on values at some points. */
export class GaussianProcess {
  private readonly count: number;
  private readonly mean: number;
  private readonly scale: number;
  /** Lower triangle of the Cholesky factor, row by row. */
  private readonly factor: Float64Array;
  private readonly weights: Float64Array;
  private readonly points: Float64Array;
  private readonly row: Float64Array;

  /**
   * @param points - rows of features
   * @param targets - one finite number per row
   */
  constructor(
    points: Float64Array,
    targets: Float64Array,
    private readonly options: ProcessOptions,
  ) {
    const { lengthScales, noise = 1e-6 } = options;
    this.count = targets.length;
    this.points = scaled(points, lengthScales);
    this.mean = targets.reduce((sum, target) => sum + target, 0) / this.count;
    const variance = targets.reduce((sum, target) => sum + (target - this.mean) ** 2, 0) / this.count;
    this.scale = Math.sqrt(variance) || 1;
    this.row = new Float64Array(this.count);
    this.factor = this.decomposed(noise);
    const normalized = targets.map((target) => (target - this.mean) / this.scale);
    this.weights = this.solvedBack(this.solved(normalized));
  }

  /** Logarithm of the likelihood of the targets, up to a constant. */
  logLikelihood(targets: Float64Array): number {
    let fit = 0;
    let determinant = 0;
    for (let i = 0; i < this.count; i++) {
      fit += (((targets[i] as number) - this.mean) / this.scale) * (this.weights[i] as number);
      determinant += Math.log(this.factor[i * this.count + i] as number);
    }
    return -fit / 2 - determinant;
  }

  /** Predicts for the row of features at an offset; writes the answer into the given object. */
  predict(features: Float64Array, offset: number, into: Prediction): void {
    const { row, points, count, options } = this;
    const { lengthScales, covariance } = options;
    const width = lengthScales.length;
    const relate = covariances[covariance];
    let mean = 0;
    for (let i = 0; i < count; i++) {
      let squared = 0;
      for (let f = 0; f < width; f++) {
        const difference =
          (features[offset + f] as number) / (lengthScales[f] as number) - (points[i * width + f] as number);
        squared += difference * difference;
      }
      const related = relate(Math.sqrt(squared));
      row[i] = related;
      mean += related * (this.weights[i] as number);
    }
    let explained = 0;
    const { factor } = this;
    for (let i = 0; i < count; i++) {
      let sum = row[i] as number;
      for (let j = 0; j < i; j++) sum -= (factor[i * count + j] as number) * (row[j] as number);
      const solved = sum / (factor[i * count + i] as number);
      row[i] = solved;
      explained += solved * solved;
    }
    into.mean = this.mean + this.scale * mean;
    into.deviation = this.scale * Math.sqrt(Math.max(0, 1 - explained));
  }

  private decomposed(noise: number): Float64Array {
    const { count, points } = this;
    const width = this.options.lengthScales.length;
    const relate = covariances[this.options.covariance];
    const factor = new Float64Array(count * count);
    for (let i = 0; i < count; i++) {
      for (let j = 0; j <= i; j++) {
        let squared = 0;
        for (let f = 0; f < width; f++) {
          const difference = (points[i * width + f] as number) - (points[j * width + f] as number);
          squared += difference * difference;
        }
        let sum = relate(Math.sqrt(squared));
        for (let k = 0; k < j; k++) sum -= (factor[i * count + k] as number) * (factor[j * count + k] as number);
        // The floor keeps points that are nearly the same from making the matrix singular.
        if (i === j) factor[i * count + i] = Math.sqrt(Math.max(sum + noise, 1e-10));
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
