import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowOf, variableTables } from './variable-tables';

const page = readFileSync(join(__dirname, '../../../docs/cache.md'), 'utf8');

/** The rows below a heading, with single spaces. */
function rowsBelow(heading: string): string[] {
  const section = page.split(/^### /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const rows = section.match(/^\|.*\|$/gm) ?? [];
  return rows.slice(2).map((row) => row.replace(/ +/g, ' '));
}

it.each(variableTables)('docs/cache.md lists the variables of %s as the code has them', (heading, variables) => {
  expect(rowsBelow(heading)).toEqual(variables.map(rowOf));
});

it('docs/cache.md has no other tables of variables', () => {
  const headings = [...page.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(variableTables.map(([heading]) => heading));
});
