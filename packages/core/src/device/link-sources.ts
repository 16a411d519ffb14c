/** Several sources compiled apart and linked into one module. */
import { describe } from '../dtype/dtype';
import { HeddleError, argumentError } from '../errors';
import type { KernelSignature, SourceLanguage } from '../signature';
import type { Artifact } from '../spi/artifact';
import { assertNotAborted } from './abort';
import { detectLanguage, prepareRequest, type CompileOptions } from './compile-source';
import type { DeviceContext } from './device-context';

/** One of several sources: its text, or its text and what diagnostics call it. */
export type LinkSource = string | { readonly source: string; readonly fileName: string };

export interface LinkOptions extends Omit<CompileOptions, 'fileName' | 'names' | 'globals' | 'cache'> {
  /** Options of the linker, one per entry. Those of the compiler are `options`. */
  readonly linkOptions?: readonly string[];
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
  assertNotAborted(options.signal, 'link');
  if (!Array.isArray(sources) || sources.length === 0) {
    throw argumentError(`link takes an array of sources, not ${describe(sources)}`);
  }
  const named = (sources as readonly LinkSource[]).map((each, i) =>
    typeof each === 'string' ? { source: each, fileName: `source-${i + 1}` } : each,
  );
  const language = options.language ?? languageOf(named.map(({ source }) => source));
  const prepared = named.map(({ source, fileName }) =>
    prepareRequest(context, source, language, { ...options, fileName }),
  );
  const compiler = prepared[0]?.compiler;
  if (!compiler?.compileObject || !compiler.link) {
    throw new HeddleError('UNSUPPORTED', `${compiler?.id ?? 'this compiler'} links no objects`, {
      backend: context.backend,
    });
  }
  try {
    const objects: Artifact[] = [];
    for (const { request } of prepared) {
      assertNotAborted(options.signal, 'link');
      objects.push(await compiler.compileObject(request));
    }
    const artifact = await compiler.link(objects, options.linkOptions ?? []);
    return { artifact, kernels: prepared.flatMap(({ request }) => request.kernels) };
  } catch (error) {
    throw context.failure(error, 'link');
  }
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
