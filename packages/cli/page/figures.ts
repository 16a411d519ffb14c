/** How figures and configurations are written on the page. */
import type { PageData, ParameterValue, QuantityColumn } from '../src/report/page-data';

/** Four significant digits; very large and very small ones with an exponent. */
export function figure(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e7 || size < 1e-4)) return value.toExponential(3);
  return value.toLocaleString('en', { maximumSignificantDigits: size >= 1e4 ? 6 : 4 });
}

/** A figure with its unit: `3.617 ms`. */
export function figureOf(quantity: QuantityColumn, value: number | null | undefined): string {
  const text = figure(value);
  return quantity.unit === '' || text === '–' ? text : `${text} ${quantity.unit}`;
}

/** `time (ms)`, for axes and headings. */
export function titleOf({ name, unit }: QuantityColumn): string {
  return unit === '' ? name : `${name} (${unit})`;
}

export function percent(share: number): string {
  const value = share * 100;
  return `${value !== 0 && value < 1 ? value.toPrecision(1) : Math.round(value)} %`;
}

/** A whole number with separators: `17,956`. */
export function count(value: number): string {
  return value.toLocaleString('en');
}

/** The parameters and values of one configuration, without those that never vary. */
export function varyingValues(data: PageData, index: number): readonly (readonly [string, ParameterValue])[] {
  return allValues(data, index).filter((_, place) => (data.parameters[place]?.values.length ?? 0) > 1);
}

export function allValues(data: PageData, index: number): readonly (readonly [string, ParameterValue])[] {
  return data.parameters.map(({ name, values, indices }) => [name, values[indices[index] ?? 0] ?? ''] as const);
}
