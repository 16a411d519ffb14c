/**
 * `npm run examples`: runs every example (examples/<name>.ts, examples/<name>/main.ts) and ends with a line of counts.
 * An example that cannot run here says why and ends with exit code 77, which counts as a skip.
 */
import { addCounts, countsLine, noCounts } from '../report/counts.mjs';
import { filesMatching } from '../report/files-matching.mjs';
import { runTypeScript } from '../report/run-typescript.mjs';
import { twoAtATime } from '../report/two-at-a-time.mjs';
import { root } from '../setup/set-up.mjs';

const skipCode = 77;
const total = noCounts();

const examples = filesMatching(root, ['examples'], /^examples\/([^/]+\.ts|[^/]+\/main\.ts)$/);
// Those that tune take longest: they begin first, so that none of them is left alone at the end.
const longestFirst = examples.sort((a, b) => Number(b.includes('/tune-')) - Number(a.includes('/tune-')));
const jobs = longestFirst.map((example) => async () => {
  const started = performance.now();
  const { code, output } = await runTypeScript(root, example, [], { quiet: true, timeoutMs: 120_000 });
  const outcome = code === 0 ? 'passed' : code === skipCode ? 'skipped' : 'failed';
  addCounts(total, { [outcome]: 1 });
  console.log(`${outcome.padEnd(8)} ${example} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (outcome !== 'passed') console.log(output.trimEnd());
});
await twoAtATime(jobs);
console.log(countsLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;
