/**
 * The tests that load ROCm's own libraries, each file in a process of its own. Their compiler is an LLVM, which ends
 * the process that has another one in it (PoCL's) or loads it twice.
 */
import { basename } from 'node:path';
import { addCounts, countsLine, noCounts } from '../report/counts.mjs';
import { filesMatching } from '../report/files-matching.mjs';
import { runJest } from '../report/jest-run.mjs';
import { twoAtATime } from '../report/two-at-a-time.mjs';
import { root } from '../setup/set-up.mjs';

const total = noCounts();
const files = filesMatching(root, ['packages/backend-hip/test', 'tools'], /\.rocm-test\.ts$/);
const run = async (file) => {
  const args = ['--runInBand', '--silent', '--testMatch', `**/${basename(file)}`];
  const { counts } = await runJest(root, args);
  console.log(`${file}: ${countsLine(counts)}`);
  addCounts(total, counts);
};
// Longer than all that runs beside it in `npm test`: a processor would be idle behind it.
await twoAtATime(files.map((file) => () => run(file)));
console.log(countsLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;
