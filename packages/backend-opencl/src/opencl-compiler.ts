/** OpenCL C to a device's binary, by the driver's own compiler. */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { HeddleError, type SourceLanguage } from '@heddle/core';
import {
  argumentError,
  joinedLogs,
  openclDialect,
  openclOptionRules,
  type Artifact,
  type Compiler,
  type CompilerVariable,
  type CompileRequest,
  type Dialect,
} from '@heddle/core/backend';
import type { Handle } from './api';
import type { KernelDeclarations } from './artifact-facts';
import { binaryOffThread } from './builds';
import type { BuiltPrograms } from './built-programs';
import { buildFromSource, compileObject, linkObjects, linkOptionsOf, type MadeProgram } from './compilation';
import type { Context } from './context';
import { hasFloat64 } from './device-capabilities';
import { declarationOf, readArguments } from './kernel-info';
import { linkObject } from './modules';
import { openClVariables } from './opencl-variables';
import { binaryOf, kernelNames, programFromBinary, releaseProgram } from './program';

/** Counts up whenever what is stored with a binary changes. */
const artifactVersion = 7;

/** So long after a compilation nobody is likely to be compiling. */
const quietMilliseconds = 100;

/** The name of the linker's input in messages: it has no text of the user's. */
const linkedObjects = {
  source: '',
  userSource: '',
  fileName: 'the linked objects',
  defines: {},
  headers: {},
  options: [],
};

export class OpenClCompiler implements Compiler {
  readonly id = 'opencl';
  readonly languages: readonly SourceLanguage[] = ['opencl'];
  readonly optionRules = openclOptionRules;
  readonly linkOptionRules = openclOptionRules;
  readonly variables: readonly CompilerVariable[];
  readonly optionSyntax = 'opencl';
  readonly searchesWorkingFolder = true;
  readonly dialect: Dialect;
  readonly #context: Context;
  readonly #built: BuiltPrograms;
  #lastCompiled = 0;

  constructor(context: Context, built: BuiltPrograms) {
    this.#context = context;
    this.#built = built;
    const { facts } = context;
    this.variables = openClVariables(facts.platform);
    this.dialect = openclDialect({ float16: facts.extensions.has('cl_khr_fp16'), float64: hasFloat64(facts) });
  }

  fingerprint(): string {
    return `${artifactVersion}\n${this.#context.facts.fingerprint}`;
  }

  compile(request: CompileRequest): Promise<Artifact> {
    return this.#context.keep(() => this.#compile(request));
  }

