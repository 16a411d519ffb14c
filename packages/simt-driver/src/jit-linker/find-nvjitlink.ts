/** Where libnvJitLink may be. */
import { dirname, join } from 'node:path';
import { newestFirst, pythonPackageFolders, toolkitFolders } from '../toolkit/find-files';

/** Environment variable that names the library to load, before all other places. */
export const nvJitLinkLibraryVariable = 'HEDDLE_NVJITLINK_LIBRARY';

const fileName = process.platform === 'win32' ? /^nvJitLink_\d+_0\.dll$/ : /^libnvJitLink\.so\.\d+$/;

const partsOfToolkit =
  process.platform === 'win32'
    ? ['bin', join('bin', 'x64')]
    : ['lib64', 'lib', join('targets', 'x86_64-linux', 'lib'), join('targets', 'sbsa-linux', 'lib')];

const partsOfPackage = ['lib', 'bin', join('bin', 'x86_64')];

/** The name for the system's loader, by the toolkit's major version. */
const nameByLoader = (major: number): string =>
  process.platform === 'win32' ? `nvJitLink_${major}0_0.dll` : `libnvJitLink.so.${major}`;

/**
 * Names and paths of libnvJitLink, in the order they are tried.
 *
 * @param compilerPath - the compiler's library: what lies beside it is of the same release
 */
export function nvJitLinkCandidates(
  compilerPath: string | undefined,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string[] {
  const chosen = environment[nvJitLinkLibraryVariable];
  if (chosen) return [chosen];
  const isPath = compilerPath?.includes('/') === true || compilerPath?.includes('\\') === true;
  const beside = isPath ? newestFirst(dirname(compilerPath), fileName) : [];
  const inToolkits = found(toolkitFolders(environment), partsOfToolkit);
  const inPackages = found(pythonPackageFolders(environment), partsOfPackage);
  const byLoader = [13, 12].map(nameByLoader);
  // The user's choice for this process comes before an installed library.
  const wasChosen = environment['CUDA_PATH'] ?? environment['CUDA_HOME'];
  return [
    ...new Set(
      wasChosen
        ? [...beside, ...inToolkits, ...byLoader, ...inPackages]
        : [...beside, ...byLoader, ...inToolkits, ...inPackages],
    ),
  ];
}

/**
 * The candidates with those of one major version first. A linker reads the intermediate form of its own major version:
 * a name tells it, `libnvJitLink.so.12`, `nvJitLink_120_0.dll`.
 */
export function preferMajor(candidates: readonly string[], major: number): string[] {
  const fits = (path: string): boolean => path.endsWith(nameByLoader(major));
  return [...candidates.filter(fits), ...candidates.filter((path) => !fits(path))];
}

function found(folders: readonly string[], parts: readonly string[]): string[] {
  return folders.flatMap((folder) => parts.flatMap((part) => newestFirst(join(folder, part), fileName)));
}
