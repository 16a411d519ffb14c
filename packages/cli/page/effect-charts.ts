/** One small chart per parameter: what each of its values does to the result. */
import { parameterEffects, type ParameterEffect } from '../src/report/analysis/parameter-effect';
import type { PageData, QuantityColumn } from '../src/report/page-data';
import { measuredAxis, type MeasuredAxis } from './axes';
import { drawChart } from './chart';
import { element } from './element';
import { count, figure, figureOf, percent, titleOf } from './figures';
import { color } from './theme';

export async function drawEffects(container: HTMLElement, data: PageData, quantity: QuantityColumn): Promise<void> {
  const effects = parameterEffects(data.parameters, quantity);
  // One axis for all, so that the charts can be compared.
  const values = quantity.values.filter((value) => value !== null);
  const axis = measuredAxis(values, quantity.unit === '' ? quantity.name : quantity.unit, 0.04, 4);
  const figures = effects.map((effect) => {
    const chart = element('div');
    const share = element('span', {
      class: 'share',
      title: 'share of the variance that this parameter explains alone',
    });
    share.append(element('span', { class: 'bar', style: `--share: ${effect.explained}` }), percent(effect.explained));
    const heading = element('h3', {}, element('code', {}, effect.name), share);
    return { effect, chart, figure: element('figure', { class: 'effect' }, heading, chart) };
  });
  container.replaceChildren(...figures.map(({ figure: each }) => each));
  for (const { effect, chart } of figures) await drawEffect(chart, effect, quantity, axis);
}

async function drawEffect(
  container: HTMLElement,
  effect: ParameterEffect,
  quantity: QuantityColumn,
  axis: MeasuredAxis,
): Promise<void> {
  const rows = effect.values.map(({ value, spread, best, failed }) => ({
    value: String(value),
    ...spread,
    best,
    failed,
    tooltipBest: figureOf(quantity, best),
    tooltipMedian: figureOf(quantity, spread?.median),
    middle: spread ? `${figure(spread.lowerQuartile)} to ${figureOf(quantity, spread.upperQuartile)}` : '–',
    measured: count(spread?.count ?? 0),
  }));
  const x = {
    field: 'value',
    type: 'ordinal' as const,
    sort: null,
    title: null,
    axis: { labelAngle: rows.length > 10 ? -45 : 0, labelOverlap: true as const, domain: false, ticks: false },
  };
  const y = (field: string) => ({ field, ...axis });
  const tooltip = [
    { field: 'value', title: effect.name },
    { field: 'tooltipBest', title: 'best' },
    { field: 'tooltipMedian', title: 'median' },
    { field: 'middle', title: 'middle half' },
    { field: 'measured', title: 'measured' },
    { field: 'failed', title: 'failed' },
  ];
  await drawChart(
    container,
    {
      width: 'container',
      height: 150,
      data: { values: rows },
      layer: [
        {
          mark: { type: 'rule', color: color('muted'), strokeWidth: 1 },
          encoding: { x, y: y('least'), y2: { field: 'most' }, tooltip },
        },
        {
          mark: { type: 'bar', width: { band: 0.55 }, color: color('accent-soft') },
          encoding: { x, y: y('lowerQuartile'), y2: { field: 'upperQuartile' }, tooltip },
        },
        {
          mark: { type: 'tick', width: { band: 0.55 }, thickness: 2, color: color('text-soft') },
          encoding: { x, y: y('median'), tooltip },
        },
        {
          mark: { type: 'point', shape: 'diamond', filled: true, size: 60, opacity: 1, color: color('accent') },
          encoding: { x, y: y('best'), tooltip },
        },
      ],
    },
    { description: description(effect, quantity), renderer: 'svg', canBeSaved: false },
  );
}

function description(effect: ParameterEffect, quantity: QuantityColumn): string {
  const values = effect.values.map(
    ({ value, best, spread }) =>
      `${value}: best ${figureOf(quantity, best)}, median ${figureOf(quantity, spread?.median)}`,
  );
  return `${titleOf(quantity)} by ${effect.name}, which alone explains ${percent(effect.explained)} of the variance. ${values.join('; ')}.`;
}
