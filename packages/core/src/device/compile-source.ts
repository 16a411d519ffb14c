/**
 * From source to artifact: which language it is, which compiler takes it, and the cache in front of the compiler.
 */
import {
  artifactKey,
  type ArtifactCache,
  type ArtifactKey,
  type ArtifactMetadata,
  type CachedArtifact,
  type CacheEntry,
} from '../cache';
import { tooManyInSource } from '../arguments';
import { compilerInputs, type CompilerInputs } from '../compiler-environment';
import { describe } from '../diagnostics/describe';
import { HeddleError, argumentError } from '../errors';
import type { KernelSignature, SourceLanguage } from '../signature';
import type { Artifact } from '../spi/artifact';
import type { Compiler, CompileRequest } from '../spi/compiler';
import { traceCompile, type CompileTrace } from '../tracing';
import { assertNotAborted } from './abort';
import { branchesOf, branchesText, decideBranches } from './ask-compiler';
import { makeRequest } from './compile-request';
import { detectLanguage } from './detect-language';
import type { SourceReader } from './source-reader';
import type { DeviceContext } from './device-context';
import { assertOptions } from '../diagnostics';

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

/** The names of {@link CompileOptions}. */
export const compileOptionNames: readonly (keyof CompileOptions)[] = [
  'language',
  'names',
  'globals',
  'options',
  'defines',
  'includeDirs',
  'headers',
  'fileName',
  'compiler',
  'cache',
  'signal',
];

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
  assertOptions('compile', options, compileOptionNames);
  assertNotAborted(options.signal, 'compile');
  const language = options.language ?? detectLanguage(checkSource(source));
  return compilePrepared(context, prepareSource(context, source, language, options));
}

/** Compiles what was prepared, or finds the artifact in the cache. @throws HeddleError `COMPILE` with the log */
export async function compilePrepared(context: DeviceContext, prepared: PreparedSource): Promise<CompiledSource> {
  const started = performance.now();
  try {
    const found = await findOrCompile(context, prepared);
    const { origin } = found;
    const artifact = fromEntry(found);
    settleReader(prepared.reader, artifact);
    traceCompile(() => traceOf(context, prepared, started, { origin, byteLength: artifact.bytes.byteLength }));
    return { ...prepared, artifact, cached: origin === 'memory' || origin === 'disk' };
  } catch (error) {
    traceCompile(() => traceOf(context, prepared, started, { origin: 'failed', error }));
    const failure = context.failure(error, 'compile');
    if (failure.code !== 'COMPILE') throw failure;
    // Compilers report this as one of many messages.
    throw tooManyInSource(prepared.request.kernels, context.argumentLimit, failure) ?? failure;
  }
}

function traceOf(
  { backend, driver }: DeviceContext,
  { compiler, request }: PreparedSource,
  started: number,
  outcome: Pick<CompileTrace, 'origin' | 'byteLength' | 'error'>,
): CompileTrace {
  return {
    backend,
    compiler: compiler.id,
    architecture: driver.properties.architecture,
    names: request.names,
    options: request.options,
    durationMilliseconds: performance.now() - started,
    ...outcome,
  };
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
  const { request, ...read } = makeRequest(
    { backend: context.backend, compiler },
    checkSource(source),
    language,
    options,
  );
  if (Object.keys(request.headers).length > 0) context.require('headers', 'compiling with headers from memory');
  if (request.names.some((name) => name.includes('<'))) context.require('name-expressions', 'a name expression');
  return { source, language, compiler, request, ...read, cache: options.cache, form };
}

function checkSource(source: unknown): string {
  if (typeof source !== 'string') throw argumentError(`the source must be a string, not ${describe(source)}`);
  if (source.trim() === '') throw argumentError('the source is empty');
  // A byte order mark, as some editors put it in front of a file, is none of the program.
  return source.startsWith('\uFEFF') ? source.slice(1) : source;
}

async function findOrCompile(context: DeviceContext, prepared: PreparedSource): Promise<CachedArtifact> {
  const { compiler, request, form } = prepared;
  if (prepared.cache === false) {
    return { ...toEntry(await compileDecided(prepared, request.signal)), origin: 'compiled' };
  }
  const key = await keyOf(prepared, context.driver.properties.architecture);
  const compileNow = async (signal: AbortSignal): Promise<CacheEntry> =>
    toEntry(await compileDecided(prepared, signal));
  const found = await context.cache.getOrCompile(key, compileNow, request.signal ? { signal: request.signal } : {});
  if (form === 'module' && found.origin === 'compiled' && key.key !== undefined) {
    refineLater(context.cache, compiler, key.key, found);
  }
  return found;
}

