/** The source of each configuration: read once, with the parameters as macros. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { HeddleError, type SourceLanguage } from '@heddle/core';
import { argumentError, pathOfUrl } from '@heddle/core/backend';
import type { Configuration } from '../space';
import type { TrialSource } from '../worker/protocol';
import { callUser } from './configuration-function';
import type { TrialGeometry } from './launch-geometry';
import { sourceHashOf } from './source-hash';
import type { TuneKernelOptions } from './tune-options';

type SourceOptions = Pick<
  TuneKernelOptions,
  'kernel' | 'source' | 'language' | 'compilerOptions' | 'includeDirs' | 'defines' | 'tune'
>;

/** A configuration's source, and the name of its kernel. */
export interface PreparedSource {
  readonly source: TrialSource;
  readonly kernel: string;
  /** Tells its results from those of another program. */
  readonly sourceHash: string;
}

const plainLanguages: ReadonlySet<SourceLanguage | undefined> = new Set(['c', 'c++', 'fortran']);

/** True if a plain function is tuned instead of a kernel. */
export function isPlainFunction({ language, source }: SourceOptions): boolean {
  return plainLanguages.has(language ?? languageOfFile(source));
}

/**
 * A function from configurations to sources.
 *
 * @throws HeddleError `ARGUMENT` for a file that is not there
 */
export function sourceOf(
  options: SourceOptions,
  blockSizeNames: readonly string[],
): (configuration: Configuration, geometry: TrialGeometry) => PreparedSource {
  const files = filesOf(options.source);
  const { includeDirs = [], compilerOptions = [] } = options;
  const folders = [...new Set([...includeDirs, ...files.folders])];
  const language = options.language ?? files.language;
  return (configuration, geometry) => {
    const text = typeof files.primary === 'function' ? writtenSource(files.primary, configuration) : files.primary;
    const kernel = withValues(options.kernel, configuration);
    const flags =
      typeof compilerOptions === 'function'
        ? callUser(compilerOptions, configuration, 'compilerOptions')
        : compilerOptions;
    const source: TrialSource = {
      text: unrollLoops(text, configuration),
      language,
      fileName: files.fileName,
      names: kernel.includes('<') ? [kernel] : [],
      defines: definesOf(options, configuration, geometry, blockSizeNames),
      options: flags,
      includeDirs: folders,
      headers: {},
    };
    const sourceHash = sourceHashOf({
      kernel,
      text,
      headers: files.headers,
      language,
      // Without macros of the user's own, those there are follow from the configuration and the launch.
      defines: options.defines ? source.defines : {},
      compilerOptions: flags,
      geometry,
    });
    return { source, kernel, sourceHash };
  };
}

interface SourceFiles {
  readonly primary: string | ((configuration: Configuration) => string);
  readonly fileName: string | undefined;
  readonly language: SourceLanguage | undefined;
  /** Where the files lie: that is where what they include is looked for. */
  readonly folders: readonly string[];
  /** Contents of the files after the first. */
  readonly headers: readonly string[];
}

function filesOf(source: SourceOptions['source']): SourceFiles {
  const list = (Array.isArray(source) ? source : [source]) as readonly (string | URL | ((c: never) => string))[];
  const [first, ...rest] = list;
  if (first === undefined) throw argumentError('the list of sources is empty', { parameter: 'source' });
  const headerPaths = rest.map((header) => {
    const path = typeof header === 'function' ? undefined : pathOf(header);
    if (path === undefined) throw argumentError('the sources after the first are files', { parameter: 'source' });
    return existing(path);
  });
  const headerFolders = headerPaths.map((path) => dirname(path));
  const headers = headerPaths.map((path) => readFileSync(path, 'utf8'));
  const own = { fileName: undefined, language: undefined, folders: headerFolders, headers };
  if (typeof first === 'function') return { ...own, primary: first as (configuration: Configuration) => string };
  const path = pathOf(first);
  if (path === undefined) return { ...own, primary: String(first) };
  return {
    primary: readFileSync(existing(path), 'utf8'),
    fileName: basename(path),
    language: languageOfPath(path),
    folders: [dirname(path), ...headerFolders],
    headers,
  };
}

