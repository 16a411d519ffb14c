/**
 * `npm run bench [-- <word>...]`: runs <name>/bench/*.bench.ts of packages, examples and tools one after
 * another, those whose path contains one of the words. Each prints its table; together they may not share the cores.
 */
import { filesMatching } from '../report/files-matching.mjs';
import { runTypeScript } from '../report/run-typescript.mjs';
import { root, setUp } from '../setup/set-up.mjs';

const words = process.argv.slice(2);
const { skips, failures } = await setUp('bench');
for (const line of [...skips, ...failures]) console.log(`skipped  ${line}`);

const programs = filesMatching(root, ['packages', 'examples', 'tools'], /\/bench\/[^/]+\.bench\.ts$/).filter(
  (path) => words.length === 0 || words.some((word) => path.includes(word)),
);
for (const program of programs) {
  console.log(`\n▸ ${program}`);
  const { code } = await runTypeScript(root, program);
  if (code === 0) continue;
  console.error(`${program} ended with ${code}`);
  process.exitCode = 1;
}
