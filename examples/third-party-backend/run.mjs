/**
 * Does what a stranger does: copies this example out of the repository, installs it from packed tarballs of Heddle's
 * packages, and runs its test.
 *
 *     node examples/third-party-backend/run.mjs <folder with heddle-core-*.tgz and heddle-conformance-*.tgz>
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node run.mjs <folder with tarballs>');
const tarballs = readdirSync(folder)
  .filter((name) => /^heddle-(core|conformance)-\d.*\.tgz$/.test(name))
  .map((name) => join(resolve(folder), name));
if (tarballs.length !== 2) throw new Error(`expected the tarballs of core and conformance in ${folder}`);

const home = mkdtempSync(join(tmpdir(), 'heddle-third-party-'));
try {
  const notCopied = new Set(['node_modules', 'run.mjs']);
  cpSync(import.meta.dirname, home, { recursive: true, filter: (path) => !notCopied.has(basename(path)) });
  const quiet = ['--no-audit', '--no-fund', '--silent'];
  run('npm', ['install', '--no-save', '--ignore-scripts', '--prefer-offline', ...quiet, ...tarballs]);
  run('npm', ['test', '--silent']);
} finally {
  rmSync(home, { recursive: true, force: true });
}

function run(program, args) {
  const { status, error } = spawnSync(program, args, { cwd: home, stdio: 'inherit' });
  if (status !== 0) throw error ?? new Error(`${program} ${args[0]} ended with ${status}`);
}
