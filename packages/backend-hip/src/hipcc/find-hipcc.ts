/** Where hipcc is, which version it is, and which linker it links with. Asked once for each place. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { HeddleError } from '@heddle/core';
import { foldersOnPath, locateProgram, runProgram } from '@heddle/simt-driver';
import { rocmFolders } from '../library/find-hip';

/** Environment variable that names hipcc, before all other places. */
export const hipccVariable = 'HEDDLE_HIPCC';

/** hipcc compiles for NVIDIA's GPUs, and not for AMD's, where it finds nvcc and nobody says otherwise. */
export const hipccEnvironment: Readonly<Record<string, string>> = { HIP_PLATFORM: 'amd' };

/** A hipcc that runs. */
export interface Hipcc {
  readonly path: string;
  /** Version of HIP: `5.2.21153`. */
  readonly version: string;
  /** Everything about it that changes its output. */
  readonly identity: string;
}

const fileName = process.platform === 'win32' ? 'hipcc.exe' : 'hipcc';
const known = new Map<string, Promise<Hipcc>>();
const linkers = new Map<string, Promise<string>>();

// What hipcc reads besides its arguments.
const variables = [
  'HIP_PATH',
  'ROCM_PATH',
  'HIP_CLANG_PATH',
  'DEVICE_LIB_PATH',
  'HIPCC_COMPILE_FLAGS_APPEND',
  'HIPCC_LINK_FLAGS_APPEND',
];

/** The place of hipcc: as the environment names it, in ROCm's folders, on the path; undefined where it is in none. */
export function locateHipcc(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = [...rocmFolders(environment).map((folder) => join(folder, 'bin')), ...foldersOnPath(environment)];
  return locateProgram(environment[hipccVariable], fileName, folders, environment);
}

/**
 * Finds hipcc.
 *
 * @throws HeddleError `UNAVAILABLE` where there is none, or where it does not run
 */
export async function findHipcc(): Promise<Hipcc> {
  const path = locateHipcc();
  if (path === undefined) {
    throw new HeddleError('UNAVAILABLE', 'hipcc is not installed', {
      backend: 'hip',
      status: 'NO_HIPCC',
      hint: 'Install the package hipcc, or name it in HEDDLE_HIPCC. The compiler hiprtc needs none.',
    });
  }
  return remembered(known, path, describeHipcc);
}

/** The linker for device code that belongs to a hipcc. @throws HeddleError `UNAVAILABLE` */
export function linkerOf({ path }: Hipcc): Promise<string> {
  return remembered(linkers, path, async () => (await ask(path, ['-c', '-print-prog-name=ld.lld'])).trim());
}

// Installing it while the process runs is possible: failures are not remembered.
function remembered<T>(memory: Map<string, Promise<T>>, path: string, find: (path: string) => Promise<T>): Promise<T> {
  let found = memory.get(path);
  if (!found) {
    found = find(path);
    memory.set(path, found);
    found.catch(() => memory.delete(path));
  }
  return found;
}

async function describeHipcc(path: string): Promise<Hipcc> {
  const output = await ask(path, ['--version']);
  const version = /^HIP version: *(\d+\.\d+\.\d+)/m.exec(output)?.[1];
  if (version === undefined) throw unusable(path, `it does not say its version: ${output.trim().slice(0, 200)}`);
  const clang = /^.*clang version.*$/m.exec(output)?.[0];
  if (clang === undefined) throw unusable(path, `it has no clang: ${output.trim().slice(0, 200)}`);
  const { size, mtimeMs } = statSync(path);
  const set = variables.map((name) => process.env[name] ?? '');
  return { path, version, identity: JSON.stringify(['hipcc', version, clang, path, size, mtimeMs, ...set]) };
}

async function ask(path: string, args: readonly string[]): Promise<string> {
  try {
    const { code, stdout, stderr } = await runProgram(path, args, { environment: hipccEnvironment });
    if (code === 0) return stdout;
    throw unusable(path, (stderr || stdout).trim().slice(0, 500));
  } catch (error) {
    if (error instanceof HeddleError) throw error;
    throw unusable(path, String(error));
  }
}

function unusable(path: string, reason: string): HeddleError {
  return new HeddleError('UNAVAILABLE', `${path} does not run: ${reason}`, {
    backend: 'hip',
    status: 'HIPCC_BROKEN',
    hint: 'Name a working hipcc in HEDDLE_HIPCC, or compile with hiprtc, which needs none.',
  });
}
