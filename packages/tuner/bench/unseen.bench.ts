/**
 * How good strategies are on spaces on which none was chosen: made from seeds by generated-spaces.ts.
 *
 *     npx tsx packages/tuner/bench/unseen.bench.ts [draws] [seeds] [first draw] [strategy …]
 *
 * For each strategy the mean, over all spaces and seeds, of optimum over best after 50, 100 and 200 evaluations: 1 where
 * the optimum was found; the share of runs that came within 1 % of it; and the same by kind of space at 100.
 */
import { createStrategy, simulate, strategies, type RecordedTable } from '../src';
import { generatedSpaces } from './generated-spaces';
import { marks } from './recorded-spaces';

const [, , draws = '2', seeds = '5', firstDraw = '101', ...named] = process.argv;
if (!(Number(seeds) >= 2)) throw new RangeError('the standard error needs 2 seeds at least');
const names = named.length > 0 ? named : Object.keys(strategies).filter((name) => name !== 'bruteForce');

/** Optimum over best of one run, at each mark; 0 where everything failed until then. */
async function fractions(table: RecordedTable, name: string, seed: number): Promise<number[]> {
  const { best } = await simulate(table, createStrategy(name), { evaluations: Math.max(...marks), seed });
  return marks.map((mark) => table.optimum / (best[Math.min(mark, best.length) - 1] ?? Infinity));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0) / numbers.length;
}

/** Standard error of the mean of runs, which are grouped by space. */
function standardError(groups: readonly (readonly number[])[]): number {
  const means = groups.map(mean);
  const middle = mean(means);
  const variance = groups.map((runs, at) => {
    const own = means[at] ?? middle;
    return runs.reduce((sum, x) => sum + (x - own) ** 2, 0) / Math.max(1, runs.length - 1) / runs.length;
  });
  return Math.sqrt(variance.reduce((a, b) => a + b, 0)) / groups.length;
}

const titles = Object.keys(generatedSpaces);
const tables = Array.from({ length: Number(draws) }, (_, draw) =>
  Object.entries(generatedSpaces).map(([title, make]) => [title, make(Number(firstDraw) + draw)] as const),
).flat();

console.log(
  `mean optimum / best at ${marks.join(' / ')} evaluations in ${tables.length} generated spaces, ${seeds} seeds each (± standard error)`,
);
console.log(
  `${'strategy'.padEnd(34)} ${'mean'.padEnd(38)} within 1 %         by kind at ${marks[1]}: ${titles.join(', ')}`,
);
for (const name of names) {
  const runs = new Map<string, number[][][]>(titles.map((title) => [title, []]));
  for (const [title, table] of tables) {
    const group: number[][] = [];
    for (let seed = 0; seed < Number(seeds); seed++) group.push(await fractions(table, name, seed));
    runs.get(title)?.push(group);
  }
  const groups = [...runs.values()].flat();
  const columns = marks.map((_, mark) => groups.map((group) => group.map((run) => run[mark] ?? 0)));
  const means = columns.map(
    (column) => `${mean(column.flat()).toFixed(3)} ±${standardError(column).toFixed(3).slice(1)}`,
  );
  const near = columns.map((column) => mean(column.flat().map((fraction) => (fraction > 1 / 1.01 ? 1 : 0))).toFixed(2));
  const kinds = titles.map((title) => mean((runs.get(title) ?? []).flat().map((run) => run[1] ?? 0)).toFixed(2));
  console.log(`${name.padEnd(34)} ${means.join(' / ').padEnd(38)} ${near.join(' / ')} ${kinds.join(' ')}`);
}
