/**
 * `npm run api` writes a report for every entry point of every published package: `packages/<name>/api/<entry>.api.md`,
 * with the declaration of each exported name. The reports are committed, so that a review shows each change of the API.
 *
 * With --check nothing is written: `npm run check` fails if a report is out of date, and prints the difference.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedPackages } from '../packages/published-packages.mjs';
import { declarationProgram, declarationsOf, entryPoints } from './declarations.mjs';
import { difference, reportText, tooManyNames } from './report.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const check = process.argv.includes('--check');

const entries = entryPoints(publishedPackages(root));
const program = declarationProgram(
  root,
  entries.map(({ source }) => source),
);
const problems = [];
let isOutOfDate = false;
for (const entry of entries) {
  const declarations = declarationsOf(program, entry);
  const text = reportText(entry.name, declarations);
  problems.push(tooManyNames(entry.name, declarations));
  if (check) outOfDate(difference(root, entry.file, text));
  else write(entry.file, text);
}
for (const file of reportsWithoutEntry()) {
  if (check) outOfDate(`${relative(root, file)} reports an entry point that is gone.`);
  else rmSync(file);
}
if (isOutOfDate) problems.push('`npm run api` writes the reports.');
const told = problems.filter((problem) => problem !== undefined);
if (told.length > 0) console.error(told.join('\n'));
process.exitCode = told.length > 0 ? 1 : 0;

function outOfDate(problem) {
  problems.push(problem);
  isOutOfDate ||= problem !== undefined;
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function reportsWithoutEntry() {
  const known = new Set(entries.map(({ file }) => file));
  return [...new Set(entries.map(({ file }) => dirname(file)))]
    .flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.api.md') && !known.has(file));
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