  async #compile(request: CompileRequest): Promise<Artifact> {
    this.#lastCompiled = performance.now();
    const { makesCodeLate } = this.#context.facts;
    if (Object.keys(request.headers).length === 0 && !makesCodeLate) {
      const { program, log } = await buildFromSource(this.#context, request);
      return this.#artifact(program, program, log);
    }
    const object = await compileObject(this.#context, request);
    try {
      const linked = await linkObjects(this.#context, [object.program], linkOptionsOf(request), request);
      const { program } = linked;
      return this.#artifact(program, makesCodeLate ? object.program : program, joinedLogs([object, linked]));
    } finally {
      releaseProgram(this.#context, object.program);
    }
  }

  /** An object's machine code: see `makesCodeLate`. */
  async refine(artifact: Artifact): Promise<Artifact | undefined> {
    if (artifact.format !== 'opencl-object') return undefined;
    const context = this.#context;
    return context.keep(async () => {
      await this.#quiet();
      const program = await this.#uncounted(linkObject(context, artifact.bytes, folderOfItsOwn()));
      const bytes = await binaryOffThread(context, program).finally(() => context.calls.clReleaseProgram(program));
      return { ...artifact, format: 'opencl-binary', bytes };
    });
  }

  /**
   * A program that no user has does not count among the open handles, nor does the object that it is linked from, which
   * is open as soon as linking has begun.
   */
  async #uncounted(linking: Promise<Handle>): Promise<Handle> {
    this.#context.closed('program');
    try {
      return await linking;
    } catch (error) {
      this.#context.opened('program');
      throw error;
    }
  }

  /**
   * Compiles without linking: an object for {@link link}. Functions of other objects need only be declared.
   *
   * @throws HeddleError `COMPILE`
   */
  async compileObject(request: CompileRequest): Promise<Artifact> {
    return this.#context.keep(async () => this.#finish(await compileObject(this.#context, request), 'opencl-object'));
  }

  /**
   * Links objects and libraries into one program.
   *
   * @param objects - artifacts of {@link compileObject}, or of an earlier link into a library
   * @param options - `-create-library` makes a library instead of a program
   * @throws HeddleError `COMPILE` for a function that none of them defines, or more than one does
   */
  async link(objects: readonly Artifact[], options: readonly string[] = []): Promise<Artifact> {
    if (objects.length === 0) throw argumentError('there is nothing to link', { backend: 'opencl' });
    if (!this.#context.facts.hasLinker) {
      throw new HeddleError('UNSUPPORTED', 'this device has no linker', { backend: 'opencl' });
    }
    return this.#context.keep(() => this.#link(objects, options));
  }

  async #link(objects: readonly Artifact[], options: readonly string[]): Promise<Artifact> {
    const programs: Handle[] = [];
    try {
      for (const object of objects) programs.push(this.#loadObject(object));
      const linked = await linkObjects(this.#context, programs, options, linkedObjects);
      if (options.includes('-create-library')) return this.#finish(linked, 'opencl-library');
      return this.#artifact(linked.program, linked.program, linked.log);
    } finally {
      for (const program of programs) releaseProgram(this.#context, program);
    }
  }

  // Drivers compile one program at a time; a user's is more urgent than one made for the cache.
  async #quiet(): Promise<void> {
    while (performance.now() - this.#lastCompiled < quietMilliseconds) await delay(quietMilliseconds);
  }

  /**
   * The artifact of an executable, which is kept for a moment: it is most likely loaded next.
   *
   * @param stored - the program whose binary is stored: the executable, or the object it was linked from
   */
  #artifact(program: Handle, stored: Handle, log: string): Artifact {
    const kernels: Record<string, readonly string[]> = {};
    for (const name of kernelNames(this.#context, program)) {
      const declarations = this.#declarationsOf(program, name);
      if (declarations) kernels[name] = declarations;
    }
    const format = stored === program ? 'opencl-binary' : 'opencl-object';
    const artifact = this.#describe(stored, format, log, kernels);
    this.#built.keep(artifact.bytes, program);
    return artifact;
  }

  #finish({ program, log }: MadeProgram, format: string): Artifact {
    try {
      return this.#describe(program, format, log, {});
    } finally {
      releaseProgram(this.#context, program);
    }
  }

  #describe(program: Handle, format: string, log: string, kernels: KernelDeclarations): Artifact {
    return { format, bytes: binaryOf(this.#context, program), entryNames: {}, log, facts: { kernels } };
  }

  #declarationsOf(program: Handle, name: string): readonly string[] | undefined {
    const { calls } = this.#context;
    const kernel = calls.clCreateKernel(program, name, null);
    if (kernel === 0n) return undefined;
    const found = readArguments(this.#context, kernel)?.map(declarationOf);
    calls.clReleaseKernel(kernel);
    return found;
  }

  #loadObject(object: Artifact): Handle {
    if (object.format !== 'opencl-object' && object.format !== 'opencl-library') {
      throw argumentError(`an object to link is an opencl-object or opencl-library, not '${object.format}'`, {
        backend: 'opencl',
      });
    }
    return programFromBinary(this.#context, object.bytes);
  }
}

/**
 * Options that change nothing but the name of the folder in which PoCL puts a program's machine code together. Its
 * binary is made of all that lies there, so a launch that writes there meanwhile would leave half a file in it, and
 * loading that ends the process.
 */
function folderOfItsOwn(): string {
  return '-cl-kernel-arg-info '.repeat(1 + randomInt(30));
}
