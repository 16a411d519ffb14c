/** Compiling without loading: PyCUDA's module-level functions, all promises here since nvcc is another process. */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ArtifactCache, HeddleError } from '@heddle/core';
import {
  argumentError,
  artifactKey,
  compilerInputs,
  describe,
  parseKernels,
  runCompiler,
  withTemporaryFolder,
  type Artifact,
  type ArtifactMetadata,
  type CompileRequest,
} from '@heddle/core/backend';
import { complexHeader } from '@heddle/simt-driver';
import { NvccCompiler } from '../compile/nvcc-compiler';
import { assertNoShellText } from '../compile/shell-text';
import { findNvcc } from '../nvcc/find-nvcc';
import { nvccVariables } from '../nvcc/nvcc-variables';
import { assertNvccOptions, nvccCommand, type NvccCommand, type NvccOptions } from './nvcc-options';

const targetForms = ['cubin', 'ptx', 'fatbin'] as const;

/** The binary forms that {@link compile} makes. */
export type CompileTargetForm = (typeof targetForms)[number];

export interface CompileToOptions extends NvccOptions {
  /** Default `cubin`, or PTX for a device that this nvcc does not know. */
  readonly target?: CompileTargetForm;
}

/**
 * Compiles a source to a binary.
 *
 * @returns the bytes of the binary
 * @throws HeddleError `COMPILE` with nvcc's log and a numbered excerpt, `UNAVAILABLE` without nvcc
 */
export async function compile(source: string, options: CompileToOptions = {}): Promise<Uint8Array> {
  assertNvccOptions('compile', options, 'target');
  const { target } = options;
  if (target !== undefined && !targetForms.includes(target)) {
    throw argumentError(`target is one of ${targetForms.join(', ')}, not ${describe(target)}`, { parameter: 'target' });
  }
  return (await compileArtifact(source, options)).artifact.bytes;
}

/** The same for an unchanged source, without an `extern "C"` block around it. */
export async function compilePlain(
  source: string,
  options: Omit<CompileToOptions, 'noExternC'> = {},
): Promise<Uint8Array> {
  return compile(source, { ...options, noExternC: true });
}

/**
 * Runs the preprocessor alone.
 *
 * @param options - options of nvcc, one per entry
 * @param nvcc - a path or name of nvcc
 */
export async function preprocessSource(
  source: string,
  options: readonly string[] = [],
  nvcc?: string,
): Promise<string> {
  assertNoShellText(options);
  const { path } = await findNvcc(nvcc);
  return withTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'kernel.cu'), source);
    const outcome = await runCompiler(path, ['--preprocess', ...options, 'kernel.cu'], {
      folder,
      variables: nvccVariables,
      backend: 'cuda',
      longestOutput: Infinity, // it is the result
    });
    if (outcome.code === 0) return outcome.stdout;
    const log = outcome.stderr.trim();
    throw new HeddleError('COMPILE', `nvcc could not preprocess the source: ${log.split('\n', 1)[0] ?? ''}`, {
      backend: 'cuda',
      log,
    });
  });
}

/** @returns major and minor version, `[13, 0]` */
export async function getNvccVersion(nvcc?: string): Promise<readonly [major: number, minor: number]> {
  const [major = 0, minor = 0] = (await findNvcc(nvcc)).version.split('.').map(Number);
  return [major, minor];
}

/** A compiled source, with what is needed to load it. */
export interface CompiledText {
  readonly artifact: Artifact;
  /** The source with the macros of the options: what the signatures of its kernels are read from. */
  readonly declarations: string;
  /** The options of the compilation: the signatures are read with the same ones. */
  readonly given: Pick<CompileRequest, 'options' | 'includeDirs' | 'headers'>;
}

/** How {@link compileArtifact} compiles. */
interface ArtifactOptions extends CompileToOptions {
  /** To an object for linking. Default false. */
  readonly relocatable?: boolean;
}

/** Compiles, or finds the artifact in the cache. */
export async function compileArtifact(source: string, options: ArtifactOptions): Promise<CompiledText> {
  const command = nvccCommand(source, options);
  const request = requestOf(source, command, options);
  const compiler = compilerFor(command.architecture, options);
  const make = async (signal?: AbortSignal): Promise<Artifact> => {
    const signalled = signal === undefined ? request : { ...request, signal };
    return options.relocatable ? compiler.compileObject(signalled) : compiler.compile(signalled);
  };
  const declarations = `${defineLines(command)}${command.text}`;
  const cache = cacheOf(options);
  if (!cache) return { artifact: await make(), declarations, given: request };
  const key = await artifactKey({
    compiler: options.relocatable ? 'nvcc, relocatable' : compiler.id,
    fingerprint: await compiler.fingerprint(),
    architecture: command.architecture,
    language: 'cuda',
    source: command.text,
    options: request.options,
    includeDirs: request.includeDirs,
    headers: request.headers,
    inputs: () => compilerInputs(compiler.variables, 'cuda'),
  });
  const { bytes, metadata } = await cache.getOrCompile(key, async (signal) => {
    const { bytes: compiled, ...facts } = await make(signal);
    return { bytes: compiled, metadata: facts as ArtifactMetadata };
  });
  return { artifact: { ...(metadata as unknown as Omit<Artifact, 'bytes'>), bytes }, declarations, given: request };
}

/** The compiler that the options name. */
export function compilerFor(architecture: string, { nvcc, keep }: NvccOptions): NvccCompiler {
  return new NvccCompiler({ architecture, float16: true, nvcc, keep });
}

function requestOf(source: string, command: NvccCommand, options: ArtifactOptions): CompileRequest {
  const { text, defines } = command;
  return {
    source: text,
    userSource: source,
    fileName: 'kernel.cu',
    language: 'cuda',
    names: [],
    // Variables of an `extern "C"` block have plain names; those outside are asked for by the names in the binary.
    globals: [],
    kernels: parseKernels(text, { language: 'cuda', defines }),
    options: [...command.options, ...(options.target === undefined ? [] : [`--${options.target}`])],
    defines: {},
    includeDirs: (options.includeDirs ?? []).map((folder) => resolve(folder)),
    headers: complexName.test(text) ? ownComplexHeader : {},
  };
}

function defineLines({ defines }: NvccCommand): string {
  return Object.entries(defines)
    .map(([name, text]) => `#define ${name} ${text}\n`)
    .join('');
}

// PyCUDA's complex numbers, if a source has them.
const complexName = /\bpycuda-complex\.hpp\b/;
const ownComplexHeader = { 'pycuda-complex.hpp': complexHeader('pycuda') };

const caches = new Map<string, ArtifactCache>();

function cacheOf({ cacheDir, keep }: NvccOptions): ArtifactCache | undefined {
  if (cacheDir === false || keep === true) return undefined;
  if (cacheDir === undefined) return ArtifactCache.fromEnvironment();
  const folder = resolve(cacheDir);
  let cache = caches.get(folder);
  if (!cache) caches.set(folder, (cache = new ArtifactCache({ folder })));
  return cache;
}
