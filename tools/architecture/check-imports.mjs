/**
 * Checks the imports within each package: no cycle of value imports among files, no cycle of imports, types included,
 * among folders, and no import against the package's order. Prints each problem and exits with 1 if there is one.
 *
 * `node tools/architecture/check-imports.mjs [root]` checks another tree, which is how the test plants faults.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderOf, folderOrders, isAgainstOrder, recursiveFiles } from './arrows.mjs';
import { cyclesOf, importsOf } from './import-graph.mjs';

const root = process.argv[2] ?? join(fileURLToPath(import.meta.url), '../../..');

const problems = readdirSync(join(root, 'packages')).flatMap((name) => {
  const source = join(root, 'packages', name, 'src');
  return existsSync(source) ? problemsOf(name, importsOf(source)) : [];
});
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function problemsOf(name, imports) {
  const against = imports
    .filter(({ from, to }) => isAgainstOrder(name, from, to))
    .map(
      ({ from, to }) => `${name}: ${from} imports ${to}, against the order of folders in tools/architecture/arrows.mjs`,
    );
  const files = cyclesOf(imports.filter(({ isType }) => !isType)).map((cycle) => cycle.join(', '));
  const folders = cyclesOf(imports.map(({ from, to }) => ({ from: folderOf(name, from), to: folderOf(name, to) })));
  return [
    ...against,
    ...files
      .filter((cycle) => !recursiveFiles.includes(`${name}: ${cycle}`))
      .map((cycle) => `${name}: these files import each other's values: ${cycle}`),
    ...folders.map((cycle) => `${name}: these folders import each other, types included: ${cycle.join(', ')}`),
  ];
}