/** Compiles a source once what its kernels take is known, as far as that can be. */
async function compileDecided(prepared: PreparedSource, signal: AbortSignal | undefined): Promise<Artifact> {
  const { compiler, request, form } = prepared;
  const branches = await decideBranches(prepared, signal);
  const artifact = await compileAs(form, compiler, { ...request, ...(signal ? { signal } : {}) });
  return branches === undefined ? artifact : { ...artifact, branches: branchesText(branches) };
}

// What another call compiled, or another process, was decided there.
function settleReader(reader: SourceReader, { branches }: Artifact): void {
  if (branches !== undefined) reader.decide(branchesOf(branches));
  if (reader.opensFiles) reader.readNow();
}

/** Compiles anew what came out of the cache and was refused by the device, and puts it in the old one's place. */
export async function replaceCached(context: DeviceContext, refused: CompiledSource): Promise<CompiledSource> {
  const { key } = await keyOf(refused, context.driver.properties.architecture);
  if (key !== undefined) context.cache.discard(key, refused.artifact);
  return compilePrepared(context, refused);
}

/** What the kernels of a binary take by the source that it was compiled from, and what that was compiled with. */
export function kernelsOfBinary(
  { backend, driver }: DeviceContext,
  { branches = '' }: Partial<Artifact>,
  source: string,
  language: SourceLanguage,
  options: Pick<CompileOptions, 'options' | 'defines' | 'includeDirs' | 'headers'>,
): readonly KernelSignature[] {
  // A device may load what none of its compilers made.
  const compiler = driver.compilers.find((each) => takes(each, language)) ?? noCompilerAtAll;
  const { reader } = makeRequest({ backend, compiler }, source, language, options);
  reader.decide(branchesOf(branches));
  return reader.kernels;
}

const noCompilerAtAll: Compiler = {
  id: 'none',
  languages: [],
  fingerprint: () => '',
  compile: () => Promise.reject(new HeddleError('UNSUPPORTED', 'there is no compiler')),
};

/** What the cache knows the artifact of a prepared source by. */
export async function keyOf(prepared: PreparedSource, architecture: string): Promise<ArtifactKey> {
  const { source, language, compiler, request, environment, form } = prepared;
  const { variables } = compiler;
  return artifactKey({
    compiler: compiler.id,
    // What the cache has no field for still decides the output, so it joins the fingerprint.
    fingerprint: JSON.stringify([
      await compiler.fingerprint(request),
      request.fileName,
      Object.entries(request.defines).sort(),
      request.globals,
      ...(form === 'module' ? [] : [form, request.linkTimeOptimization === true]),
    ]),
    architecture,
    language: request.language,
    dialect: language === 'portable' ? (compiler.dialect?.preamble ?? '') : '',
    source,
    options: request.options,
    names: request.names,
    headers: request.headers,
    includeDirs: request.includeDirs,
    ...(variables && { inputs: () => compilerInputs(variables, request.language), givenInputs: environment }),
  });
}

function refineLater(cache: ArtifactCache, compiler: Compiler, key: string, found: CachedArtifact): void {
  if (!compiler.refine) return;
  cache.improve(key, async () => {
    const refined = await compiler.refine?.(fromEntry(found));
    if (!refined) return undefined;
    const { branches } = fromEntry(found);
    return toEntry(branches === undefined ? refined : { ...refined, branches });
  });
}

function compileAs(form: CompiledForm, compiler: Compiler, request: CompileRequest): Promise<Artifact> {
  if (form === 'module') return compiler.compile(request);
  if (compiler.compileObject) return compiler.compileObject(request);
  throw new HeddleError('UNSUPPORTED', `${compiler.id} compiles no objects`);
}

function chooseCompiler(context: DeviceContext, language: SourceLanguage, id: string | undefined): Compiler {
  for (const compiler of context.driver.compilers) {
    if ((id === undefined || compiler.id === id) && takes(compiler, language)) return compiler;
  }
  throw noCompiler(context, language, id);
}

function takes(compiler: Compiler, language: SourceLanguage): boolean {
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

function toEntry(artifact: Artifact): CacheEntry {
  const { bytes, ...metadata } = artifact;
  return { metadata: metadata as ArtifactMetadata, bytes };
}

function fromEntry(entry: CacheEntry): Artifact {
  return { ...(entry.metadata as unknown as Omit<Artifact, 'bytes'>), bytes: entry.bytes };
}
