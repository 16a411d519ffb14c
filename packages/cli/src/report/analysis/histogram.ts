/** How values are distributed. */

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export interface Histogram {
  readonly bins: readonly Bin[];
  /** True if the bins are equally wide on a logarithmic scale. */
  readonly logarithmic: boolean;
}

// Wider than this, and a linear axis shows one crowded bin and a long empty tail.
const linearRatio = 10;

/** True if values are all positive and span more than a power of ten. */
export function spansDecades(values: readonly number[]): boolean {
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return least > 0 && most / least > linearRatio;
}

/**
 * Counts values in bins of equal width, logarithmic if they span decades. Each bin holds its lower edge; the last
 * one its upper edge too.
 *
 * @param binCount - bins at most; fewer values get fewer bins (the square root of their number, at least 5)
 */
export function histogram(values: readonly number[], binCount = 60): Histogram {
  const logarithmic = spansDecades(values);
  if (values.length === 0) return { bins: [], logarithmic };
  const scale = logarithmic ? Math.log : (value: number): number => value;
  const unscale = logarithmic ? Math.exp : (value: number): number => value;
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    least = Math.min(least, scale(value));
    most = Math.max(most, scale(value));
  }
  if (least === most) return { bins: [{ from: unscale(least), to: unscale(most), count: values.length }], logarithmic };
  const wanted = Math.min(binCount, Math.max(5, Math.ceil(Math.sqrt(values.length))));
  const width = (most - least) / wanted;
  const counts = new Array<number>(wanted).fill(0);
  for (const value of values) {
    const place = Math.min(wanted - 1, Math.floor((scale(value) - least) / width));
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const bins = counts.map((count, place) => ({
    from: unscale(least + place * width),
    to: unscale(least + (place + 1) * width),
    count,
  }));
  return { bins, logarithmic };
}
