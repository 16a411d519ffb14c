/**
 * `node tools/scripts/test-project.mjs <folder>`: every test of one project, as nx's target `test` runs them: jest's,
 * those of tools/, and the package's own test scripts. The last line is the sum: `N passed, N failed, N skipped`.
 */
import { join } from 'node:path';
import { addCounts, countsLine, noCounts } from '../report/counts.mjs';
import { filesMatching } from '../report/files-matching.mjs';
import { runJest } from '../report/jest-run.mjs';
import { packageTestScripts, runPackageTestScript } from '../report/package-test-scripts.mjs';
import { runToolsTests } from '../report/tools-tests.mjs';
import { untestedParts } from '../report/untested-parts.mjs';
import { root } from '../setup/set-up.mjs';

const [folder] = process.argv.slice(2);
const total = noCounts();
// nx asks every program for colours; tests read what programs print.
delete process.env.FORCE_COLOR;

if (filesMatching(root, [folder], /\.test\.ts$/).length > 0) {
  const { counts, passedIn } = await runJest(root, ['--maxWorkers=1', `${folder}/`]);
  addCounts(total, counts);
  const failures = untestedParts(root, passedIn, folder);
  for (const line of failures) console.log(`FAILED   ${line}`);
  addCounts(total, { failed: failures.length });
}
if (folder.startsWith('tools/')) addCounts(total, await runToolsTests(root, folder));
for (const script of packageTestScripts(root).filter((each) => each.folder === join(root, folder))) {
  addCounts(total, await runPackageTestScript(script));
}
console.log(countsLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;
