/** Order statistics of samples. */

export interface FiveNumbers {
  readonly count: number;
  readonly least: number;
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  readonly most: number;
}

/**
 * The share-quantile of ascending values, by linear interpolation between order statistics (Hyndman and Fan, "Sample
 * Quantiles in Statistical Packages", 1996, definition 7).
 *
 * @param share - 0 to 1
 * @returns NaN for no values
 */
export function quantile(ascending: ArrayLike<number>, share: number): number {
  if (ascending.length === 0) return NaN;
  const place = share * (ascending.length - 1);
  const below = Math.floor(place);
  const low = ascending[below] ?? NaN;
  const high = ascending[Math.min(below + 1, ascending.length - 1)] ?? NaN;
  return low + (high - low) * (place - below);
}

/** Tukey's five numbers; undefined for no values. */
export function fiveNumbers(values: readonly number[]): FiveNumbers | undefined {
  if (values.length === 0) return undefined;
  const ascending = Float64Array.from(values).sort();
  return {
    count: values.length,
    least: quantile(ascending, 0),
    lowerQuartile: quantile(ascending, 0.25),
    median: quantile(ascending, 0.5),
    upperQuartile: quantile(ascending, 0.75),
    most: quantile(ascending, 1),
  };
}
