/** Where libnvrtc may be, and where the toolkit's headers are. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newestFirst, pythonPackageFolders, toolkitFolders } from '@heddle/simt-driver';

/** Environment variable that names the library to load, before all other places. */
export const nvrtcLibraryVariable = 'HEDDLE_NVRTC_LIBRARY';

const fileName = process.platform === 'win32' ? /^nvrtc64_\d+_0\.dll$/ : /^libnvrtc\.so\.\d+(\.\d+)?$/;

/** Names and paths of libnvrtc, in the order they are tried. */
export function nvrtcCandidates(environment: Readonly<Record<string, string | undefined>> = process.env): string[] {
  const chosen = environment[nvrtcLibraryVariable];
  if (chosen) return [chosen];
  const inToolkits = toolkitFolders(environment).flatMap((folder) =>
    libraryFolders(folder).flatMap((library) => newestFirst(library, fileName)),
  );
  const inPackages = pythonPackageFolders(environment).flatMap((folder) =>
    ['lib', 'bin', join('bin', 'x86_64')].flatMap((part) => newestFirst(join(folder, part), fileName)),
  );
  const byLoader =
    process.platform === 'win32'
      ? ['nvrtc64_130_0.dll', 'nvrtc64_120_0.dll']
      : ['libnvrtc.so.13', 'libnvrtc.so.12', 'libnvrtc.so.11.2', 'libnvrtc.so'];
  // The user's choice for this process comes before an installed library.
  const wasChosen = environment['CUDA_PATH'] ?? environment['CUDA_HOME'];
  return [
    ...new Set(wasChosen ? [...inToolkits, ...byLoader, ...inPackages] : [...byLoader, ...inToolkits, ...inPackages]),
  ];
}

/**
 * Folders with the toolkit's headers (`cuda_fp16.h`, `cooperative_groups.h`, `cuda/std/*`) for a library, or none.
 * Those beside the library come first, since their version is the library's.
 */
export function toolkitIncludeFolders(
  libraryPath: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string[] {
  const beside = libraryPath.includes('/') || libraryPath.includes('\\') ? [join(libraryPath, '..', '..')] : [];
  const roots = [...beside, ...toolkitFolders(environment), ...pythonPackageFolders(environment)];
  for (const root of roots) {
    const include = [join(root, 'include'), join(root, 'targets', 'x86_64-linux', 'include')].find((folder) =>
      existsSync(join(folder, 'cuda_fp16.h')),
    );
    if (include === undefined) continue;
    // CUDA 13 keeps the C++ standard library's part in a folder of its own.
    return [include, join(include, 'cccl')].filter((folder) => existsSync(folder));
  }
  return [];
}

function libraryFolders(toolkit: string): string[] {
  return process.platform === 'win32'
    ? [join(toolkit, 'bin'), join(toolkit, 'bin', 'x64')]
    : ['lib64', 'lib', join('targets', 'x86_64-linux', 'lib'), join('targets', 'sbsa-linux', 'lib')].map((part) =>
        join(toolkit, part),
      );
}
