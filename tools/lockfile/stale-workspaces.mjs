/** Workspaces whose manifest says something else than the lockfile: `npm ci` would refuse it. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';

const compared = ['name', 'version', 'dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/**
 * @param {string} root
 * @param {Record<string, any>} packages - the lockfile's `packages`
 * @returns {string[]} folders, '' for the root
 */
export function staleWorkspaces(root, packages) {
  const { workspaces } = readManifest(root);
  const folders = workspaces
    .flatMap((pattern) => readdirSync(join(root, pattern.replace('/*', ''))).map((name) => pattern.replace('*', name)))
    .filter((folder) => existsSync(join(root, folder, 'package.json')));
  const gone = Object.keys(packages).filter(
    (path) => path && !path.includes('node_modules/') && !folders.includes(path),
  );
  const stale = ['', ...folders].filter((folder) => {
    const manifest = readManifest(join(root, folder));
    const locked = packages[folder] ?? {};
    // The root has no version, and npm records none.
    return compared.some((field) => manifest[field] && !isDeepStrictEqual(manifest[field], locked[field]));
  });
  return [...stale, ...gone];
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
