/** Draws one vega-lite chart into a figure, in the page's colours, with a text for those who do not see it. */
import embed, { type Result } from 'vega-embed';
import type { Field } from 'vega-lite/types_unstable/channeldef.js';
import type { LayerSpec, TopLevel } from 'vega-lite/types_unstable/spec/index.js';
import { element } from './element';
import { color } from './theme';

/** Layers over one another, without what is the same for all charts. */
export type Chart = Omit<TopLevel<LayerSpec<Field>>, '$schema' | 'config' | 'background'>;

export interface ChartOptions {
  /** What the chart shows, in a sentence or two: its text for screen readers. */
  readonly description: string;
  /** Thousands of marks go on a canvas; few are drawn as SVG, sharp at any size. */
  readonly renderer: 'canvas' | 'svg';
  /** Offers the chart as a picture to be saved. Default true. */
  readonly canBeSaved?: boolean;
  /** HTML of the tooltip of what has this `index`; `sanitize` makes text of anything. */
  readonly tooltip?: (index: number, sanitize: (value: unknown) => string) => string;
}

const drawn = new WeakMap<HTMLElement, Result>();

/** Draws a chart in the place of what the container held before. */
export async function drawChart(container: HTMLElement, chart: Chart, options: ChartOptions): Promise<void> {
  const { description, renderer, canBeSaved = true, tooltip } = options;
  drawn.get(container)?.finalize();
  const canvas = element('div', { class: 'chart' });
  container.replaceChildren(canvas);
  // vega makes the description the label of the drawing.
  const spec = { ...chart, description, background: 'transparent', config: chartConfig() };
  const formatTooltip = (value: unknown, sanitize: (value: unknown) => string): string => {
    const index = (value as { index?: unknown } | null)?.index;
    return tooltip && index !== undefined ? tooltip(Number(index), sanitize) : tooltipRows(value, sanitize);
  };
  const result = await embed(canvas, spec, {
    renderer,
    mode: 'vega-lite',
    // Expressions are interpreted: the page forbids code made from strings.
    ast: true,
    actions: canBeSaved ? { export: true, source: false, compiled: false, editor: false } : false,
    downloadFileName: 'heddle-report',
    tooltip: { theme: 'custom', formatTooltip },
  });
  drawn.set(container, result);
}

function tooltipRows(value: unknown, sanitize: (value: unknown) => string): string {
  if (typeof value !== 'object' || value === null) return sanitize(value);
  const rows = Object.entries(value).map(
    ([key, text]) => `<tr><th>${sanitize(key)}</th><td>${sanitize(text)}</td></tr>`,
  );
  return `<table>${rows.join('')}</table>`;
}

function chartConfig(): object {
  const text = color('text-soft');
  const line = color('line');
  const font = getComputedStyle(document.body).fontFamily;
  return {
    font,
    view: { stroke: null },
    axis: {
      labelColor: text,
      titleColor: text,
      titleFontWeight: 500,
      labelFontSize: 11,
      titleFontSize: 12,
      titlePadding: 8,
      gridColor: line,
      domainColor: line,
      tickColor: line,
    },
    legend: { labelColor: text, titleColor: text, titleFontWeight: 500, labelFontSize: 11, titleFontSize: 12 },
    // From the page's colours, the good end first.
    range: { heatmap: { scheme: 'viridis' } },
  };
}
