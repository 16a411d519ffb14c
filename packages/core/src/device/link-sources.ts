/** Several sources compiled apart and linked into one module. */
import { describe } from '../diagnostics/describe';
import { HeddleError, argumentError } from '../errors';
import type { KernelSignature, SourceLanguage } from '../signature';
import { assertIntact, joinedLogs, withDigest, type Artifact } from '../spi/artifact';
import type { Compiler } from '../spi/compiler';
import { assertNotAborted } from './abort';
import { toLinkOptions } from './compile-request';
import { compileOptionNames, type CompileOptions } from './compile-options';
import { compilePrepared } from './compile-source';
import { prepareSource, type PreparedSource } from './prepare-source';
import { detectLanguage } from './detect-language';
import type { DeviceContext } from './device-context';
import { assertOptions } from '../diagnostics';

/** What {@link LinkSource} takes that was compiled before: an artifact of `compileObject`, or a vendor's file. */
export type LinkObject = Pick<Artifact, 'format' | 'bytes'> & Partial<Artifact>;

/** One of several sources: its text, or its text and what diagnostics call it, or an object that was compiled before. */
export type LinkSource = string | { readonly source: string; readonly fileName: string } | LinkObject;

export interface ObjectOptions extends Omit<CompileOptions, 'names' | 'globals'> {
  /**
   * Keeps the compiler's intermediate form, which becomes machine code when it is linked: functions of one source are
   * then inlined in another. Default false.
   */
  readonly linkTimeOptimization?: boolean;
}

export interface LinkOptions extends Omit<ObjectOptions, 'fileName'> {
  /** Options of the linker, one per entry. Those of the compiler are `options`. */
  readonly linkOptions?: readonly string[];
}

const objectOptionNames: readonly string[] = [
  ...compileOptionNames.filter((name) => name !== 'names' && name !== 'globals'),
  'linkTimeOptimization',
];
const linkOptionNames: readonly string[] = [...objectOptionNames.filter((name) => name !== 'fileName'), 'linkOptions'];

/** @throws HeddleError `COMPILE`, `UNSUPPORTED` if the compiler makes no such objects */
export async function compileObject(context: DeviceContext, source: string, options: ObjectOptions): Promise<Artifact> {
  context.require('linking', 'compileObject');
  assertOptions('compileObject', options, objectOptionNames);
  assertNotAborted(options.signal, 'compile');
  const language = options.language ?? languageOf([source]);
  const { artifact } = await compilePrepared(context, prepareObject(context, source, language, options));
  return withDigest(artifact);
}

/**
 * @throws HeddleError `COMPILE` for a source that does not compile, or a function that no source or several define
 */
export async function linkSources(
  context: DeviceContext,
  sources: readonly LinkSource[],
  options: LinkOptions,
): Promise<{ readonly artifact: Artifact; readonly kernels: readonly KernelSignature[] }> {
  context.require('linking', 'link');
  assertOptions('link', options, linkOptionNames);
  assertNotAborted(options.signal, 'link');
  const parts = prepareParts(context, sources, options);
  const linker = linkerOf(context, parts, options.compiler);
  const linkOptions = toLinkOptions(options.linkOptions ?? [], linker, context.backend);
  const objects: Artifact[] = [];
  for (const part of parts) {
    assertNotAborted(options.signal, 'link');
    objects.push('artifact' in part ? part.artifact : (await compilePrepared(context, part)).artifact);
  }
  try {
    const linked = await linker.link(objects, linkOptions);
    const artifact = { ...linked, log: joinedLogs([...objects, linked]) };
    return { artifact, kernels: parts.flatMap((part) => ('artifact' in part ? [] : part.request.kernels)) };
  } catch (error) {
    throw context.failure(error, 'link');
  }
}

type LinkPart = PreparedSource | { readonly artifact: Artifact };

function prepareParts(context: DeviceContext, sources: readonly LinkSource[], options: LinkOptions): LinkPart[] {
  if (!Array.isArray(sources) || sources.length === 0) {
    throw argumentError(`link takes an array of sources, not ${describe(sources)}`);
  }
  const named = (sources as readonly LinkSource[]).map((each, i) =>
    typeof each === 'string' ? { source: each, fileName: `source-${i + 1}` } : each,
  );
  const texts = named.flatMap((each) => (isObject(each) ? [] : [each.source]));
  const language = options.language ?? (texts.length > 0 ? languageOf(texts) : undefined);
  return named.map((each) => {
    if (!isObject(each)) {
      return prepareObject(context, each.source, language ?? detectLanguage(each.source), {
        ...options,
        fileName: each.fileName,
      });
    }
    assertIntact(each, context.backend);
    return { artifact: { entryNames: {}, log: '', ...each } };
  });
}

function isObject(each: LinkSource): each is LinkObject {
  return typeof each === 'object' && 'bytes' in each;
}

function prepareObject(
  context: DeviceContext,
  source: string,
  language: SourceLanguage,
  { linkTimeOptimization = false, ...options }: ObjectOptions,
): PreparedSource {
  const prepared = prepareSource(context, source, { ...options, language }, 'object');
  const { compiler, request } = prepared;
  if (!compiler.compileObject) throw unsupported(context, compiler, 'compiles no objects');
  if (!linkTimeOptimization) return prepared;
  if (compiler.linkTimeOptimization !== true) {
    throw unsupported(context, compiler, 'has no link-time optimisation', 'Link without linkTimeOptimization.');
  }
  return { ...prepared, request: { ...request, linkTimeOptimization } };
}

type Linker = Compiler & Required<Pick<Compiler, 'link'>>;

/** The compiler of the sources links them; objects alone are linked by the one that is named, or the first that can. */
function linkerOf(context: DeviceContext, parts: readonly LinkPart[], id: string | undefined): Linker {
  const { compilers } = context.driver;
  const first = parts.find((part) => 'compiler' in part);
  const named = id === undefined ? undefined : compilers.find((compiler) => compiler.id === id);
  const compiler = first?.compiler ?? named ?? compilers.find((each) => each.link !== undefined);
  if (!compiler || !links(compiler)) throw unsupported(context, compiler, 'links no objects');
  return compiler;
}

function links(compiler: Compiler): compiler is Linker {
  return compiler.link !== undefined;
}

function unsupported(context: DeviceContext, compiler: Compiler | undefined, lack: string, hint?: string): HeddleError {
  return new HeddleError('UNSUPPORTED', `${compiler?.id ?? 'this device'} ${lack}`, {
    backend: context.backend,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Sources of functions alone do not say what they are written in; one with a kernel does. */
function languageOf(sources: readonly string[]): SourceLanguage {
  for (const source of sources) {
    try {
      return detectLanguage(source);
    } catch {
      // Another one may tell.
    }
  }
  return detectLanguage(sources.join('\n'));
}
