/** What difference each parameter makes. */
import type { ParameterColumn, ParameterValue, QuantityColumn } from '../page-data';
import { bestIndex } from './best-so-far';
import { fiveNumbers, type FiveNumbers } from './quantiles';

/** The configurations that share one value of a parameter. */
export interface ValueEffect {
  readonly value: ParameterValue;
  /** Configurations with this value that failed. */
  readonly failed: number;
  /** Undefined if every one failed. */
  readonly spread: FiveNumbers | undefined;
  /** The best of them: the least, or the most where more is better. */
  readonly best: number | undefined;
}

export interface ParameterEffect {
  readonly name: string;
  /**
   * The share of the variance that this parameter explains by itself, 0 to 1: the correlation ratio η² (Fisher,
   * Statistical Methods for Research Workers, 1925). If all values are positive, it is that of their logarithms: a
   * factor of two counts the same for the slow as for the fast.
   */
  readonly explained: number;
  readonly values: readonly ValueEffect[];
}

/** The effect of every parameter that has more than one value, the strongest first. */
export function parameterEffects(
  parameters: readonly ParameterColumn[],
  quantity: QuantityColumn,
): readonly ParameterEffect[] {
  return parameters
    .filter(({ values }) => values.length > 1)
    .map((parameter) => parameterEffect(parameter, quantity))
    .sort((a, b) => b.explained - a.explained);
}

export function parameterEffect(parameter: ParameterColumn, quantity: QuantityColumn): ParameterEffect {
  const groups: number[][] = parameter.values.map(() => []);
  const failed: number[] = parameter.values.map(() => 0);
  parameter.indices.forEach((place, index) => {
    const value = quantity.values[index];
    if (value === null || value === undefined) failed[place] = (failed[place] ?? 0) + 1;
    else groups[place]?.push(value);
  });
  const values = parameter.values.map((value, place) => {
    const group = groups[place] ?? [];
    const best = bestIndex(group, quantity.higherIsBetter);
    return { value, failed: failed[place] ?? 0, spread: fiveNumbers(group), best: best < 0 ? undefined : group[best] };
  });
  return { name: parameter.name, explained: correlationRatio(groups), values };
}

/** η² of groups of values: the variance between groups as a share of all variance; 0 if nothing varies. */
export function correlationRatio(groups: readonly (readonly number[])[]): number {
  const positive = groups.every((group) => group.every((value) => value > 0));
  const scaled = positive ? groups.map((group) => group.map(Math.log)) : groups;
  const all = scaled.flat();
  const mean = average(all);
  const total = all.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  if (!(total > 0)) return 0;
  const between = scaled.reduce(
    (sum, group) => (group.length === 0 ? sum : sum + group.length * (average(group) - mean) ** 2),
    0,
  );
  return Math.min(1, between / total);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
