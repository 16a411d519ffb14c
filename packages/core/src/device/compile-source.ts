/** Compiles a source for a device: what `device.compile` does before the module is loaded. */
import { tooManyInSource } from '../arguments';
import { assertOptions } from '../diagnostics';
import type { Artifact } from '../spi/artifact';
import { traceCompile, type CompileTrace } from '../tracing';
import { assertNotAborted } from './abort';
import { branchesOf } from './ask-compiler';
import { findOrCompile, keyOf } from './cached-artifact';
import { compileOptionNames, type CompileOptions } from './compile-options';
import type { DeviceContext } from './device-context';
import { prepareSource, type PreparedSource } from './prepare-source';
import type { SourceReader } from './source-reader';

/** A compiled source with what its user needs to know of it. */
export interface CompiledSource extends PreparedSource {
  readonly artifact: Artifact;
  /** True if the artifact came out of the cache. */
  readonly cached: boolean;
}

/**
 * Compiles for the context's device, or finds the artifact in the cache.
 *
 * @throws HeddleError `COMPILE` with the log, `ARGUMENT` for invalid options, `UNSUPPORTED` if no
 * compiler of the device takes the language
 */
export async function compileSource(
  context: DeviceContext,
  source: string,
  options: CompileOptions,
): Promise<CompiledSource> {
  assertOptions('compile', options, compileOptionNames);
  assertNotAborted(options.signal, 'compile');
  return compilePrepared(context, prepareSource(context, source, options));
}

/** Compiles what was prepared, or finds the artifact in the cache. @throws HeddleError `COMPILE` with the log */
export async function compilePrepared(context: DeviceContext, prepared: PreparedSource): Promise<CompiledSource> {
  const started = performance.now();
  try {
    const { artifact, origin } = await findOrCompile(context, prepared);
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
