/** What this repository publishes. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} root
 * @returns {{ name: string, folder: string, manifest: Record<string, any> }[]} every public package that has sources
 */
export function publishedPackages(root) {
  return readdirSync(join(root, 'packages'))
    .map((name) => join(root, 'packages', name))
    .filter((folder) => existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'src/index.ts')))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }))
    .filter(({ manifest }) => !manifest.private)
    .map(({ folder, manifest }) => ({ name: manifest.name, folder, manifest }));
}
