/** Loaded programs and the kernels in them. */
import type { HeddleError } from '@heddle/core';
import {
  argumentError,
  type Artifact,
  type EntryAttributes,
  type EntryHandle,
  type ModuleHandle,
} from '@heddle/core/backend';
import type { Handle } from './api';
import { declarationsIn, type KernelDeclarations } from './artifact-facts';
import { buildBinary, linkProgram } from './builds';
import type { BuiltPrograms } from './built-programs';
import type { Context } from './context';
import { argumentCount, declarationOf, kernelAttributes, readArguments } from './kernel-info';
import {
  binaryError,
  buildLog,
  kernelNames,
  programFromBinary,
  programFromIntermediate,
  releaseProgram,
} from './program';
import { openClError } from './status';

/** A program on the device. */
export class LoadedProgram implements ModuleHandle {
  readonly handle = 'module';
  readonly entries = new Map<string, KernelEntry>();
  /** Names of its kernels, asked for once. */
  names: readonly string[] | undefined;

  constructor(
    readonly program: Handle,
    /** Kernel -> declarations of its parameters, as the compiler wrote them down. */
    readonly declarations: KernelDeclarations,
  ) {}
}

/** A kernel of a program. Launches make kernel objects of their own; this one answers questions. */
export class KernelEntry implements EntryHandle {
  readonly handle = 'entry';
  readonly argumentCount: number;
  /** Declarations of its parameters; undefined if nobody knows them. */
  readonly declarations: readonly string[] | undefined;
  readonly attributes: EntryAttributes;

  constructor(
    readonly module: LoadedProgram,
    readonly name: string,
    readonly kernel: Handle,
    context: Context,
  ) {
    this.argumentCount = argumentCount(context, kernel);
    this.declarations = module.declarations[name] ?? readArguments(context, kernel)?.map(declarationOf);
    this.attributes = {
      ...kernelAttributes(context, kernel),
      ...(this.declarations === undefined ? {} : { signature: this.declarations }),
    };
  }
}

/**
 * Loads what {@link OpenClCompiler} made, another tool's binary, or SPIR-V.
 *
 * @throws HeddleError `ARGUMENT` for a format or a binary that the device does not load
 */
export async function loadProgram(context: Context, artifact: Artifact, built: BuiltPrograms): Promise<LoadedProgram> {
  const { format, bytes } = artifact;
  const load = loaders[format];
  if (!load) {
    throw argumentError(`an OpenCL device loads ${Object.keys(loaders).join(', ')}, not '${format}'`, {
      backend: 'opencl',
    });
  }
  return new LoadedProgram(built.take(bytes) ?? (await load(context, bytes)), declarationsIn(artifact));
}

const loaders: Readonly<Record<string, (context: Context, bytes: Uint8Array) => Promise<Handle>>> = {
  'opencl-binary': (context, bytes) => buildLoaded(context, programFromBinary(context, bytes)),
  'opencl-object': (context, bytes) => linkObject(context, bytes),
  spirv: (context, bytes) => buildLoaded(context, programFromIntermediate(context, bytes)),
};

export function unloadProgram(context: Context, module: LoadedProgram): void {
  for (const { kernel } of module.entries.values()) {
    context.calls.clReleaseKernel(kernel);
    context.closed('kernel');
  }
  module.entries.clear();
  releaseProgram(context, module.program);
}

/** @throws HeddleError `ARGUMENT` for a name the program does not have, with those it has */
export function findEntry(context: Context, module: LoadedProgram, name: string): KernelEntry {
  const known = module.entries.get(name);
  if (known) return known;
  const compiledName = nameInProgram(context, module, name);
  const entry = new KernelEntry(module, compiledName, createKernel(context, module, compiledName), context);
  module.entries.set(name, entry);
  return entry;
}

// PoCL's functions of the language are macros, so that a kernel that is called like one (step, say) gets its prefix.
function nameInProgram(context: Context, module: LoadedProgram, name: string): string {
  module.names ??= kernelNames(context, module.program);
  return !module.names.includes(name) && module.names.includes(`_cl_${name}`) ? `_cl_${name}` : name;
}

/** A kernel object; the caller releases it. */
export function createKernel(context: Context, module: LoadedProgram, name: string): Handle {
  const status = new Int32Array(1);
  const kernel = context.calls.clCreateKernel(module.program, name, status);
  if (status[0] === 0) {
    context.opened('kernel');
    return kernel;
  }
  const cause = context.failure('clCreateKernel', status[0] ?? 0, 'creation', { kernel: name });
  if (cause.status !== 'CL_INVALID_KERNEL_NAME') throw cause;
  const names = kernelNames(context, module.program);
  throw argumentError(`the program has no kernel '${name}'; it has ${names.join(', ') || 'none'}`, {
    backend: 'opencl',
    kernel: name,
    cause,
  });
}

async function buildLoaded(context: Context, program: Handle): Promise<Handle> {
  const status = await buildBinary(context, program);
  if (status === 0) return program;
  const log = buildLog(context, program);
  releaseProgram(context, program);
  throw refusedBinary(context, openClError('clBuildProgram', status, 'creation', { log }));
}

/** An executable of a compiled object; the caller releases it. */
export async function linkObject(context: Context, bytes: Uint8Array, options = ''): Promise<Handle> {
  const object = programFromBinary(context, bytes);
  const { program, status } = await linkProgram(context, [object], options);
  releaseProgram(context, object);
  if (program !== 0n) context.opened('program');
  if (status === 0 && program !== 0n) return program;
  const log = program === 0n ? '' : buildLog(context, program);
  if (program !== 0n) releaseProgram(context, program);
  throw refusedBinary(context, openClError('clLinkProgram', status, 'creation', { log }));
}

// A binary that does not build is a wrong binary, whatever the driver says of it.
function refusedBinary(context: Context, error: HeddleError): HeddleError {
  return error.code === 'COMPILE' || error.code === 'ARGUMENT' ? binaryError(context, error) : error;
}
