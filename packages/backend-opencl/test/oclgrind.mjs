/**
 * `npm run test:oclgrind`: the kernels of the conformance kit under Oclgrind, which looks for data races, accesses
 * outside of buffers and wrong API calls. Then the same command on a kernel with a race and on one with an overrun,
 * which it must find, so that silence is known to mean something.
 *
 * Oclgrind is loaded as a driver through OCL_ICD_VENDORS: preloaded, as its own command does it, it does not get along
 * with Node. It tells what it finds in its output; the exit code says nothing.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtProgram } from '../../../tools/sources/built-sources.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** Oclgrind as a driver: beside its command, or where distributions put it. */
function findDriver() {
  const folders = ['/usr/lib/oclgrind', '/usr/local/lib/oclgrind', '/opt/oclgrind/lib/oclgrind'];
  try {
    const command = execFileSync('which', ['oclgrind'], { encoding: 'utf8' }).trim();
    folders.unshift(join(dirname(command), '../lib/oclgrind'));
  } catch {
    // Not in the path.
  }
  return folders.map((folder) => join(folder, 'liboclgrind-rt-icd.so')).find((path) => existsSync(path));
}

function finish(passed, failed, skipped) {
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exit(failed > 0 ? 1 : 0);
}

const driver = findDriver();
if (!driver) {
  const isRequired = (process.env.HEDDLE_REQUIRE ?? '').split(',').some((name) => name.trim() === 'oclgrind');
  console.log(
    `${isRequired ? 'failed ' : 'skipped'}  oclgrind: not installed (Debian, Ubuntu: apt-get install oclgrind)`,
  );
  finish(0, isRequired ? 1 : 0, isRequired ? 0 : 1);
}

const program = await builtProgram(join(here, 'programs/checked-kernels.ts'));
const vendors = mkdtempSync(join(tmpdir(), 'heddle-oclgrind-'));
writeFileSync(join(vendors, 'oclgrind.icd'), `${driver}\n`);

/** Runs the checked kernels; gives what Oclgrind said and what became of them. */
function run(what) {
  const { stdout, stderr } = spawnSync(process.execPath, [program, what], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: {
      ...process.env,
      OCL_ICD_VENDORS: vendors,
      OCL_ICD_FILENAMES: '',
      OCLGRIND_DATA_RACES: '1',
      OCLGRIND_CHECK_API: '1',
      HEDDLE_CACHE: 'off',
    },
  });
  const lines = stdout.trimEnd().split('\n');
  const output = stdout + stderr;
  let result;
  try {
    result = JSON.parse(lines.at(-1) ?? '');
  } catch {
    result = undefined;
  }
  return { output, lines, result };
}

// What Oclgrind writes of a kernel or a call that is wrong.
const finding = /data race|Invalid (?:read|write)|runtime error detected|uninitialized|divergence/gi;

// A source that does not compile is not a mistake of a kernel or a call. Core asks a compiler about conditions with
// such sources, and a case whose own kernel does not compile fails by itself.
const failedBuild = /runtime error detected\s+Function: clBuildProgram\s+Error:\s+CL_BUILD_PROGRAM_FAILURE/g;

let passed = 0;
let failed = 0;
function check(name, isRight, output) {
  console.log(`${isRight ? 'passed ' : 'failed '}  oclgrind: ${name}`);
  if (isRight) passed++;
  else {
    failed++;
    console.log(output.slice(0, 4000));
  }
}

try {
  const suite = run('suite');
  const isOclgrind = /oclgrind/i.test(suite.result?.device ?? '');
  const { passed: ran = 0, failed: broken = 1 } = suite.result ?? {};
  check(
    `${ran} kernel cases of the conformance kit run clean`,
    isOclgrind && ran > 50 && broken === 0 && !suite.output.replace(failedBuild, '').match(finding),
    suite.output,
  );
  const race = run('race');
  check('a planted race is found', /data race/i.test(race.output), race.output);
  const overrun = run('overrun');
  check('a planted overrun is found', /Invalid write/i.test(overrun.output), overrun.output);
} finally {
  rmSync(vendors, { recursive: true, force: true });
}
finish(passed, failed, 0);
