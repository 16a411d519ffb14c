/** Brings node_modules to what package-lock.json says, and does nothing if it is already so. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from './run-process.mjs';

/**
 * Runs `npm ci` when node_modules is missing or does not hold what the lockfile names.
 *
 * @returns {Promise<string>} what was done
 * @throws when npm fails
 */
export async function installNodeModules(root) {
  const difference = differenceFromLockfile(root);
  if (!difference) return 'up to date';
  console.log(`▸ npm ci (${difference})`);
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const { code } = await runProcess(npm[0], [...npm.slice(1), ...args], { cwd: root, connects: true });
  if (code !== 0) throw new Error(`npm ci ended with ${code}; after a change of dependencies, npm run lockfile`);
  return 'installed';
}

// Compared by content: file times say nothing after a checkout, and a needless npm ci empties node_modules
// under other processes that use it.
function differenceFromLockfile(root) {
  const installedPath = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedPath)) return 'node_modules is missing';
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const installed = packagesOf(installedPath);
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || !path.includes('node_modules/')) continue;
    const there = installed[path];
    if (!there && (entry.optional || entry.devOptional || entry.peer)) continue;
    if (!there) return `${path} is missing`;
    if (there.version !== entry.version) return `${path} is ${there.version}, not ${entry.version}`;
  }
  return undefined;
}

function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}
