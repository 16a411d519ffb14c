/**
 * `npm run examples`: runs every example (examples/<name>.ts, examples/<name>/main.ts) and ends with a line of counts.
 * An example that cannot run here says why and ends with exit code 77, which counts as a skip.
 */
import { join } from 'node:path';
import { addCounts, countsLine, noCounts } from '../report/counts.mjs';
import { filesMatching } from '../report/files-matching.mjs';
import { twoAtATime } from '../report/two-at-a-time.mjs';
import { runProcess } from '../setup/run-process.mjs';
import { root } from '../setup/set-up.mjs';
import { builtProgram, builtSources } from '../sources/built-sources.mjs';

const skipCode = 77;
const total = noCounts();
const sources = await builtSources();

const examples = filesMatching(root, ['examples'], /^examples\/([^/]+\.ts|[^/]+\/main\.ts)$/);
// Those that tune take longest: they begin first, so that none of them is left alone at the end.
const longestFirst = examples.sort((a, b) => Number(b.includes('/tune-')) - Number(a.includes('/tune-')));
const jobs = longestFirst.map((example) => async () => {
  const started = performance.now();
  // Plain modules on plain modules: through tsx, reading the sources would take a second of each, and of their workers.
  const program = ['--enable-source-maps', await builtProgram(join(root, example), sources)];
  const { code, output } = await runProcess(process.execPath, program, { cwd: root, quiet: true, timeoutMs: 120_000 });
  const outcome = code === 0 ? 'passed' : code === skipCode ? 'skipped' : 'failed';
  addCounts(total, { [outcome]: 1 });
  console.log(`${outcome.padEnd(8)} ${example} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (outcome !== 'passed') console.log(output.trimEnd());
});
await twoAtATime(jobs);
console.log(countsLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;
