/** Where nvcc is, which version it is, and what it compiles for. Asked once for each place. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { HeddleError } from '@heddle/core';
import { CompilerProgram, foldersOnPath, FoundByPath, locateProgram, toolkitFolders } from '@heddle/simt-driver';
import { nvccVariables } from './nvcc-variables';

/** Environment variable that names nvcc, before all other places. */
export const nvccVariable = 'HEDDLE_NVCC';

/** An nvcc that runs. */
export interface Nvcc {
  readonly path: string;
  /** `13.0.88` */
  readonly version: string;
  /** Compute capabilities that it makes machine code for, ascending: 75, 80, 90. */
  readonly architectures: readonly number[];
  /** Everything about it that changes its output, apart from the environment. */
  readonly identity: string;
}

/** Lowest release served: CUDA 12. */
const oldestRelease = 12;
const known = new FoundByPath<Nvcc>();

/**
 * Finds nvcc.
 *
 * @param chosen - a path or name that the caller asked for
 * @throws HeddleError `UNAVAILABLE` if there is none, does not run or is too old
 */
export function findNvcc(chosen?: string): Promise<Nvcc> {
  return known.of(locate(chosen ?? process.env[nvccVariable]), describeNvcc);
}

const fileName = process.platform === 'win32' ? 'nvcc.exe' : 'nvcc';

function locate(chosen: string | undefined): string {
  const folders = [
    ...[process.env['CUDA_PATH'], process.env['CUDA_HOME']].flatMap((folder) => (folder ? [join(folder, 'bin')] : [])),
    ...foldersOnPath(),
    ...toolkitFolders().map((folder) => join(folder, 'bin')),
  ];
  const found = locateProgram(chosen, fileName, folders);
  if (found !== undefined) return found;
  throw new HeddleError('UNAVAILABLE', 'nvcc is not installed', {
    backend: 'cuda',
    status: 'NO_NVCC',
    hint:
      'Install the CUDA toolkit, or name nvcc in HEDDLE_NVCC. @heddle/backend-nvrtc needs no nvcc: it compiles with ' +
      'libnvrtc.',
  });
}

async function describeNvcc(path: string): Promise<Nvcc> {
  const nvcc = new CompilerProgram(path, {
    backend: 'cuda',
    variables: nvccVariables,
    status: 'NVCC_BROKEN',
    hint: 'Name a working nvcc in HEDDLE_NVCC, or use @heddle/backend-nvrtc, which needs none.',
  });
  const output = await nvcc.ask(['--version']);
  const version = /\bV(\d+\.\d+\.\d+)/.exec(output)?.[1] ?? /release (\d+\.\d+)/.exec(output)?.[1];
  if (version === undefined) throw nvcc.unusable(`it does not say its version: ${output.trim().slice(0, 200)}`);
  if (Number.parseInt(version, 10) < oldestRelease) {
    throw new HeddleError('UNAVAILABLE', `${path} is CUDA ${version}; ${oldestRelease}.0 is needed`, {
      backend: 'cuda',
      status: 'NVCC_TOO_OLD',
      hint: 'Install a newer CUDA toolkit, or name its nvcc in HEDDLE_NVCC.',
    });
  }
  const list = await nvcc.ask(['--list-gpu-code']);
  const architectures = [...list.matchAll(/^sm_(\d+)$/gm)].map((match) => Number(match[1])).sort((a, b) => a - b);
  const { size, mtimeMs } = statSync(path);
  return { path, version, architectures, identity: JSON.stringify(['nvcc', version, path, size, mtimeMs]) };
}
