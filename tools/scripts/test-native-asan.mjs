/**
 * The addon's tests under AddressSanitizer and UBSan: a build of its own, run by a Node that has the sanitizer's
 * library loaded first. If the compiler has none, this is a reported skip.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countsLine } from '../report/counts.mjs';
import { runJest } from '../report/jest-run.mjs';
import { buildNativeAddon } from '../setup/native-addon.mjs';
import { findCommand } from '../setup/find-on-machine.mjs';
import { runProcess } from '../setup/run-process.mjs';
import { root } from '../setup/set-up.mjs';

const library = await sanitizerLibrary();
const reason = library ? await buildNativeAddon(root, { sanitize: true }) : 'the compiler has no AddressSanitizer';
if (reason) {
  console.log(`skipped  native under AddressSanitizer: ${reason}`);
  const broken = reason.startsWith('the build ended');
  console.log(countsLine({ passed: 0, failed: broken ? 1 : 0, skipped: broken ? 0 : 1 }));
  process.exitCode = broken ? 1 : 0;
} else {
  const env = {
    ...process.env,
    LD_PRELOAD: library,
    HEDDLE_NATIVE_TEST_BUILD: 'build-asan',
    // Node keeps what it allocates until it ends, which is not a leak of ours.
    ASAN_OPTIONS: 'detect_leaks=0:halt_on_error=1',
    UBSAN_OPTIONS: 'halt_on_error=1:print_stacktrace=1',
  };
  const { counts } = await runJest(root, ['packages/native', '--runInBand', '--silent'], { env });
  console.log(countsLine(counts));
  process.exitCode = counts.failed > 0 ? 1 : 0;
}

async function sanitizerLibrary() {
  if (process.platform !== 'linux' || !findCommand('g++')) return undefined;
  const { output } = await runProcess('g++', ['-print-file-name=libasan.so'], { quiet: true });
  return existsSync(output.trim()) ? output.trim() : undefined;
}
