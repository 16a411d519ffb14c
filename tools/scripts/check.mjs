/**
 * `npm run check`: everything that can be said of the sources without running them. `npm run check -- types lint`
 * runs the named checks alone.
 */
import { join } from 'node:path';
import { addCounts, countsLine, noCounts } from '../report/counts.mjs';
import { twoAtATime } from '../report/two-at-a-time.mjs';
import { runProcess } from '../setup/run-process.mjs';
import { installNodeModules } from '../setup/node-modules.mjs';
import { root } from '../setup/set-up.mjs';

await installNodeModules(root);

const tool = (path) => join(root, 'node_modules', path);
const cache = (name) => join(root, 'node_modules/.cache/heddle', name);

// The compiler makes objects faster than most programs: with the usual room for new ones it spends half of its time on
// moving them.
const typescript = ['--max-semi-space-size=64', tool('typescript/bin/tsc'), '-p'];

/** Each is one Node program; it passes by its exit code. */
const checks = {
  // The longest first: two run side by side.
  lint: [tool('eslint/bin/eslint.js'), '.'],
  // Type tests (packages/*/test/types/*.test-d.ts) are among the files: an unused @ts-expect-error is an error.
  types: [...typescript, root],
  // The report page runs in a browser: other libraries, so a program of its own.
  page: [...typescript, join(root, 'packages/cli/page')],
  format: [
    tool('prettier/bin/prettier.cjs'),
    '--check',
    '--log-level=warn',
    '--cache',
    `--cache-location=${cache('prettier')}`,
    '.',
  ],
  imports: [join(root, 'tools/architecture/check-imports.mjs')],
  casts: [join(root, 'tools/casts/count.mjs')],
  lockfile: [join(root, 'tools/scripts/complete-lockfile.mjs'), '--check'],
  api: [join(root, 'tools/api-reports/api-reports.mjs'), '--check'],
  english: [join(root, 'tools/english/count.mjs')],
  features: [join(root, 'tools/report/feature-table.mjs'), '--check'],
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in checks));
if (unknown.length > 0) {
  console.error(`no check is named ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}`);
  process.exit(1);
}

const total = noCounts();
const named = Object.entries(checks).filter(([name]) => chosen.length === 0 || chosen.includes(name));
const jobs = named.map(([name, args]) => async () => {
  const started = performance.now();
  const { code, output } = await runProcess(process.execPath, args, { cwd: root, quiet: true });
  addCounts(total, code === 0 ? { passed: 1 } : { failed: 1 });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${output}${code === 0 ? 'passed' : 'FAILED'}   ${name} (${seconds} s)\n`);
});
await twoAtATime(jobs);
console.log(countsLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;
