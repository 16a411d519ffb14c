/**
 * Tests that are not jest's: every script of a package that is named `test:<something>`, such as the C++ tests of
 * a runtime. It may end its output with a line of counts; without one, its exit code is one test.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runProcess } from '../setup/run-process.mjs';
import { countsFrom } from './counts.mjs';

/** @returns {{ name: string, folder: string }[]} */
export function packageTestScripts(root) {
  const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
  return folders.flatMap((folder) => {
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest)) return [];
    const { scripts = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
    return Object.keys(scripts)
      .filter((name) => name.startsWith('test:'))
      .map((name) => ({ name, folder }));
  });
}

/** @returns {Promise<Partial<import('./counts.mjs').Counts>>} */
export async function runPackageTestScript({ name, folder }) {
  const { code, output } = await runProcess('npm', ['run', '--silent', name], { cwd: folder, quiet: true });
  process.stdout.write(`▸ ${basename(folder)}: ${name}\n${output}`);
  const counts = countsFrom(output);
  if (!counts) return code === 0 ? { passed: 1 } : { failed: 1 };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
