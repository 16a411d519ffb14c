/**
 * From what a caller says to what a compiler is asked for, checked.
 *
 * Each part is looked at only where the caller gave it: functions that do not run need not be made ready to run, which
 * in a new process takes longer than all the rest of finding a kernel in the cache.
 */
import { resolve } from 'node:path';
import { compilerInputs, noInputs as noEnvironment, type CompilerInputs } from '../compiler-environment';
import { assertMakesCode, withAbsolutePaths } from '../compiler-options';
import { assertHeaderNames } from '../compiler-programs';
import { applyDialect } from '../dialect/dialect';
import { describe } from '../diagnostics/describe';
import { argumentError } from '../errors';
import { openSourceFiles } from '../cache/include-file';
import { dataModelOf, isReadLanguage, parseGlobals } from '../signature';
import type { DataModel, ReadLanguage, ReaderInputs, SourceLanguage } from '../signature';
import { readCommandLine, type CommandLine } from '../signature/command-line';
import type { Compiler, CompileRequest } from '../spi/compiler';
import type { CompileOptions } from './compile-options';
import { SourceReader } from './source-reader';

const extensions: Readonly<Record<ReadLanguage, string>> = {
  cuda: 'cu',
  hip: 'hip',
  opencl: 'cl',
  portable: 'cl',
  c: 'c',
  'c++': 'cpp',
  fortran: 'f90',
};

function extensionOf(language: SourceLanguage, { fileExtensions }: Compiler): string {
  return fileExtensions?.[language] ?? (isReadLanguage(language) ? extensions[language] : language);
}

const none: readonly string[] = [];

/** What a compiler is asked for, and who reads the source as that compiler does. */
export interface MadeRequest {
  readonly request: CompileRequest;
  readonly reader: SourceReader;
  /** What the compiler takes from the environment. */
  readonly environment: CompilerInputs;
}

/** @throws HeddleError `ARGUMENT` for invalid options */
export function makeRequest(
  { backend, compiler }: { readonly backend: string; readonly compiler: Compiler },
  written: string,
  language: SourceLanguage,
  given: CompileOptions,
): MadeRequest {
  const dialect = language === 'portable' ? compiler.dialect : undefined;
  const fileName = given.fileName ?? `kernel.${extensionOf(language, compiler)}`;
  const defines = given.defines === undefined ? {} : toDefines(given.defines);
  const headers = given.headers === undefined ? {} : toHeaders(given.headers);
  const names = given.names === undefined ? none : toNames(given.names);
  const options = given.options === undefined ? none : toOptions(given.options, compiler, backend);
  const includeDirs = given.includeDirs === undefined ? none : toFolders(given.includeDirs);
  const compiled = dialect?.language ?? language;
  const environment = compilerInputs(compiler.variables ?? [], compiled);
  const commandLine = commandLineOf(compiler, environment, options);
  const inputs = readerInputs(compiler, environment, commandLine, includeDirs);
  const declared = parseGlobals(written, { language, defines, headers, inputs });
  const dataModel = modelFor(compiled, compiler, commandLine);
  const reader = new SourceReader(written, { language, defines, headers, inputs, names, dataModel });
  const request: CompileRequest = {
    source: dialect ? applyDialect(dialect, written, fileName) : written,
    userSource: written,
    fileName,
    language: compiled,
    names,
    globals: given.globals === undefined && declared.length === 0 ? none : toGlobals(given.globals ?? none, declared),
    // Read when someone asks: a source from the cache may be loaded, and run, without.
    get kernels() {
      return reader.kernels;
    },
    options,
    defines,
    includeDirs,
    headers,
    ...(given.signal ? { signal: given.signal } : {}),
  };
  return { request, reader, environment };
}

/** What a compiler gets besides the source. This is the one place where the reader of signatures learns of it. */
function readerInputs(
  { searchesWorkingFolder }: Compiler,
  environment: CompilerInputs,
  commandLine: CommandLine,
  includeDirs: readonly string[],
): ReaderInputs {
  return {
    ...commandLine,
    folders: [...includeDirs, ...commandLine.folders],
    unreadable: commandLine.unreadable ?? environment.untrackable,
    workingFolder: searchesWorkingFolder === true ? process.cwd() : undefined,
    files: openSourceFiles(),
  };
}

function commandLineOf(
  { optionSyntax }: Compiler,
  environment: CompilerInputs,
  options: readonly string[],
): CommandLine {
  if (options.length === 0 && environment === noEnvironment) return noCommandLine;
  const all = [...environment.optionsBefore, ...options, ...environment.optionsAfter];
  return readCommandLine(all, optionSyntax, environment);
}

