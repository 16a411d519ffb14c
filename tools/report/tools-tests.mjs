/** The tests of tools/ that are plain ES modules, which jest cannot load: Node's own runner takes them. */
import { runProcess } from '../setup/run-process.mjs';
import { filesMatching } from './files-matching.mjs';

/** @returns {Promise<Partial<import('./counts.mjs').Counts>>} */
export async function runToolsTests(root) {
  const files = filesMatching(root, ['tools'], /\/test\/[^/]+\.test\.mjs$/);
  const { code, output } = await runProcess(process.execPath, ['--test', '--test-reporter=tap', ...files], {
    cwd: root,
    quiet: true,
  });
  if (code !== 0) console.log(output);
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const counts = { passed: count('pass'), failed: count('fail'), skipped: count('skipped') + count('todo') };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
