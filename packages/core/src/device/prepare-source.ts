/** From a source to the compiler that takes it, and what that is asked for. */
import type { CompilerInputs } from '../compiler-environment';
import { describe } from '../diagnostics/describe';
import { HeddleError, argumentError } from '../errors';
import type { SourceLanguage } from '../signature';
import type { Compiler, CompileRequest } from '../spi/compiler';
import type { CompileOptions } from './compile-options';
import { makeRequest } from './compile-request';
import { detectLanguage } from './detect-language';
import type { DeviceContext } from './device-context';
import type { SourceReader } from './source-reader';

/** A source with the compiler that takes it, and what that is asked for. */
export interface PreparedSource {
  readonly source: string;
  /** The language it is written in: `portable` where the request's is what it becomes. */
  readonly language: SourceLanguage;
  readonly compiler: Compiler;
  readonly request: CompileRequest;
  /** Reads the source as the compiler does, for the request's kernels. */
  readonly reader: SourceReader;
  /** What the compiler takes from the environment. */
  readonly environment: CompilerInputs;
  readonly cache: boolean | undefined;
  /** Whether it becomes a module, or an object to be linked with others. */
  readonly form: CompiledForm;
}

export type CompiledForm = 'module' | 'object';

/**
 * Chooses the compiler for a source, and says what it is asked for.
 *
 * @throws HeddleError `ARGUMENT` for invalid options, `UNSUPPORTED` if no compiler takes the language
 */
export function prepareSource(
  context: DeviceContext,
  given: string,
  options: CompileOptions,
  form: CompiledForm = 'module',
): PreparedSource {
  const source = checkSource(given);
  const language = options.language ?? detectLanguage(source);
  const compiler = chooseCompiler(context, language, options.compiler);
  const { request, ...read } = makeRequest({ backend: context.backend, compiler }, source, language, options);
  if (Object.keys(request.headers).length > 0) context.require('headers', 'compiling with headers from memory');
  if (request.names.some((name) => name.includes('<'))) context.require('name-expressions', 'a name expression');
  return { source, language, compiler, request, ...read, cache: options.cache, form };
}

function checkSource(source: unknown): string {
  if (typeof source !== 'string') throw argumentError(`the source must be a string, not ${describe(source)}`);
  if (source.trim() === '') throw argumentError('the source is empty');
  // Some editors put a byte order mark in front of a file. It does not belong to the program.
  return source.startsWith('\uFEFF') ? source.slice(1) : source;
}

function chooseCompiler(context: DeviceContext, language: SourceLanguage, id: string | undefined): Compiler {
  for (const compiler of context.driver.compilers) {
    if ((id === undefined || compiler.id === id) && takes(compiler, language)) return compiler;
  }
  throw noCompiler(context, language, id);
}

/** True if a compiler takes sources of a language. */
export function takes(compiler: Compiler, language: SourceLanguage): boolean {
  return language === 'portable' ? compiler.dialect !== undefined : compiler.languages.includes(language);
}

function noCompiler({ backend, driver }: DeviceContext, language: SourceLanguage, id: string | undefined): HeddleError {
  const { compilers } = driver;
  if (id !== undefined && !compilers.some((compiler) => compiler.id === id)) {
    return argumentError(`no compiler '${id}' here; there are ${compilers.map((c) => c.id).join(', ') || 'none'}`);
  }
  const languages = [...new Set(compilers.flatMap((compiler) => compiler.languages))];
  return new HeddleError('UNSUPPORTED', `${id ?? `backend '${backend}'`} compiles no ${language}`, {
    backend,
    hint: `It takes ${languages.join(', ')}${compilers.some((c) => c.dialect) ? ' and portable source' : ''}.`,
  });
}
