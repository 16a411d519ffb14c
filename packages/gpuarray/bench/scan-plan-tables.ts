/** What decides between plans of scans, as tables in Markdown. */

export interface MeasuredCase {
  readonly what: string;
  /** Kind of the plan that Heddle chooses. */
  readonly chosen: string;
  /** GB/s of each plan. */
  readonly figures: readonly { readonly kind: string; readonly figure: number }[];
}

/** Each case with its plans, the fastest first; and how much slower each kind of plan leaves a case if it is not there. */
export function planTables(cases: readonly MeasuredCase[]): string {
  const sorted = cases.map((one) => ({ ...one, figures: [...one.figures].sort((a, b) => b.figure - a.figure) }));
  return `${caseTable(sorted)}\n\n${absenceTable(sorted)}`;
}

function caseTable(cases: readonly MeasuredCase[]): string {
  const rows = cases.map(({ what, chosen, figures }) => {
    const figure = figures.find(({ kind }) => kind === chosen)?.figure ?? NaN;
    const ratio = figure / (figures[0]?.figure ?? NaN);
    const all = figures.map((one) => `${one.kind} ${one.figure.toPrecision(3)}`).join(', ');
    return `| ${what} | ${chosen} | ${ratio.toFixed(2)}${ratio < 0.95 ? ' !' : ''} | ${all} |`;
  });
  return ['| scan | chosen | of the best | GB/s |', '| --- | --- | ---: | --- |', ...rows].join('\n');
}

/** A kind without the figures that vary with the items: `look-back15-32` is `look-back`. */
const familyOf = (kind: string): string => kind.replace(/\d.*$/, '');

function absenceTable(cases: readonly MeasuredCase[]): string {
  const families = [...new Set(cases.flatMap(({ figures }) => figures.map(({ kind }) => familyOf(kind))))];
  const rows = families.map((family) => {
    const losses = cases.flatMap(({ what, figures }) => {
      const [best] = figures;
      const next = figures.find(({ kind }) => familyOf(kind) !== family);
      if (best === undefined || next === undefined || familyOf(best.kind) !== family) return [];
      return [{ what, ratio: next.figure / best.figure }];
    });
    const worst = losses.sort((a, b) => a.ratio - b.ratio)[0];
    const notable = losses.filter(({ ratio }) => ratio < 0.95).length;
    return `| ${family} | ${losses.length} | ${notable} | ${worst ? `${worst.ratio.toFixed(2)} in ${worst.what}` : '-'} |`;
  });
  return [
    '| plan | cases it wins | by over 5 % | the best of the others, at its worst |',
    '| --- | ---: | ---: | --- |',
    ...rows,
  ].join('\n');
}
