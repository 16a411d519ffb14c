/** What a list of times says. */

export interface TimeStatistics {
  /** Mean of the times that count, in the unit of the times. */
  readonly mean: number;
  readonly median: number;
  readonly min: number;
  /** Standard deviation of the times that count; 0 of a single one. */
  readonly deviation: number;
  /** Times that do not count. */
  readonly outliers: number;
}

/**
 * @param rejectOutliers - leaves out of mean and deviation what {@link isOutlier} says of the slow side
 */
export function timeStatistics(times: readonly number[], rejectOutliers: boolean): TimeStatistics {
  const sorted = [...times].sort((a, b) => a - b);
  const median = medianOfSorted(sorted);
  const spread = medianOfSorted(sorted.map((time) => Math.abs(time - median)).sort((a, b) => a - b));
  const counted = rejectOutliers ? sorted.filter((time) => !isOutlier(time, median, spread)) : sorted;
  const mean = meanOf(counted);
  return {
    mean,
    median,
    min: sorted[0] ?? NaN,
    deviation: deviationOf(counted, mean),
    outliers: sorted.length - counted.length,
  };
}

/**
 * True for a time far above the others: the modified z-score of Iglewicz and Hoaglin (1993), above 3.5. Nothing runs
 * too fast by chance, so the fast side always counts. A spread below half a percent of the median counts as half a
 * percent: timers have steps, and equal readings must not make the next step an outlier.
 */
export function isOutlier(time: number, median: number, medianDeviation: number): boolean {
  const scale = Math.max(medianDeviation, 0.005 * median);
  return scale > 0 && (0.6745 * (time - median)) / scale > 3.5;
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function medianOf(values: readonly number[]): number {
  return medianOfSorted([...values].sort((a, b) => a - b));
}

function medianOfSorted(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** Standard deviation of a sample. */
export function deviationOf(values: readonly number[], mean = meanOf(values)): number {
  if (values.length < 2) return 0;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/**
 * The mean that the true one exceeds with the given confidence, by Student's t; -Infinity for fewer than two values.
 *
 * @param confidence - one-sided, between 0.5 and 1
 */
export function lowerBoundOfMean(values: readonly number[], confidence: number): number {
  if (values.length < 2) return -Infinity;
  const mean = meanOf(values);
  return mean - (studentQuantile(confidence, values.length - 1) * deviationOf(values, mean)) / Math.sqrt(values.length);
}

/**
 * Quantile of Student's t distribution, exact for one and two degrees of freedom, else by the expansion of Hill
 * (Algorithm 396, CACM 1970), good to four digits.
 */
export function studentQuantile(probability: number, freedom: number): number {
  const p = 2 * (1 - probability);
  if (freedom === 1) return Math.cos((p * Math.PI) / 2) / Math.sin((p * Math.PI) / 2);
  if (freedom === 2) return Math.sqrt(2 / (p * (2 - p)) - 2);
  const a = 1 / (freedom - 0.5);
  const b = (48 / a) * (1 / a);
  let c = (((20700 * a) / b - 98) * a - 16) * a + 96.36;
  const d = ((94.5 / (b + c) - 3) / b + 1) * Math.sqrt((a * Math.PI) / 2) * freedom;
  let y = (d * p) ** (2 / freedom);
  if (y > 0.05 + a) {
    const x = normalQuantile(p / 2);
    y = x * x;
    if (freedom < 5) c += 0.3 * (freedom - 4.5) * (x + 0.6);
    c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c;
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x;
    y = Math.expm1(a * y * y);
  } else {
    y =
      ((1 / (((freedom + 6) / (freedom * y) - 0.089 * d - 0.822) * (freedom + 2) * 3) + 0.5 / (freedom + 4)) * y - 1) *
        ((freedom + 1) / (freedom + 2)) +
      1 / y;
  }
  return Math.sqrt(freedom * y);
}

/** Quantile of the normal distribution, by Acklam's rational approximation; relative error below 1.2e-9. */
function normalQuantile(p: number): number {
  const a = [
    -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
  ] as const;
  const b = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572] as const;
  const c = [
    -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
  ] as const;
  const d = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416] as const;
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p));
    return (
      (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
      ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1)
    );
  }
  const q = p - 0.5;
  const r = q * q;
  return (
    ((((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q) /
    (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1)
  );
}
