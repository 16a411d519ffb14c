/** Parts that HEDDLE_REQUIRE names and whose package had no passing test. A suite that skips itself looks like success. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requiredNames } from '../setup/system-parts.mjs';

/**
 * @param {string} root
 * @param {(folder: string) => number} passedIn - how many tests of a folder have passed
 * @param {string} [folder] - the package to look at; all of them without it
 * @returns {string[]} a line for each failure
 */
export function untestedParts(root, passedIn, folder) {
  return requiredNames()
    .map((name) => ({ name, folder: name === 'native' ? 'packages/native' : `packages/backend-${name}` }))
    .filter((part) => folder === undefined || part.folder === folder)
    .filter((part) => existsSync(join(root, part.folder, 'src')) && passedIn(part.folder) === 0)
    .map((part) => `${part.name}: required, but no test of ${part.folder} passed`);
}
