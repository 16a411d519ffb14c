/** Every evaluation in order, and the best so far. */
import { improvements } from '../src/report/analysis/best-so-far';
import type { PageData, QuantityColumn } from '../src/report/page-data';
import { measuredAxis } from './axes';
import { drawChart } from './chart';
import { configurationTooltip, indexTooltip } from './configuration-tooltip';
import { count, figureOf, titleOf } from './figures';
import { color } from './theme';

export async function drawProgress(container: HTMLElement, data: PageData, quantity: QuantityColumn): Promise<void> {
  const points = quantity.values.flatMap((y, index) => (y === null ? [] : [{ index, x: index + 1, y }]));
  const steps = improvements(quantity.values, quantity.higherIsBetter);
  const last = steps.at(-1);
  const line = steps.map(({ evaluation, value }) => ({ index: evaluation - 1, x: evaluation, y: value }));
  if (last) line.push({ index: last.evaluation - 1, x: data.count, y: last.value });
  const values = points.map(({ y }) => y);
  const y = { field: 'y', ...measuredAxis(values, titleOf(quantity)) };
  const x = {
    field: 'x',
    type: 'quantitative' as const,
    title: 'evaluation',
    scale: { domain: [1, Math.max(2, data.count)], nice: false },
    axis: { grid: false, tickMinStep: 1 },
  };
  const tooltip = indexTooltip;
  await drawChart(
    container,
    {
      width: 'container',
      height: 300,
      layer: [
        {
          data: { values: points },
          mark: { type: 'circle', size: 12, opacity: points.length > 2000 ? 0.3 : 0.6, color: color('muted') },
          encoding: { x, y, tooltip },
        },
        {
          data: { values: line },
          mark: { type: 'line', interpolate: 'step-after', strokeWidth: 2.5, color: color('accent') },
          encoding: { x, y },
        },
        {
          data: { values: line.slice(0, -1) },
          mark: { type: 'circle', size: 45, opacity: 1, color: color('accent') },
          encoding: { x, y, tooltip },
        },
      ],
    },
    {
      description: description(data, quantity, steps.length, last),
      renderer: 'canvas',
      tooltip: configurationTooltip(data),
    },
  );
}

function description(
  data: PageData,
  quantity: QuantityColumn,
  steps: number,
  last: { readonly evaluation: number; readonly value: number } | undefined,
): string {
  if (!last) return 'No evaluation gave a result.';
  return `${titleOf(quantity)} of ${count(data.count)} evaluations in order, with the best so far as a line. It improved ${steps} times, the last time at evaluation ${count(last.evaluation)}, to ${figureOf(quantity, last.value)}.`;
}
