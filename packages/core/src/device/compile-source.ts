/**
 * From source to artifact: which language it is, which compiler takes it, and the cache in front of the compiler.
 */
import { resolve } from 'node:path';
import { artifactKey, type ArtifactMetadata, type CachedArtifact, type CacheEntry } from '../cache';
import { applyDialect } from '../dialect/dialect';
import { describe } from '../dtype/dtype';
import { HeddleError, argumentError } from '../errors';
import { parseGlobals, parseKernels, dataModelOf, type KernelSignature, type SourceLanguage } from '../signature';
import type { Artifact } from '../spi/artifact';
import type { Compiler, CompileRequest } from '../spi/compiler';
import { traceCompile, type CompileTrace } from '../tracing';
import { assertNotAborted } from './abort';
import type { DeviceContext } from './device-context';

export interface CompileOptions {
  /** Default: told from the source (`__global__`: CUDA, `__kernel`: OpenCL, `KERNEL`: portable). */
  readonly language?: SourceLanguage;
  /** Kernels wanted by C++ name expression: `['saxpy<float>', 'ns::blur<16, 16>']`. Plain kernels need no mention. */
  readonly names?: readonly string[];
  /** Module variables that will be asked for by `module.global`. Needed only for those inside namespaces or templates. */
  readonly globals?: readonly string[];
  /** Compiler options, one per entry. They never pass through a shell. */
  readonly options?: readonly string[];
  /** Macros. `true` defines an empty one, `false` and undefined none. */
  readonly defines?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Folders for `#include`, in order. */
  readonly includeDirs?: readonly string[];
  /** Headers from memory: name as in `#include` -> text. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What diagnostics call the source. Default `kernel.cu`, `kernel.cl`… */
  readonly fileName?: string;
  /** A compiler of this device by its id, where there are several. Default: the first that takes the language. */
  readonly compiler?: string;
  /** Uses the artifact cache. Default true. */
  readonly cache?: boolean;
  readonly signal?: AbortSignal;
}

/** A source with the compiler that takes it, and what that is asked for. */
export interface PreparedSource {
  readonly source: string;
  /** The language it is written in: `portable` where the request's is what it becomes. */
  readonly language: SourceLanguage;
  readonly compiler: Compiler;
  readonly request: CompileRequest;
  readonly cache: boolean | undefined;
  /** Whether it becomes a module, or an object to be linked with others. */
  readonly form: CompiledForm;
}

export type CompiledForm = 'module' | 'object';

/** A compiled source with what its user needs to know of it. */
export interface CompiledSource extends PreparedSource {
  readonly artifact: Artifact;
  /** True where the artifact came out of the cache. */
  readonly cached: boolean;
}

/**
 * Compiles for the context's device, or finds the artifact in the cache.
 *
 * @throws HeddleError `COMPILE` with the log, `ARGUMENT` for options that cannot be right, `UNSUPPORTED` where no
 * compiler of the device takes the language
 */
export async function compileSource(
  context: DeviceContext,
  source: string,
  options: CompileOptions,
): Promise<CompiledSource> {
  assertNotAborted(options.signal, 'compile');
  const language = options.language ?? detectLanguage(checkSource(source));
  return compilePrepared(context, prepareSource(context, source, language, options));
}

/** Compiles what was prepared, or finds the artifact in the cache. @throws HeddleError `COMPILE` with the log */
export async function compilePrepared(context: DeviceContext, prepared: PreparedSource): Promise<CompiledSource> {
  const { compiler, request } = prepared;
  const started = performance.now();
  const report = (origin: CompileTrace['origin'], artifact?: Artifact, error?: unknown): void => {
    traceCompile(() => ({
      backend: context.backend,
      compiler: compiler.id,
      architecture: context.driver.properties.architecture,
      names: request.names,
      options: request.options,
      origin,
      durationMilliseconds: performance.now() - started,
      ...(artifact ? { byteLength: artifact.bytes.byteLength } : {}),
      ...(error === undefined ? {} : { error }),
    }));
  };
  try {
    const found = await findOrCompile(context, prepared);
    const artifact = fromEntry(found);
    report(found.origin, artifact);
    return { ...prepared, artifact, cached: found.origin === 'memory' || found.origin === 'disk' };
  } catch (error) {
    report('failed', undefined, error);
    throw context.failure(error, 'compile');
  }
}

