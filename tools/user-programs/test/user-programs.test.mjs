/** Runs every program on every backend that this machine has, CUDA and HIP on the emulated device. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildEmulator } from '../../emulator/src/build.mjs';
import { builtSources } from '../../sources/built-sources.mjs';
import { programsFor } from '../programs/list.mjs';

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
const sources = await builtSources();
const cache = mkdtempSync(join(tmpdir(), 'heddle-user-programs-'));
// The programs import the packages by name, so they lie below the folder that has them.
mkdirSync(join(sources, 'programs'), { recursive: true });
const folder = mkdtempSync(join(sources, 'programs', 'user-programs-'));
cpSync(join(here, '../programs'), folder, { recursive: true });
after(() => {
  for (const path of [cache, folder]) rmSync(path, { recursive: true, force: true });
});

const toolkit = await buildEmulator();
const noEmulator = 'there is no C++ compiler, or the emulator does not run on this kind of machine';
const emulated = toolkit && {
  nvrtc: { HEDDLE_CUDA_LIBRARY: toolkit.driver, HEDDLE_NVRTC_LIBRARY: toolkit.nvrtc },
  cuda: { HEDDLE_CUDA_LIBRARY: toolkit.driver, HEDDLE_NVCC: toolkit.nvcc },
};
const isRequired = (name) => (process.env.HEDDLE_REQUIRE ?? '').split(',').some((each) => each.trim() === name);

/** Why a backend cannot be tried here; undefined if it can. */
async function reasonToSkip(backend) {
  if (backend in { nvrtc: 0, cuda: 0 }) return emulated ? undefined : noEmulator;
  if (isRequired(backend)) return undefined;
  const program = `import { backend } from '@heddle/backend-${backend}';
    const { available, reason } = await backend.probe();
    process.stdout.write(available ? '' : String(reason ?? 'it is not available'));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
  return stdout || undefined;
}

for (const backend of ['host', 'opencl', 'nvrtc', 'cuda']) {
  const skip = await reasonToSkip(backend);
  for (const name of programsFor(backend)) {
    test(`${name} on ${backend}`, { skip: skip ?? false }, async () => {
      const env = { ...process.env, HEDDLE_CACHE_DIR: cache, ...emulated?.[backend] };
      const { stdout } = await run(process.execPath, [join(folder, `${name}.mjs`), backend], {
        env,
        cwd: folder,
      }).catch((error) => assert.fail(`${error.message}\n${error.stdout}\n${error.stderr}`));
      const lines = stdout.trim().split('\n');
      assert.deepEqual(
        lines.filter((line) => !line.startsWith('PASS ')),
        [],
      );
    });
  }
}
