/**
 * Compiler options that change which files are read.
 */

/** What options say about files. */
export interface SearchOptions {
  /** Folders given by `-I` and its relatives, in order. */
  readonly includeDirs: readonly string[];
  /** Names of files included before the source. */
  readonly forcedIncludes: readonly string[];
  /** Arguments that may be the path of a file whose contents matter: an object to link, a profile, a map. */
  readonly possibleFiles: readonly string[];
  /** Why the files cannot all be known. */
  readonly untrackable: string | undefined;
}

// Longer names before the shorter ones that they start with.
const folderOptions = [
  '-isystem',
  '-iquote',
  '-idirafter',
  '-cxx-isystem',
  '--include-path',
  '--include-directory',
  '--system-include',
  '-I',
];
const forcedOptions = ['-include-pch', '-include', '-imacros', '--pre-include', '--include'];
const nestingOptions = ['-Xcompiler=', '--compiler-options=', '-Wp,'];
const fileOptions = ['@', '--options-file', '-options-file', '-optf'];

/** Reads options as gcc, clang, nvcc, NVRTC, hipcc and OpenCL spell them. */
export function searchOptions(options: readonly string[]): SearchOptions {
  const includeDirs: string[] = [];
  const forcedIncludes: string[] = [];
  const possibleFiles: string[] = [];
  let untrackable: string | undefined;

  const flat = options.flatMap(unnested);
  for (let i = 0; i < flat.length; i++) {
    const option = flat[i] ?? '';
    const folder = startOf(option, folderOptions);
    const forced = folder === undefined ? startOf(option, forcedOptions) : undefined;
    const name = folder ?? forced;
    if (startOf(option, fileOptions) !== undefined) {
      untrackable ??= `the option '${option}' reads further options from a file`;
    } else if (name !== undefined) {
      const paths = pathsOf(option.slice(name.length) || (flat[++i] ?? ''));
      (folder === undefined ? forcedIncludes : includeDirs).push(...paths);
    } else {
      const value = option.slice(option.indexOf('=') + 1);
      if (value.includes('.') || value.includes('/') || value.includes('\\')) possibleFiles.push(value);
    }
  }
  return { includeDirs, forcedIncludes, possibleFiles, untrackable };
}

function startOf(option: string, names: readonly string[]): string | undefined {
  return names.find((name) => option.startsWith(name));
}

/** The options inside one that passes them on to another compiler. */
function unnested(option: string): readonly string[] {
  const name = startOf(option, nestingOptions);
  return name === undefined ? [option] : option.slice(name.length).split(',');
}

// `-Idir`, `-I dir` in one or two entries, `-I=dir`; OpenCL takes `-I "dir"`; nvcc takes several at once, separated by
// commas. Every reading of the text is followed: a folder too many does no harm.
function pathsOf(text: string): string[] {
  const path = (text.startsWith('=') ? text.slice(1) : text).trim();
  if (path === '') return [];
  const [, quoted] = /^"([^"]+)"$/.exec(path) ?? [];
  if (quoted !== undefined) return [path, quoted];
  return path.includes(',') ? [path, ...path.split(',').filter((part) => part !== '')] : [path];
}
