/** The hard phrases of a repository, and whether they are more than the limit. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placesIn } from './places.mjs';
import { leftOut } from './settings.mjs';

/**
 * Counts in all files that git tracks or does not ignore.
 *
 * @param {string} root - of the repository
 * @param {string[]} [paths] - count below these alone
 * @returns {ReturnType<typeof placesIn>} ordered by file
 */
export function placesInRepository(root, paths = []) {
  const command = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths];
  return execFileSync('git', command, { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && !leftOut.some((pattern) => pattern.test(path)) && existsSync(join(root, path)))
    .sort()
    .flatMap((path) => placesIn(path, readFileSync(join(root, path), 'utf8')));
}

/**
 * @param {ReturnType<typeof placesIn>} places
 * @param {number} limit
 * @returns {{ lines: string[], isAbove: boolean }} the count of each package, and whether the total is above the limit
 */
export function countsOf(places, limit) {
  const counts = new Map();
  for (const { path } of places) counts.set(packageOf(path), (counts.get(packageOf(path)) ?? 0) + 1);
  const lines = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${String(count).padStart(5)} ${name}`);
  return { lines: [...lines, `${places.length} phrases; the limit is ${limit}`], isAbove: places.length > limit };
}

function packageOf(path) {
  return /^(?:packages|tools)\/[^/]+/.exec(path)?.[0] ?? /^[^/]+(?=\/)/.exec(path)?.[0] ?? 'README and the like';
}
