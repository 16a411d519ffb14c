/**
 * `npm test`: sets the machine up, then runs every test: jest over all packages (the conformance kit on every
 * backend among them), then the tests of tools/ and the packages' own test scripts. Arguments go to jest, and then
 * only jest runs. The last line is the sum: `N passed, N failed, N skipped`.
 */
import { addCounts, countsLine, noCounts } from '../report/counts.mjs';
import { runJest } from '../report/jest-run.mjs';
import { packageTestScripts, runPackageTestScript } from '../report/package-test-scripts.mjs';
import { runToolsTests } from '../report/tools-tests.mjs';
import { twoAtATime } from '../report/two-at-a-time.mjs';
import { untestedParts } from '../report/untested-parts.mjs';
import { root, setUp } from '../setup/set-up.mjs';

const jestArguments = process.argv.slice(2);
const total = noCounts();

const { skips, failures } = await setUp('test').catch((error) => {
  console.error(error.message);
  console.log(countsLine({ passed: 0, failed: 1, skipped: 0 }));
  process.exit(1);
});
const jest = await runJest(root, ['--maxWorkers=2', ...jestArguments]);
addCounts(total, jest.counts);

if (jestArguments.length === 0) {
  const tools = async () => addCounts(total, await runToolsTests(root));
  const scripts = packageTestScripts(root).map((script) => async () => {
    addCounts(total, await runPackageTestScript(script));
  });
  await twoAtATime([...scripts, tools]);
  failures.push(...untestedParts(root, jest.passedIn));
}

for (const line of skips) console.log(`skipped  ${line}`);
for (const line of failures) console.log(`FAILED   ${line}`);
addCounts(total, { skipped: skips.length, failed: failures.length });
console.log(countsLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;
