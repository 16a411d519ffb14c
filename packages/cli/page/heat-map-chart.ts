/** Two parameters against each other, the result as colour. */
import { heatMap, strongestPair } from '../src/report/analysis/heat-map';
import { spansDecades } from '../src/report/analysis/histogram';
import type { PageData, QuantityColumn } from '../src/report/page-data';
import { drawChart } from './chart';
import { element, selection } from './element';
import { figureOf, titleOf } from './figures';
import { color } from './theme';

type Shown = 'best' | 'median';

/** The reader's choice, kept while the page is open. */
interface Choice {
  x: number;
  y: number;
  shown: Shown;
}

let choice: Choice | undefined;

export async function drawHeatMap(container: HTMLElement, data: PageData, quantity: QuantityColumn): Promise<void> {
  const varying = data.parameters.filter(({ values }) => values.length > 1);
  if (varying.length < 2) {
    container.replaceChildren(element('p', {}, 'Fewer than two parameters vary.'));
    return;
  }
  const current: Choice = (choice ??= { ...strongestPair(varying, quantity), shown: 'best' });
  const chart = element('div');
  const names = varying.map(({ name }) => name);
  const shownKinds: readonly Shown[] = ['best', 'median'];
  const redraw = (): Promise<void> => drawCells(chart, varying, quantity, current);
  const change = (part: Partial<Choice>): void => {
    Object.assign(current, part);
    void redraw();
  };
  container.replaceChildren(
    element(
      'div',
      { class: 'selections' },
      selection('across', names, current.x, (x) => change({ x })),
      selection('down', names, current.y, (y) => change({ y })),
      selection('colour', ['best of each cell', 'median of each cell'], shownKinds.indexOf(current.shown), (place) =>
        change({ shown: shownKinds[place] ?? 'best' }),
      ),
    ),
    chart,
  );
  await redraw();
}

async function drawCells(
  container: HTMLElement,
  parameters: PageData['parameters'],
  quantity: QuantityColumn,
  { x: xPlace, y: yPlace, shown }: Choice,
): Promise<void> {
  const x = parameters[xPlace];
  const y = parameters[yPlace];
  if (!x || !y) return;
  if (x === y) {
    container.replaceChildren(element('p', {}, 'Choose two different parameters.'));
    return;
  }
  const cells = heatMap(x, y, quantity).map((cell) => ({
    ...cell,
    x: String(cell.x),
    y: String(cell.y),
    value: cell[shown],
    label: figureOf({ ...quantity, unit: '' }, cell[shown]),
    best: figureOf(quantity, cell.best),
    median: figureOf(quantity, cell.median),
  }));
  const values = cells.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const extreme = quantity.higherIsBetter ? Math.max(...values) : Math.min(...values);
  const logarithmic = spansDecades(values);
  const middle = Math.sqrt(Math.min(...values) * Math.max(...values));
  const half = logarithmic ? middle : (Math.min(...values) + Math.max(...values)) / 2;
  const at = {
    x: {
      field: 'x',
      type: 'ordinal' as const,
      sort: x.values.map(String),
      title: x.name,
      axis: { labelAngle: 0, labelOverlap: true as const },
    },
    y: { field: 'y', type: 'ordinal' as const, sort: y.values.map(String), title: y.name },
  };
  const tooltip = [
    { field: 'x', title: x.name },
    { field: 'y', title: y.name },
    { field: 'best', title: 'best' },
    { field: 'median', title: 'median' },
    { field: 'measured', title: 'measured' },
    { field: 'failed', title: 'failed' },
  ];
  // Few columns are not drawn as wide as the page; many are labelled only if there is room.
  container.style.maxWidth = x.values.length <= 10 ? `${x.values.length * 84 + 180}px` : '';
  const columnWidth = (container.clientWidth - 180) / x.values.length;
  const hasLabels = columnWidth >= 36 && y.values.length <= 24;
  // viridis is dark at its low end: labels take the other shade there.
  const darkSide = quantity.higherIsBetter ? `datum.value < ${half}` : `datum.value > ${half}`;
  await drawChart(
    container,
    {
      width: 'container',
      height: y.values.length * 30,
      autosize: { type: 'fit-x', contains: 'padding' },
      data: { values: cells },
      encoding: at,
      layer: [
        {
          mark: { type: 'rect', stroke: color('surface'), strokeWidth: 1, invalid: null },
          encoding: {
            color: {
              field: 'value',
              type: 'quantitative',
              title: titleOf(quantity),
              scale: {
                scheme: 'viridis',
                reverse: !quantity.higherIsBetter,
                ...(logarithmic ? { type: 'log' as const } : { zero: false }),
              },
              legend: { orient: 'right', gradientLength: 140 },
            },
            tooltip,
          },
        },
        {
          transform: [{ filter: `datum.value === ${extreme}` }],
          mark: { type: 'rect', filled: false, stroke: color('best'), strokeWidth: 3 },
          encoding: { tooltip },
        },
        ...(hasLabels
          ? [
              {
                mark: { type: 'text' as const, fontSize: 11, invalid: null },
                encoding: {
                  text: { field: 'label' },
                  color: { condition: { test: darkSide, value: '#ffffff' }, value: '#101418' },
                  tooltip,
                },
              },
            ]
          : []),
      ],
    },
    {
      description: `${shown === 'best' ? 'Best' : 'Median'} ${titleOf(quantity)} for each pair of ${x.name} and ${y.name}; the best cell has ${figureOf(quantity, extreme)}.`,
      renderer: 'svg',
    },
  );
}
