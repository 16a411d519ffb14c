/** Where hipcc is, which version it is, and which linker it links with. Asked once for each place. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { HeddleError } from '@heddle/core';
import { CompilerProgram, foldersOnPath, FoundByPath, locateProgram } from '@heddle/simt-driver';
import { rocmFolders } from '../library/find-hip';
import { hipccVariables } from './hipcc-variables';

/** Environment variable that names hipcc, before all other places. */
export const hipccVariable = 'HEDDLE_HIPCC';

/** hipcc compiles for NVIDIA's GPUs, and not for AMD's, if it finds nvcc and nobody says otherwise. */
export const hipccEnvironment: Readonly<Record<string, string>> = { HIP_PLATFORM: 'amd' };

/** A hipcc that runs. */
export interface Hipcc {
  readonly path: string;
  /** Version of HIP: `5.2.21153`. */
  readonly version: string;
  /** Everything about it that changes its output, apart from the environment. */
  readonly identity: string;
}

const fileName = process.platform === 'win32' ? 'hipcc.exe' : 'hipcc';
const known = new FoundByPath<Hipcc>();
const linkers = new FoundByPath<string>();

/** The place of hipcc: as the environment names it, in ROCm's folders, on the path; undefined if it is in none. */
export function locateHipcc(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const folders = [...rocmFolders(environment).map((folder) => join(folder, 'bin')), ...foldersOnPath(environment)];
  return locateProgram(environment[hipccVariable], fileName, folders, environment);
}

/**
 * Finds hipcc.
 *
 * @throws HeddleError `UNAVAILABLE` if there is none, or if it does not run
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
  return known.of(path, describeHipcc);
}

/** The linker for device code that belongs to a hipcc. @throws HeddleError `UNAVAILABLE` */
export function linkerOf({ path }: Hipcc): Promise<string> {
  return linkers.of(path, async () => (await programAt(path).ask(['-c', '-print-prog-name=ld.lld'])).trim());
}

async function describeHipcc(path: string): Promise<Hipcc> {
  const hipcc = programAt(path);
  const output = await hipcc.ask(['--version']);
  const version = /^HIP version: *(\d+\.\d+\.\d+)/m.exec(output)?.[1];
  if (version === undefined) throw hipcc.unusable(`it does not say its version: ${output.trim().slice(0, 200)}`);
  const clang = /^.*clang version.*$/m.exec(output)?.[0];
  if (clang === undefined) throw hipcc.unusable(`it has no clang: ${output.trim().slice(0, 200)}`);
  const { size, mtimeMs } = statSync(path);
  return { path, version, identity: JSON.stringify(['hipcc', version, clang, path, size, mtimeMs]) };
}

function programAt(path: string): CompilerProgram {
  return new CompilerProgram(path, {
    backend: 'hip',
    environment: hipccEnvironment,
    variables: hipccVariables,
    status: 'HIPCC_BROKEN',
    hint: 'Name a working hipcc in HEDDLE_HIPCC, or compile with hiprtc, which needs none.',
  });
}
