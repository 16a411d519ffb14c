/** Whether two quantities tell different stories. */

/**
 * Spearman's rank correlation (1904) of the configurations that have both, equal values sharing their mean rank.
 *
 * @returns -1 to 1; NaN where fewer than two configurations have both, or one quantity does not vary
 */
export function rankCorrelation(x: readonly (number | null)[], y: readonly (number | null)[]): number {
  const pairs: [number, number][] = [];
  x.forEach((value, index) => {
    const other = y[index];
    if (value !== null && other !== null && other !== undefined) pairs.push([value, other]);
  });
  const xRanks = ranks(pairs.map(([value]) => value));
  const yRanks = ranks(pairs.map(([, value]) => value));
  const mean = (pairs.length - 1) / 2;
  let product = 0;
  let xSquares = 0;
  let ySquares = 0;
  xRanks.forEach((rank, index) => {
    const a = rank - mean;
    const b = (yRanks[index] ?? mean) - mean;
    product += a * b;
    xSquares += a * a;
    ySquares += b * b;
  });
  return product / Math.sqrt(xSquares * ySquares);
}

function ranks(values: readonly number[]): Float64Array {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const result = new Float64Array(values.length);
  for (let start = 0; start < order.length;) {
    let end = start;
    while (end + 1 < order.length && values[order[end + 1] ?? 0] === values[order[start] ?? 0]) end++;
    for (let place = start; place <= end; place++) result[order[place] ?? 0] = (start + end) / 2;
    start = end + 1;
  }
  return result;
}
