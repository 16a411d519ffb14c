/** What stands beside the pointer over a configuration: its parameters and what was measured. */
import type { PageData } from '../src/report/page-data';
import { count, figureOf, varyingValues } from './figures';

/** The channel of marks that stand for a configuration. A list, since a single field would arrive without its name. */
export const indexTooltip = [{ field: 'index', type: 'nominal' as const, title: 'index' }];

export function configurationTooltip(data: PageData) {
  return (index: number, sanitize: (value: unknown) => string): string => {
    const row = (name: string, text: string): string => `<tr><th>${sanitize(name)}</th><td>${sanitize(text)}</td></tr>`;
    const measured = data.quantities.map((quantity) => row(quantity.name, figureOf(quantity, quantity.values[index])));
    const values = varyingValues(data, index).map(([name, value]) => row(name, String(value)));
    return `<table><caption>evaluation ${count(index + 1)}</caption>${measured.join('')}${values.join('')}</table>`;
  };
}