/** Chooses the compiler for a source, and says what it is asked for. */
export function prepareSource(
  context: DeviceContext,
  source: string,
  language: SourceLanguage,
  options: CompileOptions,
  form: CompiledForm = 'module',
): PreparedSource {
  const compiler = chooseCompiler(context, language, options.compiler);
  const request = makeRequest(compiler, checkSource(source), language, options);
  if (Object.keys(request.headers).length > 0) context.require('headers', 'compiling with headers from memory');
  if (request.names.some((name) => name.includes('<'))) context.require('name-expressions', 'a name expression');
  return { source, language, compiler, request, cache: options.cache, form };
}

function checkSource(source: unknown): string {
  if (typeof source !== 'string') throw argumentError(`the source must be a string, not ${describe(source)}`);
  if (source.trim() === '') throw argumentError('the source is empty');
  return source;
}

async function findOrCompile(context: DeviceContext, prepared: PreparedSource): Promise<CachedArtifact> {
  const { source, language, compiler, request, cache, form } = prepared;
  if (cache === false) return { ...toEntry(await compileAs(form, compiler, { ...request })), origin: 'compiled' };
  const key = await artifactKey({
    compiler: compiler.id,
    // What the cache has no field for still decides the output, so it joins the fingerprint.
    fingerprint: JSON.stringify([
      await compiler.fingerprint(request),
      request.fileName,
      Object.entries(request.defines).sort(),
      request.globals,
      ...(form === 'module' ? [] : [form, request.linkTimeOptimization === true]),
    ]),
    architecture: context.driver.properties.architecture,
    language: request.language,
    dialect: language === 'portable' ? (compiler.dialect?.preamble ?? '') : '',
    source,
    options: request.options,
    names: request.names,
    headers: request.headers,
    includeDirs: request.includeDirs,
  });
  const compileNow = async (signal: AbortSignal): Promise<CacheEntry> =>
    toEntry(await compileAs(form, compiler, { ...request, signal }));
  const found = await context.cache.getOrCompile(key, compileNow, request.signal ? { signal: request.signal } : {});
  if (form === 'module' && found.origin === 'compiled' && key.key !== undefined && compiler.refine) {
    context.cache.improve(key.key, async () => {
      const refined = await compiler.refine?.(fromEntry(found));
      return refined ? toEntry(refined) : undefined;
    });
  }
  return found;
}

function compileAs(form: CompiledForm, compiler: Compiler, request: CompileRequest): Promise<Artifact> {
  if (form === 'module') return compiler.compile(request);
  if (compiler.compileObject) return compiler.compileObject(request);
  throw new HeddleError('UNSUPPORTED', `${compiler.id} compiles no objects`);
}

/** The language of a source that does not say: by the word that marks its kernels. */
export function detectLanguage(source: string): SourceLanguage {
  if (/\b__global__\b/.test(source)) return 'cuda';
  if (/\b__kernel\b/.test(source)) return 'opencl';
  if (/\bKERNEL\b/.test(source)) return 'portable';
  if (/\bkernel\s+void\b/.test(source)) return 'opencl';
  throw argumentError('the source has no kernel: none of __global__, __kernel or KERNEL occurs in it', {
    hint: "Pass { language: 'c++' } (or 'c', 'fortran') to compile plain functions.",
  });
}

function chooseCompiler(context: DeviceContext, language: SourceLanguage, id: string | undefined): Compiler {
  const { compilers } = context.driver;
  const takes = (compiler: Compiler): boolean =>
    language === 'portable' ? compiler.dialect !== undefined : compiler.languages.includes(language);
  if (id !== undefined) {
    const chosen = compilers.find((compiler) => compiler.id === id);
    if (!chosen) {
      throw argumentError(`no compiler '${id}' here; there are ${compilers.map((c) => c.id).join(', ') || 'none'}`);
    }
    if (takes(chosen)) return chosen;
  } else {
    const chosen = compilers.find(takes);
    if (chosen) return chosen;
  }
  const languages = [...new Set(compilers.flatMap((compiler) => compiler.languages))];
  throw new HeddleError('UNSUPPORTED', `${id ?? `backend '${context.backend}'`} compiles no ${language}`, {
    backend: context.backend,
    hint: `It takes ${languages.join(', ')}${compilers.some((c) => c.dialect) ? ' and portable source' : ''}.`,
  });
}

