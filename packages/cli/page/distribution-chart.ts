/** How the results are distributed, from the best to the worst. */
import { bestIndex } from '../src/report/analysis/best-so-far';
import { histogram } from '../src/report/analysis/histogram';
import { fiveNumbers } from '../src/report/analysis/quantiles';
import type { QuantityColumn } from '../src/report/page-data';
import { measuredAxis } from './axes';
import { drawChart } from './chart';
import { count, figure, figureOf, titleOf } from './figures';
import { color } from './theme';

export async function drawDistribution(container: HTMLElement, quantity: QuantityColumn): Promise<void> {
  const values = quantity.values.filter((value) => value !== null);
  const { bins } = histogram(values);
  const spread = fiveNumbers(values);
  const best = quantity.values[bestIndex(quantity.values, quantity.higherIsBetter)] ?? undefined;
  const marks = [
    ...(best === undefined ? [] : [{ at: best, name: 'best' }]),
    ...(spread ? [{ at: spread.median, name: 'median' }] : []),
  ];
  const measured = measuredAxis(values, titleOf(quantity), 0.01);
  const x = { field: 'from', ...measured, axis: { ...measured.axis, grid: false } };
  const rows = bins.map(({ from, to, count: size }) => ({
    from,
    to,
    size,
    range: `${figure(from)} to ${figureOf(quantity, to)}`,
    configurations: count(size),
  }));
  await drawChart(
    container,
    {
      width: 'container',
      height: 300,
      layer: [
        {
          data: { values: rows },
          mark: { type: 'rect', color: color('accent-soft'), stroke: color('surface'), strokeWidth: 0.5 },
          encoding: {
            x,
            x2: { field: 'to' },
            y: { field: 'size', type: 'quantitative', title: 'configurations', axis: { tickCount: 5 } },
            y2: { datum: 0 },
            tooltip: [
              { field: 'range', title: quantity.name },
              { field: 'configurations', title: 'configurations' },
            ],
          },
        },
        {
          data: { values: marks },
          mark: { type: 'rule', color: color('accent'), strokeWidth: 2 },
          encoding: {
            x: { ...x, field: 'at' },
            strokeDash: {
              field: 'name',
              scale: {
                domain: ['best', 'median'],
                range: [
                  [1, 0],
                  [5, 4],
                ],
              },
              legend: null,
            },
          },
        },
        {
          data: { values: marks },
          mark: { type: 'text', align: 'left', dx: 5, y: 8, color: color('text'), fontSize: 12, fontWeight: 600 },
          encoding: { x: { ...x, field: 'at' }, text: { field: 'name' } },
        },
      ],
    },
    {
      description: spread
        ? `Histogram of ${titleOf(quantity)} of ${count(spread.count)} configurations: best ${figureOf(quantity, best)}, median ${figureOf(quantity, spread.median)}, from ${figure(spread.least)} to ${figureOf(quantity, spread.most)}.`
        : 'No configuration was measured.',
      renderer: 'svg',
    },
  );
}
