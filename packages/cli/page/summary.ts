/** The figures above the charts, the best configuration, and the failures. */
import { bestIndex, isBetter } from '../src/report/analysis/best-so-far';
import { fiveNumbers } from '../src/report/analysis/quantiles';
import type { PageData, QuantityColumn } from '../src/report/page-data';
import { element } from './element';
import { allValues, count, figureOf, percent } from './figures';

/** How far from the best a configuration may be to count as close to it. */
const closeness = 0.1;

export function showSummary(container: HTMLElement, data: PageData, quantity: QuantityColumn): void {
  const measured = quantity.values.filter((value) => value !== null);
  const best = quantity.values[bestIndex(quantity.values, quantity.higherIsBetter)];
  const failed = data.failures.kindIndices.filter((kind) => kind >= 0).length;
  const cards = [card('configurations', count(data.count), failed === 0 ? 'none failed' : `${count(failed)} failed`)];
  if (best !== null && best !== undefined) {
    const median = fiveNumbers(measured)?.median ?? best;
    const ratio = quantity.higherIsBetter ? best / median : median / best;
    cards.unshift(card(`best ${quantity.name}`, figureOf(quantity, best), 'of all that were measured'));
    cards.push(card('median', figureOf(quantity, median), ratioText(ratio)));
    const close = measured.filter((value) => isClose(value, best, quantity.higherIsBetter)).length;
    const share = close / measured.length;
    cards.push(card(`within ${percent(closeness)} of the best`, count(close), `${percent(share)} of those measured`));
  }
  container.replaceChildren(...cards);
}

function ratioText(ratio: number): string {
  return Number.isFinite(ratio) && ratio > 0 ? `the best is ${ratio.toPrecision(3)} times better` : '';
}

function isClose(value: number, best: number, higherIsBetter: boolean): boolean {
  const bound = higherIsBetter ? best - Math.abs(best) * closeness : best + Math.abs(best) * closeness;
  return !isBetter(bound, value, higherIsBetter);
}

function card(label: string, value: string, note: string): HTMLElement {
  return element(
    'div',
    { class: 'card' },
    element('span', { class: 'label' }, label),
    element('strong', {}, value),
    element('span', { class: 'note' }, note),
  );
}

/** The best configuration: what was measured, its parameters, and a button that copies them. */
export function showBest(container: HTMLElement, data: PageData, quantity: QuantityColumn): void {
  const index = bestIndex(quantity.values, quantity.higherIsBetter);
  if (index < 0) {
    container.replaceChildren(element('p', {}, 'No configuration gave a result.'));
    return;
  }
  const values = allValues(data, index);
  const measured = data.quantities.filter(({ values: column }) => (column[index] ?? null) !== null);
  const list = element('dl', { class: 'configuration' });
  for (const [name, value] of values) list.append(pair(name, String(value)));
  const copy = element('button', { type: 'button' }, 'Copy as JSON');
  copy.addEventListener('click', () => {
    void navigator.clipboard.writeText(JSON.stringify(Object.fromEntries(values), null, 2)).then(
      () => (copy.textContent = 'Copied'),
      () => (copy.textContent = 'The browser refused'),
    );
  });
  const facts = measured.map((each) => `${each.name} ${figureOf(each, each.values[index])}`).join(' · ');
  container.replaceChildren(
    element('p', {}, `Evaluation ${count(index + 1)} of ${count(data.count)}: ${facts}`),
    list,
    copy,
  );
}

/** What failed and how often; nothing if nothing did. */
export function showFailures(container: HTMLElement, { failures, count: total }: PageData): void {
  if (failures.kinds.length === 0) {
    container.replaceChildren(element('p', {}, 'Every configuration gave a result.'));
    return;
  }
  const rows = failures.kinds.map((kind, place) => {
    const failed = failures.kindIndices.filter((each) => each === place).length;
    const first = failures.messageIndices[failures.kindIndices.indexOf(place)] ?? 0;
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, kind),
      element('td', { class: 'number' }, count(failed)),
      element('td', { class: 'number' }, percent(failed / total)),
      element('td', {}, failures.messages[first] ?? ''),
    );
  });
  const head = element('tr', {});
  ['kind', 'failed', 'share', 'the first one said'].forEach((title, place) => {
    head.append(element('th', { scope: 'col', class: place === 1 || place === 2 ? 'number' : undefined }, title));
  });
  container.replaceChildren(
    element('table', { class: 'plain' }, element('thead', {}, head), element('tbody', {}, ...rows)),
  );
}

/** Parameters that had one value, and everything known of where the run took place. */
export function showEnvironment(container: HTMLElement, data: PageData): void {
  const list = element('dl', { class: 'facts' });
  for (const [label, text] of data.environment) list.append(pair(label, text));
  const fixed = data.parameters.filter(({ values }) => values.length === 1);
  if (fixed.length > 0) {
    list.append(
      pair('parameters that never vary', fixed.map(({ name, values }) => `${name} = ${String(values[0])}`).join(', ')),
    );
  }
  container.replaceChildren(list);
}

function pair(term: string, text: string): HTMLElement {
  return element('div', {}, element('dt', {}, term), element('dd', {}, text));
}