const extensions: Readonly<Record<SourceLanguage, string>> = {
  cuda: 'cu',
  hip: 'hip',
  opencl: 'cl',
  portable: 'cl',
  c: 'c',
  'c++': 'cpp',
  fortran: 'f90',
};

function makeRequest(
  compiler: Compiler,
  written: string,
  language: SourceLanguage,
  options: CompileOptions,
): CompileRequest {
  const dialect = language === 'portable' ? compiler.dialect : undefined;
  const fileName = options.fileName ?? `kernel.${extensions[language]}`;
  const defines = toDefines(options.defines);
  const headers = toHeaders(options.headers);
  const names = unique('names', options.names);
  for (const name of names) assertNameExpression(name);
  // Portable source is laid out as the language it becomes: a float3 is 16 bytes in OpenCL C, 12 in CUDA C++.
  const dataModel = dataModelOf(dialect?.language ?? language);
  let kernels: readonly KernelSignature[] | undefined;
  return {
    source: dialect ? applyDialect(dialect, written, fileName) : written,
    userSource: written,
    fileName,
    language: dialect?.language ?? language,
    names,
    globals: unique('globals', [
      ...list('globals', options.globals).map(assertVariableName),
      ...parseGlobals(written, { language, defines, headers }),
    ]),
    // Read when someone asks: a source from the cache may be loaded, and run, without.
    get kernels() {
      return (kernels ??= parseKernels(written, { language, defines, headers, names, dataModel }));
    },
    options: list('options', options.options),
    defines,
    includeDirs: list('includeDirs', options.includeDirs).map((folder) => resolve(folder)),
    headers,
    ...(options.signal ? { signal: options.signal } : {}),
  };
}

function toDefines(defines: CompileOptions['defines'] = {}): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(defines)) {
    if (!/^[A-Za-z_]\w*$/.test(name)) throw argumentError(`'${name}' is no macro name`);
    if (value === undefined || value === false) continue;
    texts[name] = value === true ? '' : String(value);
    if (/[\r\n\0]/.test(texts[name])) throw argumentError(`the macro ${name} must be one line`);
  }
  return texts;
}

function toHeaders(headers: CompileOptions['headers'] = {}): Readonly<Record<string, string>> {
  if (typeof headers !== 'object' || headers === null) {
    throw argumentError(`headers is an object from names to texts, not ${describe(headers)}`);
  }
  for (const [name, text] of Object.entries(headers) as [string, unknown][]) {
    if (typeof text !== 'string') throw argumentError(`the header ${name} must be a string, not ${describe(text)}`);
  }
  return headers;
}

function list(name: string, values: readonly string[] = []): readonly string[] {
  if (!Array.isArray(values)) throw argumentError(`${name} must be an array of strings, not ${describe(values)}`);
  for (const value of values as readonly unknown[]) {
    if (typeof value !== 'string' || value.includes('\0')) {
      throw argumentError(`${name} must hold strings without NUL, not ${describe(value)}`);
    }
  }
  return values as readonly string[];
}

function assertVariableName(name: string): string {
  if (!/^[A-Za-z_]\w*(::[A-Za-z_]\w*)*$/.test(name)) throw argumentError(`${describe(name)} is no variable's name`);
  return name;
}

// Name expressions become part of generated source: what could end the expression there is refused.
function assertNameExpression(name: string): void {
  const opened = name.split('(').length;
  const closed = name.split(')').length;
  if (name.trim() === '' || /[;{}"#\\\r\n]/.test(name) || opened !== closed || /^[^(]*\)/.test(name)) {
    throw argumentError(`${describe(name)} is no name expression`, { parameter: 'names' });
  }
}

// Sorted and without duplicates: the order in which names are asked for changes nothing, so neither may the cache key.
function unique(name: string, values: readonly string[] | undefined): readonly string[] {
  return [...new Set(list(name, values))].sort();
}

function toEntry(artifact: Artifact): CacheEntry {
  const { bytes, ...metadata } = artifact;
  return { metadata: metadata as ArtifactMetadata, bytes };
}

function fromEntry(entry: CacheEntry): Artifact {
  return { ...(entry.metadata as unknown as Omit<Artifact, 'bytes'>), bytes: entry.bytes };
}
