/** Two quantities against each other, and the configurations that no other beats in both. */
import { paretoFront } from '../src/report/analysis/pareto-front';
import { rankCorrelation } from '../src/report/analysis/rank-correlation';
import type { PageData, QuantityColumn } from '../src/report/page-data';
import { measuredAxis } from './axes';
import { drawChart } from './chart';
import { configurationTooltip, indexTooltip } from './configuration-tooltip';
import { element, selection } from './element';
import { count, figureOf, titleOf } from './figures';
import { color } from './theme';

let choice: { x: number; y: number } | undefined;

/** True if there are two quantities to compare. */
export function hasPareto(data: PageData): boolean {
  return data.quantities.length > 1;
}

export async function drawPareto(container: HTMLElement, data: PageData): Promise<void> {
  const current = (choice ??= { x: 0, y: mostDifferent(data) });
  const names = data.quantities.map(({ name }) => name);
  const chart = element('div');
  const redraw = (): Promise<void> => drawFront(chart, data, current);
  const change = (part: Partial<typeof current>): void => {
    Object.assign(current, part);
    void redraw();
  };
  container.replaceChildren(
    element(
      'div',
      { class: 'selections' },
      selection('across', names, current.x, (x) => change({ x })),
      selection('up', names, current.y, (y) => change({ y })),
    ),
    chart,
  );
  await redraw();
}

// The second objective if there is one; else what says most that the first does not.
function mostDifferent({ quantities }: PageData): number {
  const [first, second] = quantities;
  if (second?.isObjective) return 1;
  const scores = quantities.map(({ values }, place) =>
    place === 0 ? Infinity : Math.abs(rankCorrelation(first?.values ?? [], values)),
  );
  const best = scores.reduce((least, score, place) => (score < (scores[least] ?? Infinity) ? place : least), 1);
  return best;
}

async function drawFront(container: HTMLElement, data: PageData, chosen: { x: number; y: number }): Promise<void> {
  const x = data.quantities[chosen.x];
  const y = data.quantities[chosen.y];
  if (!x || !y) return;
  if (x === y) {
    container.replaceChildren(element('p', {}, 'Choose two different quantities.'));
    return;
  }
  const front = paretoFront(x, y);
  const onFront = new Set(front);
  const point = (index: number) => ({ index, x: x.values[index], y: y.values[index] });
  const others = x.values.flatMap((value, index) =>
    value === null || (y.values[index] ?? null) === null || onFront.has(index) ? [] : [point(index)],
  );
  const axis = (field: 'x' | 'y', quantity: QuantityColumn) => ({
    field,
    ...measuredAxis(
      quantity.values.filter((value) => value !== null),
      `${titleOf(quantity)}, ${quantity.higherIsBetter ? 'more' : 'less'} is better`,
    ),
  });
  const encoding = { x: axis('x', x), y: axis('y', y), tooltip: indexTooltip };
  await drawChart(
    container,
    {
      width: 'container',
      height: 340,
      encoding,
      layer: [
        { data: { values: others }, mark: { type: 'circle', size: 14, opacity: 0.35, color: color('muted') } },
        {
          data: { values: front.map(point) },
          mark: {
            type: 'line',
            interpolate: x.higherIsBetter ? 'step-before' : 'step-after',
            strokeWidth: 2,
            color: color('accent'),
            tooltip: null,
          },
          encoding: { order: { field: 'x', type: 'quantitative' } },
        },
        {
          data: { values: front.map(point) },
          mark: { type: 'point', shape: 'diamond', filled: true, size: 70, opacity: 1, color: color('accent') },
        },
      ],
    },
    {
      description: `${titleOf(y)} against ${titleOf(x)}. ${count(front.length)} of ${count(front.length + others.length)} configurations are on the Pareto front: no other is better in both. Its ends have ${x.name} ${figureOf(x, x.values[front[0] ?? 0])} with ${y.name} ${figureOf(y, y.values[front[0] ?? 0])}, and ${x.name} ${figureOf(x, x.values[front.at(-1) ?? 0])} with ${y.name} ${figureOf(y, y.values[front.at(-1) ?? 0])}.`,
      renderer: 'canvas',
      tooltip: configurationTooltip(data),
    },
  );
}
