/**
 * The tests that load ROCm's own libraries, each file in a process of its own. Their compiler is an LLVM, which ends
 * the process that has another one in it (PoCL's) or loads it twice.
 */
import { basename } from 'node:path';
import { addCounts, countsLine, noCounts } from './counts.mjs';
import { filesMatching } from './files-matching.mjs';
import { runJest } from './jest-run.mjs';
import { twoAtATime } from './two-at-a-time.mjs';

/**
 * @param {string} root
 * @param {string} folder - where to look, relative to `root`
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function runRocmTests(root, folder) {
  const total = noCounts();
  const run = async (file) => {
    const args = ['--runInBand', '--silent', '--testMatch', `**/${basename(file)}`];
    const { counts } = await runJest(root, args);
    console.log(`${file}: ${countsLine(counts)}`);
    addCounts(total, counts);
  };
  // Longer than all that runs beside it in `npm test`: a processor would be idle after it.
  await twoAtATime(filesMatching(root, [folder], /\.rocm-test\.ts$/).map((file) => () => run(file)));
  return total;
}
