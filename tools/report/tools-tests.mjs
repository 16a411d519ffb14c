/** The tests of tools/ that jest does not run with the others: plain ES modules, which it cannot load, and those on ROCm. */
import { runProcess } from '../setup/run-process.mjs';
import { addCounts, noCounts } from './counts.mjs';
import { filesMatching } from './files-matching.mjs';
import { runRocmTests } from './rocm-tests.mjs';

/**
 * @param {string} root
 * @param {string} [folder] - below which they are, relative to `root`
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function runToolsTests(root, folder = 'tools') {
  const total = noCounts();
  addCounts(total, await runModules(root, folder));
  addCounts(total, await runRocmTests(root, folder));
  return total;
}

// Node's own runner takes them.
async function runModules(root, folder) {
  const files = filesMatching(root, [folder], /\/test\/[^/]+\.test\.mjs$/);
  if (files.length === 0) return {};
  const { code, output } = await runProcess(process.execPath, ['--test', '--test-reporter=tap', ...files], {
    cwd: root,
    quiet: true,
  });
  if (code !== 0) console.log(output);
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const counts = { passed: count('pass'), failed: count('fail'), skipped: count('skipped') + count('todo') };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
