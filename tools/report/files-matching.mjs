/** Files of the repository by pattern, without what is installed or built. */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const skipped = new Set(['node_modules', 'dist', 'build', 'build-asan', '.git', '.nx', '.heddle-cache', 'coverage']);

/**
 * @param {string} root
 * @param {string[]} folders - where to look, relative to `root`; a missing one holds nothing
 * @param {RegExp} pattern - tried against the path from `root`, with forward slashes
 * @returns {string[]} paths from `root`, sorted
 */
export function filesMatching(root, folders, pattern) {
  return folders
    .flatMap((folder) => filesBelow(join(root, folder)))
    .map((path) => relative(root, path).split('\\').join('/'))
    .filter((path) => pattern.test(path))
    .sort();
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}
