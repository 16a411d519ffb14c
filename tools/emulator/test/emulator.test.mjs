/** The emulated libraries through their C interface, as they are and built with AddressSanitizer and UBSan. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildEmulator } from '../src/build.mjs';

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'heddle-emulator-test-'));
after(() => rmSync(folder, { recursive: true, force: true }));

async function runTest(options, flags) {
  const toolkit = await buildEmulator(options);
  if (!toolkit) return 'there is no C++ compiler, or the emulator does not run on this kind of machine';
  const program = join(folder, 'emulator_test');
  const libraries = [toolkit.driver, toolkit.nvrtc, toolkit.nvJitLink, `-Wl,-rpath,${dirname(toolkit.driver)}`];
  const compiler = process.env.HEDDLE_CXX || 'c++';
  // C, by the compiler that builds everything else: `-x c` ends before the libraries.
  await run(compiler, [
    ...flags,
    '-g',
    '-x',
    'c',
    join(here, 'emulator_test.c'),
    '-x',
    'none',
    ...libraries,
    '-o',
    program,
  ]);
  const ended = run(program, [], {
    env: {
      ...process.env,
      ASAN_OPTIONS: 'detect_leaks=1',
      // Modules have larger thread-local blocks than their files say (module_image.h), over which the leak checker falls.
      LSAN_OPTIONS: `use_tls=0:print_suppressions=0:suppressions=${join(here, 'known-leaks.txt')}`,
    },
  });
  // The lines of what failed are on its standard output, which the error of a failed program leaves out.
  const { stdout } = await ended.catch((error) => assert.fail(`${error.message}\n${error.stdout ?? ''}`));
  assert.match(stdout, /^\d+ passed, 0 failed$/m);
  return undefined;
}

test('the C interface', async (t) => {
  const reason = await runTest({}, ['-O1']);
  if (reason) t.skip(reason);
});

test('the C interface under AddressSanitizer and UBSan', async (t) => {
  const reason = await runTest({ sanitize: true }, ['-O1', '-fsanitize=address,undefined']);
  if (reason) t.skip(reason);
});
