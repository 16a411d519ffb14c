/** Where CUDA's parts are found on a machine: the toolkit, and the folders Python's and conda's packages put them in. */
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { foldersOnPath } from './locate-program';

/** Toolkit folders, the chosen one first, then the newest. */
export function toolkitFolders(environment: Readonly<Record<string, string | undefined>> = process.env): string[] {
  const chosen = [environment['CUDA_PATH'], environment['CUDA_HOME']].filter((folder): folder is string => !!folder);
  const conda = environment['CONDA_PREFIX'];
  const installed =
    process.platform === 'win32'
      ? newestFirst('C:\\Program Files\\NVIDIA GPU Computing Toolkit\\CUDA', /^v\d/)
      : ['/usr/local/cuda', ...newestFirst('/usr/local', /^cuda-\d/), '/opt/cuda', '/usr/lib/cuda'];
  return unique([...chosen, ...(conda ? [conda] : []), ...installed]).filter((folder) => existsSync(folder));
}

/** Folders that Python packages keep NVIDIA's libraries in: `.../site-packages/nvidia/*`. */
export function pythonPackageFolders(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string[] {
  const roots = unique([
    ...[environment['VIRTUAL_ENV'], environment['CONDA_PREFIX']].filter((folder): folder is string => !!folder),
    // The folder above the bin in which the first python3 of the path lies.
    ...firstOnPath('python3', environment).map((file) => dirname(dirname(file))),
    join(homedir(), '.local'),
    '/usr/local',
    '/usr',
  ]);
  const sitePackages = roots.flatMap((root) => [
    join(root, 'Lib', 'site-packages'),
    ...newestFirst(join(root, 'lib'), /^python3/).flatMap((python) => [
      join(python, 'site-packages'),
      join(python, 'dist-packages'),
    ]),
  ]);
  return sitePackages.flatMap((folder) => newestFirst(join(folder, 'nvidia'), /^(cu\d+|cuda_\w+|nvjitlink)$/));
}

/** Files of a folder whose names match, newest version first. */
export function newestFirst(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function firstOnPath(program: string, environment: Readonly<Record<string, string | undefined>>): string[] {
  const found = foldersOnPath(environment)
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file));
  return found === undefined ? [] : [found];
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
