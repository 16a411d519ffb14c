/** `node tools/scripts/test-rocm.mjs <folder>`: the tests below a folder that load ROCm's own libraries. */
import { countsLine } from '../report/counts.mjs';
import { runRocmTests } from '../report/rocm-tests.mjs';
import { root } from '../setup/set-up.mjs';

const counts = await runRocmTests(root, process.argv[2]);
console.log(countsLine(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
