/** The artifact of a source: out of the cache, or compiled and put there. */
import { artifactKey, type ArtifactCache, type ArtifactKey, type ArtifactMetadata, type CacheEntry } from '../cache';
import type { CachedArtifact } from '../cache';
import { compilerInputs } from '../compiler-environment';
import { HeddleError } from '../errors';
import type { Artifact } from '../spi/artifact';
import type { Compiler, CompileRequest } from '../spi/compiler';
import { branchesText, decideBranches } from './ask-compiler';
import type { DeviceContext } from './device-context';
import type { CompiledForm, PreparedSource } from './prepare-source';

/** What the cache knows the artifact of a prepared source by. */
export async function keyOf(prepared: PreparedSource, architecture: string): Promise<ArtifactKey> {
  const { source, language, compiler, request, environment, form } = prepared;
  const { variables } = compiler;
  return artifactKey({
    compiler: compiler.id,
    fingerprint: await compiler.fingerprint(request),
    architecture,
    language: request.language,
    dialect: language === 'portable' ? (compiler.dialect?.preamble ?? '') : '',
    source,
    fileName: request.fileName,
    form: request.linkTimeOptimization === true ? `${form}, optimized when linked` : form,
    options: request.options,
    defines: request.defines,
    names: request.names,
    globals: request.globals,
    headers: request.headers,
    includeDirs: request.includeDirs,
    ...(variables && { inputs: () => compilerInputs(variables, request.language), givenInputs: environment }),
  });
}

/** An artifact, and where it came from. */
export interface FoundArtifact {
  readonly artifact: Artifact;
  readonly origin: CachedArtifact['origin'];
}

/** Finds the artifact of a source in the cache, or compiles it. @throws HeddleError `COMPILE` with the log */
export async function findOrCompile(context: DeviceContext, prepared: PreparedSource): Promise<FoundArtifact> {
  const { compiler, request, form } = prepared;
  if (prepared.cache === false) {
    return { artifact: await compileDecided(prepared, request.signal), origin: 'compiled' };
  }
  const key = await keyOf(prepared, context.driver.properties.architecture);
  const compileNow = async (signal: AbortSignal): Promise<CacheEntry> =>
    toEntry(await compileDecided(prepared, signal));
  const found = await context.cache.getOrCompile(key, compileNow, request.signal ? { signal: request.signal } : {});
  const artifact = fromEntry(found);
  if (form === 'module' && found.origin === 'compiled' && key.key !== undefined) {
    refineLater(context.cache, compiler, key.key, artifact);
  }
  return { artifact, origin: found.origin };
}

/** Compiles a source once what its kernels take is known, as far as that can be. */
async function compileDecided(prepared: PreparedSource, signal: AbortSignal | undefined): Promise<Artifact> {
  const { compiler, request, form } = prepared;
  const branches = await decideBranches(prepared, signal);
  const artifact = await compileAs(form, compiler, { ...request, ...(signal ? { signal } : {}) });
  return branches === undefined ? artifact : { ...artifact, branches: branchesText(branches) };
}

function refineLater(cache: ArtifactCache, compiler: Compiler, key: string, artifact: Artifact): void {
  if (!compiler.refine) return;
  cache.improve(key, async () => {
    const refined = await compiler.refine?.(artifact);
    if (!refined) return undefined;
    const { branches } = artifact;
    return toEntry(branches === undefined ? refined : { ...refined, branches });
  });
}

function compileAs(form: CompiledForm, compiler: Compiler, request: CompileRequest): Promise<Artifact> {
  if (form === 'module') return compiler.compile(request);
  if (compiler.compileObject) return compiler.compileObject(request);
  throw new HeddleError('UNSUPPORTED', `${compiler.id} compiles no objects`);
}

function toEntry(artifact: Artifact): CacheEntry {
  const { bytes, ...metadata } = artifact;
  return { metadata: metadata as ArtifactMetadata, bytes };
}

function fromEntry(entry: CacheEntry): Artifact {
  return { ...(entry.metadata as unknown as Omit<Artifact, 'bytes'>), bytes: entry.bytes };
}