// A path has no line break and ends like a file; a source has a brace or a line break.
function pathOf(source: string | URL): string | undefined {
  if (source instanceof URL || source.startsWith('file://')) return pathOfUrl(source, 'source');
  return /[\n{};]/.test(source) || extname(source) === '' ? undefined : source;
}

function existing(path: string): string {
  if (existsSync(path) && statSync(path).isFile()) return path;
  throw argumentError(`there is no source file ${path}`, {
    parameter: 'source',
    hint: 'A source is a text, or the path of a file from the current folder.',
  });
}

const languages: Readonly<Record<string, SourceLanguage>> = {
  '.c': 'c',
  '.cc': 'c++',
  '.cpp': 'c++',
  '.cxx': 'c++',
  '.f90': 'fortran',
  '.F90': 'fortran',
  '.f': 'fortran',
  '.F': 'fortran',
};

// A .cpp file may hold a CUDA kernel, as may a .cl file one in portable form: the text decides the language of those.
function languageOfPath(path: string): SourceLanguage | undefined {
  const language = languages[extname(path)];
  if (language === undefined || !existsSync(path)) return undefined;
  return /\b(__global__|__kernel|KERNEL)\b/.test(readFileSync(path, 'utf8')) ? undefined : language;
}

function languageOfFile(source: SourceOptions['source']): SourceLanguage | undefined {
  const first: unknown = Array.isArray(source) ? (source as readonly unknown[])[0] : source;
  const path = typeof first === 'string' || first instanceof URL ? pathOf(first) : undefined;
  return path === undefined ? undefined : languageOfPath(path);
}

function writtenSource(write: (configuration: Configuration) => string, configuration: Configuration): string {
  const text: unknown = callUser(write, configuration, 'source');
  if (typeof text === 'string') return text;
  throw new HeddleError(
    'ARGUMENT',
    `source gave ${String(text)} for ${JSON.stringify(configuration)}; it must give a text`,
    {
      parameter: 'source',
    },
  );
}

/** Parameters in a name, replaced by their values where they stand as whole words. */
function withValues(name: string, configuration: Configuration): string {
  if (!name.includes('<')) return name;
  return name.replace(/[A-Za-z_]\w*/g, (word) => {
    const value = Object.hasOwn(configuration, word) ? configuration[word] : undefined;
    return value === undefined ? word : String(value);
  });
}

/** `#pragma unroll loop_unroll_factor_x`: compilers replace no macros there; a factor of 0 leaves the loop alone. */
function unrollLoops(text: string, configuration: Configuration): string {
  const factors = Object.entries(configuration).filter(([name]) => name.startsWith('loop_unroll_factor'));
  if (factors.length === 0) return text;
  return text.replace(/^[ \t]*#pragma[ \t]+unroll[ \t(]+(\w+)[ \t)]*$/gm, (line, word: string) => {
    const value = factors.find(([name]) => name === word)?.[1];
    if (value === undefined) return line;
    return Number(value) === 0 ? '' : line.replace(word, String(value));
  });
}

function definesOf(
  { defines, tune }: SourceOptions,
  configuration: Configuration,
  { grid, block }: TrialGeometry,
  blockSizeNames: readonly string[],
): Record<string, string | number> {
  const result: Record<string, string | number> = {};
  const set = (name: string, value: string | number | boolean): void => {
    result[name] = typeof value === 'boolean' ? Number(value) : value;
  };
  if (defines) {
    for (const [name, value] of Object.entries(defines)) {
      set(name, typeof value === 'function' ? callUser(value, configuration, `defines.${name}`) : value);
    }
    return result;
  }
  ['x', 'y', 'z'].forEach((axis, index) => {
    set(`grid_size_${axis}`, grid[index] ?? 1);
    set(blockSizeNames[index] ?? `block_size_${axis}`, block[index] ?? 1);
  });
  for (const name of Object.keys(tune)) set(name, configuration[name] ?? 0);
  set('kernel_tuner', 1);
  return result;
}
