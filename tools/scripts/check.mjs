/**
 * `npm run check`: everything that can be said of the sources without running them. `npm run check -- types lint`
 * runs the named checks alone.
 */
import { join } from 'node:path';
import { addCounts, countsLine, noCounts } from '../report/counts.mjs';
import { runProcess } from '../setup/run-process.mjs';
import { installNodeModules } from '../setup/node-modules.mjs';
import { root } from '../setup/set-up.mjs';

await installNodeModules(root);

const tool = (path) => join(root, 'node_modules', path);
const cache = (name) => join(root, 'node_modules/.cache/heddle', name);

/** Each is one Node program; it passes by its exit code. */
const checks = {
  // Type tests (packages/*/test/types/*.test-d.ts) are among the files: an unused @ts-expect-error is an error.
  types: [tool('typescript/bin/tsc'), '-p', root],
  // The report page runs in a browser: other libraries, so a program of its own.
  page: [tool('typescript/bin/tsc'), '-p', join(root, 'packages/cli/page')],
  format: [
    tool('prettier/bin/prettier.cjs'),
    '--check',
    '--log-level=warn',
    '--cache',
    `--cache-location=${cache('prettier')}`,
    '.',
  ],
  lockfile: [join(root, 'tools/scripts/complete-lockfile.mjs'), '--check'],
  features: [join(root, 'tools/report/feature-table.mjs'), '--check'],
  lint: [tool('eslint/bin/eslint.js'), '.'],
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in checks));
if (unknown.length > 0) {
  console.error(`no check is named ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}`);
  process.exit(1);
}

const total = noCounts();
for (const [name, args] of Object.entries(checks)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const started = performance.now();
  const { code } = await runProcess(process.execPath, args, { cwd: root });
  addCounts(total, code === 0 ? { passed: 1 } : { failed: 1 });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'passed' : 'FAILED'}   ${name} (${seconds} s)`);
}
console.log(countsLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;
