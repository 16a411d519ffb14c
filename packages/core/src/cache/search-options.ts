/**
 * Compiler options that change which files are read.
 */

/** What options say about files. */
export interface SearchOptions {
  /** Folders given by `-I` and its relatives, in order. */
  readonly includeDirs: readonly string[];
  /** Names of files included before the source. */
  readonly forcedIncludes: readonly string[];
  /** Folders given by `-L`, in order. */
  readonly libraryDirs: readonly string[];
  /** Libraries given by `-l`, without the option: `m`, `:libm.a`. */
  readonly libraries: readonly string[];
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
const libraryFolderOptions = ['--library-path', '-L'];
// Also the start of `-lineinfo` and others, of which no file is found.
const libraryOptions = ['--library', '-l'];
const nestingOptions = ['-Xcompiler=', '--compiler-options=', '-Xlinker=', '--linker-options=', '-Wp,', '-Wl,'];
const fileOptions = ['@', '--options-file', '-options-file', '-optf'];

/** Reads options as gcc, clang, nvcc, NVRTC, hipcc and OpenCL spell them. */
export function searchOptions(options: readonly string[]): SearchOptions {
  const found = { includeDirs: [], forcedIncludes: [], libraryDirs: [], libraries: [] } as Record<PathList, string[]>;
  const possibleFiles: string[] = [];
  let untrackable: string | undefined;

  const flat = options.flatMap(unnested);
  for (let i = 0; i < flat.length; i++) {
    const option = flat[i] ?? '';
    const named = namedBy(option);
    if (startOf(option, fileOptions) !== undefined) {
      untrackable ??= `the option '${option}' reads further options from a file`;
    } else if (named !== undefined) {
      found[named.list].push(...pathsOf(option.slice(named.option.length) || (flat[++i] ?? '')));
    } else {
      const value = option.slice(option.indexOf('=') + 1);
      if (value.includes('.') || value.includes('/') || value.includes('\\')) possibleFiles.push(value);
    }
  }
  return { ...found, possibleFiles, untrackable };
}

type PathList = 'includeDirs' | 'forcedIncludes' | 'libraryDirs' | 'libraries';

// A name that another one starts with goes after it.
const pathLists: readonly (readonly [PathList, readonly string[]])[] = [
  ['includeDirs', folderOptions],
  ['forcedIncludes', forcedOptions],
  ['libraryDirs', libraryFolderOptions],
  ['libraries', libraryOptions],
];

function namedBy(option: string): { readonly list: PathList; readonly option: string } | undefined {
  for (const [list, names] of pathLists) {
    const name = startOf(option, names);
    if (name !== undefined) return { list, option: name };
  }
  return undefined;
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
