/** Goodness of fit, at a significance of one in a thousand unless a name says otherwise. */

/** Of sqrt(n) D: larger by chance once in a thousand draws (Kolmogorov's distribution). */
export const ksLimit = 1.949;

/** sqrt(n) times the largest distance between a sample's distribution and the one it should have. */
export function kolmogorovSmirnov(values: readonly number[], cdf: (x: number) => number): number {
  const sorted = Float64Array.from(values).sort();
  const n = sorted.length;
  let largest = 0;
  sorted.forEach((value, i) => {
    const p = cdf(value);
    largest = Math.max(largest, Math.abs(p - i / n), Math.abs(p - (i + 1) / n));
  });
  return largest * Math.sqrt(n);
}

/** The chi-square value exceeded once in a thousand (E. B. Wilson, M. M. Hilferty, 1931). */
export function chiSquareLimit(degrees: number): number {
  const z = 3.0902;
  const spread = 2 / (9 * degrees);
  return degrees * (1 - spread + z * Math.sqrt(spread)) ** 3;
}

/** The normal distribution function, to 1e-7 (C. Hastings, 1955, as in Abramowitz and Stegun 26.2.17). */
export function normalCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return x >= 0 ? 1 - tail : tail;
}

export interface Moments {
  readonly mean: number;
  readonly variance: number;
  readonly skewness: number;
  readonly kurtosis: number;
}

export function moments(values: readonly number[]): Moments {
  const n = values.length;
  const mean = values.reduce((sum, x) => sum + x, 0) / n;
  const central = (power: number): number => values.reduce((sum, x) => sum + (x - mean) ** power, 0) / n;
  const variance = central(2);
  return { mean, variance, skewness: central(3) / variance ** 1.5, kurtosis: central(4) / variance ** 2 };
}
