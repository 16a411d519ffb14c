/** Where cuRAND's device headers are: the host has its own, and NVRTC needs the folder of CUDA's. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { cudaBackend } from './open-cuda-device';

/** The folders to search for `curand_kernel.h`, none if the device brings it; undefined if it is not found. */
export function findCurand(): string[] | undefined {
  if (cudaBackend === 'host') return [];
  const folder = [...toolkits(), ...pythonPackages()].find((path) => existsSync(join(path, 'curand_kernel.h')));
  return folder === undefined ? undefined : [folder];
}

function toolkits(): string[] {
  const chosen = [process.env['CUDA_PATH'], process.env['CUDA_HOME']].filter((path) => path !== undefined);
  const installed = ['/usr/local/cuda', ...below('/usr/local', /^cuda-\d/), '/opt/cuda', '/usr/lib/cuda', '/usr'];
  return [...chosen, ...installed].flatMap((root) => [
    join(root, 'include'),
    join(root, 'targets', 'x86_64-linux', 'include'),
  ]);
}

// Its package of its own until CUDA 12, the folder that all share from 13 on.
function pythonPackages(): string[] {
  const programs = (process.env['PATH'] ?? '').split(delimiter).filter((path) => existsSync(join(path, 'python3')));
  const roots = [...programs.map((path) => dirname(path)), '/usr/local', '/usr'];
  return roots
    .flatMap((root) => below(join(root, 'lib'), /^python3/))
    .flatMap((python) => [join(python, 'site-packages'), join(python, 'dist-packages')])
    .flatMap((packages) => below(join(packages, 'nvidia'), /^(cu\d+|curand)$/))
    .map((root) => join(root, 'include'));
}

function below(folder: string, pattern: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));
}