/** Portable source is laid out as the language it becomes: a float3 is 16 bytes in OpenCL C, 12 in CUDA C++. */
function modelFor(
  language: SourceLanguage,
  { packingLimitsAlignas, gnuAttributes }: Compiler,
  { layoutOption, charIsSigned }: CommandLine,
): DataModel {
  const ofLanguage = dataModelOf(language);
  const differences = [packingLimitsAlignas, gnuAttributes, layoutOption, charIsSigned];
  if (differences.every((difference) => difference === undefined)) return ofLanguage;
  return {
    ...ofLanguage,
    ...(packingLimitsAlignas === undefined ? {} : { packingLimitsAlignas }),
    ...(gnuAttributes === undefined ? {} : { gnuAttributes }),
    ...(layoutOption === undefined ? {} : { layoutOption }),
    ...(charIsSigned === undefined ? {} : { charIsSigned }),
  };
}

const noCommandLine: CommandLine = {
  macros: [],
  forcedIncludes: [],
  quoteFolders: [],
  folders: [],
  systemFolders: [],
  unreadable: undefined,
  layoutOption: undefined,
  charIsSigned: undefined,
};

function toOptions(given: readonly string[], { id, optionRules }: Compiler, backend: string): readonly string[] {
  const options = list('options', given);
  if (!optionRules) return options;
  assertMakesCode(options, optionRules, { origin: id, backend, parameter: 'options' });
  return withAbsolutePaths(options, optionRules);
}

/** Checked options of a compiler's linker. @throws HeddleError `ARGUMENT` naming the option that cannot be given */
export function toLinkOptions(
  given: readonly string[],
  { id, linkOptionRules }: Compiler,
  backend: string,
): readonly string[] {
  const options = list('linkOptions', given);
  if (!linkOptionRules) return options;
  assertMakesCode(options, linkOptionRules, { origin: id, backend, parameter: 'linkOptions' });
  return withAbsolutePaths(options, linkOptionRules);
}

function toDefines(defines: NonNullable<CompileOptions['defines']>): Record<string, string> {
  assertRecord('defines', 'macros to values', defines);
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(defines)) {
    if (!/^[A-Za-z_]\w*$/.test(name)) throw argumentError(`'${name}' is not a macro's name`);
    if (value === undefined || value === false) continue;
    texts[name] = value === true ? '' : String(value);
    if (/[\r\n\0]/.test(texts[name])) throw argumentError(`the macro ${name} must be one line`);
  }
  return texts;
}

function toHeaders(headers: NonNullable<CompileOptions['headers']>): Readonly<Record<string, string>> {
  assertRecord('headers', 'names to texts', headers);
  for (const [name, text] of Object.entries(headers) as [string, unknown][]) {
    if (typeof text !== 'string') throw argumentError(`the header ${name} must be a string, not ${describe(text)}`);
  }
  assertHeaderNames(Object.keys(headers));
  return headers;
}

function assertRecord(name: string, what: string, value: unknown): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw argumentError(`${name} is an object from ${what}, not ${describe(value)}`, { parameter: name });
}

function toNames(given: readonly string[]): readonly string[] {
  const names = unique(list('names', given));
  for (const name of names) assertNameExpression(name);
  return names;
}

// Those asked for, and those that the source declares where anybody may see them.
function toGlobals(given: readonly string[], declared: readonly string[]): readonly string[] {
  return unique([...list('globals', given).map(assertVariableName), ...declared]);
}

function toFolders(given: readonly string[]): readonly string[] {
  return list('includeDirs', given).map((folder) => resolve(folder));
}

function list(name: string, values: readonly string[]): readonly string[] {
  if (!Array.isArray(values)) throw argumentError(`${name} must be an array of strings, not ${describe(values)}`);
  for (const value of values as readonly unknown[]) {
    if (typeof value !== 'string' || value.includes('\0')) {
      throw argumentError(`${name} must hold strings without NUL, not ${describe(value)}`);
    }
  }
  return values as readonly string[];
}

function assertVariableName(name: string): string {
  if (!/^[A-Za-z_]\w*(::[A-Za-z_]\w*)*$/.test(name)) throw argumentError(`${describe(name)} is not a variable's name`);
  return name;
}

// Name expressions become part of generated source: what could end the expression there is refused.
function assertNameExpression(name: string): void {
  const opened = name.split('(').length;
  const closed = name.split(')').length;
  if (name.trim() === '' || /[;{}"#\\\r\n]/.test(name) || opened !== closed || /^[^(]*\)/.test(name)) {
    throw argumentError(`${describe(name)} is not a name expression`, { parameter: 'names' });
  }
}

// Sorted and without duplicates: the order in which names are asked for changes nothing, so neither may the cache key.
function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}
