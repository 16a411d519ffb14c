/**
 * Counts hard phrases (phrases.mjs) in all texts of the repository: documents, comments, messages and names of tests.
 * It is a part of `npm run check`.
 *
 * `node tools/english/count.mjs [--list] [PATH...]` prints the count of every package, and with `--list` each place.
 * With paths it counts below these alone. If the total is above the limit in settings.mjs, it prints each place and
 * exits with 1.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countsOf, placesInRepository } from './repository.mjs';
import { limit } from './settings.mjs';

const root = join(fileURLToPath(import.meta.url), '../../..');
const args = process.argv.slice(2);
const unknown = args.find((arg) => arg.startsWith('--') && arg !== '--list');
if (unknown !== undefined) {
  console.error(`unknown option ${unknown}; the only option is --list`);
  process.exit(2);
}

const places = placesInRepository(
  root,
  args.filter((arg) => !arg.startsWith('--')),
);
const { lines, isAbove } = countsOf(places, limit);
if (isAbove || args.includes('--list')) {
  for (const { path, line, name, excerpt } of places) console.log(`${path}:${line}: ${name}: ${excerpt}`);
}
for (const line of lines) console.log(line);
if (isAbove) {
  console.error('write these in plainer words (tools/english/phrases.mjs says which)');
  process.exitCode = 1;
}
