/** All configurations in a table: sorted by any column, filtered by any parameter, fifty at a time. */
import type { PageData, ParameterColumn, QuantityColumn } from '../src/report/page-data';
import { element } from './element';
import { count, figure, titleOf } from './figures';

const pageLength = 50;

interface Column {
  readonly title: string;
  readonly numeric: boolean;
  readonly text: (index: number) => string;
  /** Orders two configurations; those without a value come last whatever the direction. */
  readonly compare: (a: number, b: number) => number;
  readonly isMissing: (index: number) => boolean;
  readonly filter?: Filter;
}

/** A drop-down list in a column's head: the texts to choose from, and what each lets through. */
interface Filter {
  readonly choices: readonly string[];
  readonly passes: (index: number, choice: number) => boolean;
}

/** Fills the container with the table; `quantity` is what it is sorted by at first. */
export function showTable(container: HTMLElement, data: PageData, quantity: QuantityColumn): void {
  const table = new ResultsTable(data, quantity);
  container.replaceChildren(table.controls, table.frame, table.pages);
}

class ResultsTable {
  readonly controls = element('div', { class: 'controls' });
  readonly frame = element('div', {
    class: 'table-frame',
    tabindex: 0,
    role: 'region',
    'aria-label': 'Configurations',
  });
  readonly pages = element('nav', { class: 'pages', 'aria-label': 'Pages of the table' });
  readonly #body = element('tbody');
  readonly #heads: HTMLTableCellElement[] = [];
  readonly #status = element('p', { role: 'status' });
  readonly #columns: readonly Column[];
  readonly #chosen = new Map<Column, number>();
  #shown: number[] = [];
  #sortedBy: number;
  #descending: boolean;
  #page = 0;

