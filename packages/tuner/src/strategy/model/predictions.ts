/** A model's predictions for many configurations. */

/** Means and standard deviations, one of each per configuration. */
export interface Predictions {
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
}

/** Room for predictions of so many configurations. */
export function createPredictions(count: number): Predictions {
  return { mean: new Float64Array(count), deviation: new Float64Array(count) };
}
