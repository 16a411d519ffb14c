/**
 * `npm run lockfile`: brings package-lock.json up to date, complete for every platform. With `-- --check` it only
 * looks, without a network, whether `npm ci` would take the file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingPlatformPackages } from '../lockfile/platform-packages.mjs';
import { staleWorkspaces } from '../lockfile/stale-workspaces.mjs';
import { runProcess } from '../setup/run-process.mjs';
import { root } from '../setup/set-up.mjs';

const path = join(root, 'package-lock.json');
if (process.argv.includes('--check')) {
  const text = readFileSync(path, 'utf8');
  const { packages } = JSON.parse(text);
  const problems = [
    ...staleWorkspaces(root, packages).map((folder) => `${folder || 'package.json'} differs from its entry`),
    ...Object.keys(missingPlatformPackages(packages)).map((name) => `${name} is missing`),
    ...(/"resolved": "https?:/.test(text) ? ['it names a registry'] : []),
  ];
  for (const problem of problems) console.error(`package-lock.json: ${problem}; npm run lockfile mends it`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} else {
  await runProcess('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: root, connects: true });
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const missing = missingPlatformPackages(lock.packages);
  const entries = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => a.localeCompare(b, 'en'));
  lock.packages = Object.fromEntries(entries);
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} platform packages added`);
}
