/** The configurations that no other beats in both of two quantities. */
import type { QuantityColumn } from '../page-data';

type Measured = Pick<QuantityColumn, 'values' | 'higherIsBetter'>;

/**
 * The Pareto front of two quantities, by one pass over the configurations in order of the first (Kung, Luccio and
 * Preparata, "On Finding the Maxima of a Set of Vectors", 1975).
 *
 * @returns places of the configurations, in order of `x` from its best; of equal ones the first
 */
export function paretoFront(x: Measured, y: Measured): number[] {
  const xSign = x.higherIsBetter ? -1 : 1;
  const ySign = y.higherIsBetter ? -1 : 1;
  const points: { readonly index: number; readonly x: number; readonly y: number }[] = [];
  x.values.forEach((value, index) => {
    const other = y.values[index];
    if (value === null || other === null || other === undefined) return;
    points.push({ index, x: value * xSign, y: other * ySign });
  });
  points.sort((a, b) => a.x - b.x || a.y - b.y || a.index - b.index);
  let least = Infinity;
  return points.flatMap(({ index, y: value }) => {
    if (value >= least) return [];
    least = value;
    return [index];
  });
}
