/**
 * Counts hard phrases (phrases.mjs) in all texts of the repository: documents, comments, messages and names of tests.
 *
 * `node tools/english/count.mjs [--list] [PATH...]` prints the count of every package, and with `--list` each place.
 * With paths it counts below these alone. Exits with 1 if the total is above the limit in settings.mjs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { placesIn } from './places.mjs';
import { leftOut, limit } from './settings.mjs';

const root = join(fileURLToPath(import.meta.url), '../../..');
const args = process.argv.slice(2);
const paths = args.filter((arg) => !arg.startsWith('--'));
const unknown = args.find((arg) => arg.startsWith('--') && arg !== '--list');
if (unknown !== undefined) {
  console.error(`unknown option ${unknown}; the only option is --list`);
  process.exit(2);
}

const listed = execFileSync('git', ['ls-files', '-z', '--', ...paths], { cwd: root, encoding: 'utf8' });
const places = listed
  .split('\0')
  .filter((path) => path !== '' && !leftOut.some((pattern) => pattern.test(path)) && existsSync(join(root, path)))
  .flatMap((path) => placesIn(path, readFileSync(join(root, path), 'utf8')));

if (args.includes('--list')) {
  for (const { path, line, name, excerpt } of places) console.log(`${path}:${line}: ${name}: ${excerpt}`);
}
const counts = new Map();
for (const { path } of places) counts.set(packageOf(path), (counts.get(packageOf(path)) ?? 0) + 1);
for (const [name, count] of [...counts].sort(([, a], [, b]) => b - a))
  console.log(`${String(count).padStart(5)} ${name}`);
console.log(`${places.length} phrases; the limit is ${limit}`);
if (places.length > limit) {
  console.error('write these in plainer words (--list shows the places, tools/english/phrases.mjs the reasons)');
  process.exitCode = 1;
}

function packageOf(path) {
  return /^(?:packages|tools)\/[^/]+/.exec(path)?.[0] ?? /^[^/]+(?=\/)/.exec(path)?.[0] ?? 'README and the like';
}
