/** Where ROCm's libraries may be: the HIP runtime, hiprtc, the code-object manager. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hip, newestFirst, type Vendor } from '@heddle/simt-driver';
import { kernelParameters } from '../code-object/kernel-parameters';

/** Environment variable that names the HIP library to load, before all other places. */
export const hipLibraryVariable = hip.libraryVariable;
/** Environment variable that names the hiprtc library, if it is not beside the HIP library. */
export const hiprtcLibraryVariable = 'HEDDLE_HIPRTC_LIBRARY';

const isWindows = process.platform === 'win32';
const fileNames = isWindows
  ? { hip: /^amdhip64(_\d+)?\.dll$/, hiprtc: /^hiprtc\d*\.dll$/ }
  : { hip: /^libamdhip64\.so(\.\d+)*$/, hiprtc: /^libhiprtc\.so(\.\d+)*$/ };

/** Folders of ROCm installations, the chosen one first, then the newest. */
export function rocmFolders(environment: Readonly<Record<string, string | undefined>> = process.env): string[] {
  const chosen = [environment['ROCM_PATH'], environment['HIP_PATH']].filter((folder): folder is string => !!folder);
  const installed = isWindows
    ? newestFirst('C:\\Program Files\\AMD\\ROCm', /^\d/)
    : ['/opt/rocm', ...newestFirst('/opt', /^rocm-\d/)];
  return [...new Set([...chosen, ...installed])].filter((folder) => existsSync(folder));
}

/** Names and paths of the HIP library, in the order they are tried; without what the environment variable says. */
export function hipCandidates(environment: Readonly<Record<string, string | undefined>> = process.env): string[] {
  const byLoader = hip.libraryPaths[process.platform] ?? [];
  const inFolders = rocmFolders(environment).flatMap((folder) => inLibraryFolders(folder, fileNames.hip));
  // The user's choice for this process comes before an installed library.
  const wasChosen = environment['ROCM_PATH'] ?? environment['HIP_PATH'];
  return [...new Set(wasChosen ? [...inFolders, ...byLoader] : [...byLoader, ...inFolders])];
}

/** HIP's data, with the places that this environment names, and what code objects tell themselves. */
export function hipVendor(environment: Readonly<Record<string, string | undefined>> = process.env): Vendor {
  return {
    ...hip,
    kernelParameters,
    libraryPaths: { ...hip.libraryPaths, [process.platform]: hipCandidates(environment) },
  };
}

/**
 * Names and paths of a library with hiprtc's functions. As Debian ships ROCm 5 the HIP library itself has them; from
 * ROCm 6 on a library of its own does, beside it and of its version.
 *
 * @param hipLibrary - where the HIP library was found
 */
export function hiprtcCandidates(
  hipLibrary: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string[] {
  const chosen = environment[hiprtcLibraryVariable];
  if (chosen) return [chosen];
  return [...new Set([...besideHip(hipLibrary), hipLibrary])];
}

/** Names and paths of the code-object manager that belongs to a hiprtc library. */
export function comgrCandidates(hiprtcLibrary: string): string[] {
  const names = isWindows
    ? ['amd_comgr_3.dll', 'amd_comgr_2.dll', 'amd_comgr.dll']
    : ['libamd_comgr.so.3', 'libamd_comgr.so.2', 'libamd_comgr.so'];
  const folder = folderOf(hiprtcLibrary);
  return folder === undefined ? names : [...names.map((name) => join(folder, name)).filter(existsSync), ...names];
}

function besideHip(hipLibrary: string): string[] {
  const version = /\.so(\.\d+)/.exec(basename(hipLibrary))?.[1] ?? '';
  const folder = folderOf(hipLibrary);
  if (folder !== undefined) {
    const found = newestFirst(folder, fileNames.hiprtc);
    // That of the same version first.
    return [...found.filter((path) => path.endsWith(`.so${version}`)), ...found];
  }
  if (isWindows) return ['hiprtc0604.dll', 'hiprtc0602.dll', 'hiprtc0507.dll', 'hiprtc0505.dll'];
  return [`libhiprtc.so${version}`];
}

function folderOf(library: string): string | undefined {
  return library.includes('/') || library.includes('\\') ? dirname(library) : undefined;
}

function inLibraryFolders(folder: string, pattern: RegExp): string[] {
  const parts = isWindows ? ['bin'] : ['lib', 'lib64', join('lib', 'x86_64-linux-gnu')];
  return parts.flatMap((part) => newestFirst(join(folder, part), pattern));
}
