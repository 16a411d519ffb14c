/** Estimates an objective from the nearest configurations that were measured (Fix and Hodges, 1951). */
import { encodeRows, type FeatureEncoder } from './features';

/** A configuration and its objective. */
export interface Seen {
  readonly index: number;
  readonly objective: number;
}

/** The mean of the nearest measured configurations, weighted by how near they are. */
export class NearestEstimate {
  constructor(
    private readonly encoder: FeatureEncoder,
    private readonly k: number,
  ) {}

  /** The candidate of the least estimate. Failed configurations count as bad ones, not as infinitely bad. */
  best(candidates: readonly number[], seen: readonly Seen[]): number {
    const known = encodeRows(
      this.encoder,
      seen.map(({ index }) => index),
    );
    const worst = seen.reduce((a, { objective }) => (Number.isFinite(objective) ? Math.max(a, objective) : a), 0);
    const values = seen.map(({ objective }) => (Number.isFinite(objective) ? objective : worst));
    const rows = encodeRows(this.encoder, candidates);
    const estimates = candidates.map((_, at) => this.estimate(rows, at, known, values));
    const least = Math.min(...estimates);
    return candidates[estimates.indexOf(least)] as number;
  }

  private estimate(rows: Uint32Array, at: number, known: Uint32Array, values: readonly number[]): number {
    const { width, levels } = this.encoder;
    const distances = values.map((value, row) => {
      let distance = 0;
      for (let f = 0; f < width; f++) {
        const difference = Math.abs((rows[at * width + f] ?? 0) - (known[row * width + f] ?? 0));
        if (difference > 0) distance += 0.5 + difference / (levels[f] ?? 1);
      }
      return [distance, value] as const;
    });
    const nearest = distances.sort((a, b) => a[0] - b[0]).slice(0, this.k);
    const weights = nearest.map(([distance]) => 1 / (distance * distance + 0.1));
    const total = weights.reduce((a, b) => a + b, 0);
    return nearest.reduce((sum, [, value], i) => sum + value * (weights[i] ?? 0), 0) / total;
  }
}
