/** Two parameters against each other. */
import type { ParameterColumn, ParameterValue, QuantityColumn } from '../page-data';
import { isBetter } from './best-so-far';
import { correlationRatio } from './parameter-effect';
import { fiveNumbers } from './quantiles';

/** All configurations that share a value of each of two parameters. */
export interface HeatMapCell {
  readonly x: ParameterValue;
  readonly y: ParameterValue;
  /** Configurations that were measured. */
  readonly measured: number;
  readonly failed: number;
  /** Undefined if none was measured. */
  readonly best: number | undefined;
  readonly median: number | undefined;
}

/** Cells in which at least one configuration was tried. */
export function heatMap(x: ParameterColumn, y: ParameterColumn, quantity: QuantityColumn): HeatMapCell[] {
  const groups = new Map<number, (number | null)[]>();
  quantity.values.forEach((value, index) => {
    const cell = (x.indices[index] ?? 0) * y.values.length + (y.indices[index] ?? 0);
    const group = groups.get(cell);
    if (group) group.push(value);
    else groups.set(cell, [value]);
  });
  return [...groups].map(([cell, values]) => {
    const measured = values.filter((value) => value !== null);
    return {
      x: x.values[Math.floor(cell / y.values.length)] ?? '',
      y: y.values[cell % y.values.length] ?? '',
      measured: measured.length,
      failed: values.length - measured.length,
      best: measured.reduce<number | undefined>(
        (best, value) => (best === undefined || isBetter(value, best, quantity.higherIsBetter) ? value : best),
        undefined,
      ),
      median: fiveNumbers(measured)?.median,
    };
  });
}

/**
 * The two parameters that together explain the most variance: the pair worth looking at first. Parameters that are
 * merely on or off come second to others: four cells are not a map. The one with more values goes across.
 *
 * @returns places in `parameters`, which must have at least two
 */
export function strongestPair(
  parameters: readonly ParameterColumn[],
  quantity: QuantityColumn,
): { readonly x: number; readonly y: number } {
  let strongest = { x: 0, y: 1 };
  let most = -1;
  parameters.forEach((first, i) => {
    parameters.slice(i + 1).forEach((second, offset) => {
      const isMap = first.values.length > 2 && second.values.length > 2;
      const explained = correlationRatio(measuredGroups(first, second, quantity)) + (isMap ? 1 : 0);
      if (explained <= most) return;
      most = explained;
      const j = i + 1 + offset;
      strongest = first.values.length < second.values.length ? { x: j, y: i } : { x: i, y: j };
    });
  });
  return strongest;
}

function measuredGroups(x: ParameterColumn, y: ParameterColumn, quantity: QuantityColumn): number[][] {
  const groups: number[][] = Array.from({ length: x.values.length * y.values.length }, () => []);
  quantity.values.forEach((value, index) => {
    if (value !== null) groups[(x.indices[index] ?? 0) * y.values.length + (y.indices[index] ?? 0)]?.push(value);
  });
  return groups;
}
