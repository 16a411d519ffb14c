/**
 * Counts the type assertions (`value as Type`) in the sources of the packages that have a limit in settings.mjs.
 *
 * `node tools/casts/count.mjs [--list]` prints the counts of each package, and with `--list` each place. Exits with 1 if
 * a count is above its limit.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { castsIn } from './casts.mjs';
import { limits } from './settings.mjs';

const root = join(fileURLToPath(import.meta.url), '../../..');
const args = process.argv.slice(2);
const unknown = args.find((arg) => arg !== '--list');
if (unknown !== undefined) {
  console.error(`unknown argument ${unknown}; the only option is --list`);
  process.exit(2);
}

for (const [folder, limit] of Object.entries(limits)) {
  const casts = sourcesOf(join(folder, 'src')).flatMap((path) =>
    castsIn(path, readFileSync(join(root, path), 'utf8')).map((cast) => ({ path, ...cast })),
  );
  if (args.includes('--list')) for (const { path, line, type } of casts) console.log(`${path}:${line}: as ${type}`);
  const fromUnknown = casts.filter((cast) => cast.fromUnknown).length;
  console.log(
    `${folder}: ${casts.length} casts (at most ${limit.casts}), ${fromUnknown} through unknown (at most ${limit.fromUnknown})`,
  );
  if (casts.length > limit.casts || fromUnknown > limit.fromUnknown) {
    console.error('replace casts by a type guard, a generic type or an overload (--list shows the places)');
    process.exitCode = 1;
  }
}

function sourcesOf(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[cm]?tsx?$/.test(path))
    .map((path) => join(folder, path))
    .sort();
}
