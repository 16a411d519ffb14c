/** Runs jest and reads its counts; a suite that could not start counts as one failure. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runProcess } from '../setup/run-process.mjs';

// Each suite loads the packages anew, and most of what it allocates is soon forgotten: with room for that, collections
// take up to a tenth less of a processor. Jest hands them on to its workers.
const engineFlags = ['--max-semi-space-size=64', '--min-semi-space-size=16'];

/**
 * @param {string} root
 * @param {string[]} args - further arguments for jest
 * @param {{ node?: string, env?: NodeJS.ProcessEnv }} [options] - `node`: the Node binary that runs it
 * @returns {Promise<{ counts: import('./counts.mjs').Counts, passedIn: (folder: string) => number }>}
 *   `passedIn` tells how many tests passed in files below a folder
 */
export async function runJest(root, args, { node = process.execPath, env } = {}) {
  const scratch = mkdtempSync(join(tmpdir(), 'heddle-jest-'));
  const report = join(scratch, 'report.json');
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const { code } = await runProcess(node, [...engineFlags, jest, '--json', `--outputFile=${report}`, ...args], {
    cwd: root,
    env,
    discardStdout: true,
  });
  try {
    return readReport(root, JSON.parse(readFileSync(report, 'utf8')), code);
  } catch (error) {
    console.error(`jest left no report (it ended with ${code}): ${error.message}`);
    return { counts: { passed: 0, failed: 1, skipped: 0 }, passedIn: () => 0 };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function readReport(root, report, code) {
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const counts = {
    passed: report.numPassedTests,
    // jest fails for reasons of its own too (no tests found, a leaked handle); none may end as a success.
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  const passedIn = (folder) =>
    report.testResults
      .filter(({ name }) => relative(root, name).startsWith(`${folder}/`))
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length;
  return { counts, passedIn };
}