  constructor(
    readonly data: PageData,
    quantity: QuantityColumn,
  ) {
    const quantities = data.quantities.map(quantityColumn);
    this.#columns = [
      evaluationColumn(),
      ...quantities,
      statusColumn(data),
      ...data.parameters.filter(({ values }) => values.length > 1).map(parameterColumn),
    ];
    this.#sortedBy = 1 + data.quantities.indexOf(quantity);
    this.#descending = quantity.higherIsBetter;
    this.frame.append(element('table', {}, this.#head(), this.#body));
    this.controls.append(this.#status, this.#resetButton(), this.#downloadButton());
    this.#refresh();
  }

  #head(): HTMLTableSectionElement {
    const titles = element('tr');
    const filters = element('tr', { class: 'filters' });
    this.#columns.forEach((column, place) => {
      const button = element('button', { type: 'button' }, column.title);
      button.addEventListener('click', () => this.#sort(place));
      const head = element('th', { scope: 'col', class: column.numeric ? 'number' : undefined }, button);
      this.#heads.push(head);
      titles.append(head);
      filters.append(element('td', {}, ...(column.filter ? [this.#filterList(column, column.filter)] : [])));
    });
    return element('thead', {}, titles, filters);
  }

  #filterList(column: Column, { choices }: Filter): HTMLSelectElement {
    const list = element(
      'select',
      { 'aria-label': `Show only ${column.title}` },
      element('option', { value: -1 }, 'all'),
    );
    choices.forEach((text, place) => list.append(element('option', { value: place }, text)));
    list.addEventListener('change', () => {
      const choice = Number(list.value);
      if (choice < 0) this.#chosen.delete(column);
      else this.#chosen.set(column, choice);
      this.#refresh();
    });
    return list;
  }

  #sort(place: number): void {
    this.#descending = place === this.#sortedBy ? !this.#descending : false;
    this.#sortedBy = place;
    this.#refresh();
  }

  #refresh(): void {
    const filters = [...this.#chosen].flatMap(([{ filter }, choice]) => (filter ? [{ filter, choice }] : []));
    const rows: number[] = [];
    for (let index = 0; index < this.data.count; index++) {
      if (filters.every(({ filter, choice }) => filter.passes(index, choice))) rows.push(index);
    }
    const column = this.#columns[this.#sortedBy];
    if (column) {
      const direction = this.#descending ? -1 : 1;
      rows.sort((a, b) => {
        const missing = Number(column.isMissing(a)) - Number(column.isMissing(b));
        return missing || direction * column.compare(a, b) || a - b;
      });
    }
    this.#heads.forEach((head, place) => {
      const order = this.#descending ? 'descending' : 'ascending';
      head.setAttribute('aria-sort', place === this.#sortedBy ? order : 'none');
    });
    this.#shown = rows;
    this.#showPage(0);
  }

  #showPage(page: number): void {
    this.#page = page;
    const first = page * pageLength;
    const rows = this.#shown.slice(first, first + pageLength).map((index) => {
      const failed = (this.data.failures.kindIndices[index] ?? -1) >= 0;
      const cells = this.#columns.map((column) =>
        element('td', { class: column.numeric ? 'number' : undefined }, column.text(index)),
      );
      return element('tr', { class: failed ? 'failed' : undefined }, ...cells);
    });
    this.#body.replaceChildren(...rows);
    const total = this.#shown.length;
    this.#status.textContent =
      total === 0
        ? 'No configuration fits the filters.'
        : `${count(first + 1)}–${count(Math.min(total, first + pageLength))} of ${count(total)} configurations`;
    this.#showPages();
  }

  #showPages(): void {
    const last = Math.max(0, Math.ceil(this.#shown.length / pageLength) - 1);
    const step = (label: string, page: number): HTMLButtonElement => {
      const button = element(
        'button',
        { type: 'button', disabled: page < 0 || page > last || page === this.#page },
        label,
      );
      button.addEventListener('click', () => this.#showPage(page));
      return button;
    };
    const position = element('span', {}, `page ${count(this.#page + 1)} of ${count(last + 1)}`);
    this.pages.replaceChildren(
      step('First', 0),
      step('Previous', this.#page - 1),
      position,
      step('Next', this.#page + 1),
      step('Last', last),
    );
  }

  #resetButton(): HTMLButtonElement {
    const button = element('button', { type: 'button' }, 'Clear filters');
    button.addEventListener('click', () => {
      this.#chosen.clear();
      for (const list of this.frame.querySelectorAll('select')) list.value = '-1';
      this.#refresh();
    });
    return button;
  }

  #downloadButton(): HTMLButtonElement {
    const button = element('button', { type: 'button' }, 'Download as CSV');
    button.addEventListener('click', () => {
      const lines = [this.#columns.map(({ title }) => title)];
      for (const index of this.#shown) lines.push(this.#columns.map((column) => column.text(index)));
      const text = lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n');
      const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
      element('a', { href: url, download: `${this.data.kernel}.csv` }).click();
      URL.revokeObjectURL(url);
    });
    return button;
  }
}

function evaluationColumn(): Column {
  return {
    title: 'evaluation',
    numeric: true,
    text: (index) => String(index + 1),
    compare: (a, b) => a - b,
    isMissing: () => false,
  };
}

function quantityColumn(quantity: QuantityColumn): Column {
  const value = (index: number): number | null => quantity.values[index] ?? null;
  return {
    title: titleOf(quantity),
    numeric: true,
    text: (index) => figure(value(index)),
    compare: (a, b) => (value(a) ?? 0) - (value(b) ?? 0),
    isMissing: (index) => value(index) === null,
  };
}

function parameterColumn({ name, values, indices }: ParameterColumn): Column {
  const place = (index: number): number => indices[index] ?? 0;
  return {
    title: name,
    numeric: values.every((value) => typeof value === 'number'),
    text: (index) => String(values[place(index)] ?? ''),
    compare: (a, b) => place(a) - place(b),
    isMissing: () => false,
    filter: { choices: values.map(String), passes: (index, choice) => place(index) === choice },
  };
}

function statusColumn({ failures }: PageData): Column {
  const kind = (index: number): number => failures.kindIndices[index] ?? -1;
  const text = (index: number): string => {
    if (kind(index) < 0) return 'ok';
    const message = failures.messages[failures.messageIndices[index] ?? 0] ?? '';
    return `${failures.kinds[kind(index)] ?? ''}: ${message.length > 80 ? `${message.slice(0, 79)}…` : message}`;
  };
  return {
    title: 'result',
    numeric: false,
    text,
    compare: (a, b) => kind(a) - kind(b),
    isMissing: () => false,
    filter: { choices: ['ok', ...failures.kinds], passes: (index, choice) => kind(index) === choice - 1 },
  };
}

// A leading =, +, - or @ would be a formula to a spreadsheet, unless it is a number.
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
