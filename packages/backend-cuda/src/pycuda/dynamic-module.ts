/** Modules put together from parts: text that programs make, sources compiled apart, binaries, libraries. */
import { extname } from 'node:path';
import type { Buffer } from '@heddle/core';
import { argumentError, describe, joinedLogs, readUserFile, type Artifact } from '@heddle/core/backend';
import { compileArtifact, compilerFor, type CompiledText } from './compile';
import { currentDevice } from './current-device';
import { CudaModule } from './cuda-module';
import type { KernelFunction } from './kernel-function';
import { assertNvccOptions, type NvccOptions } from './nvcc-options';

/** A function that is made while the program runs. */
export interface DynamicFunction {
  /** Its whole text, head and body. */
  readonly source: string;
}

/** The kind of a part that is not a source: `object` and `library` are files of nvcc and ar. */
export type LinkInput = 'cubin' | 'ptx' | 'fatbin' | 'object' | 'library';

/** How the parts of a module are compiled and linked. */
export interface DynamicOptions extends NvccOptions {
  /** Options of the linker, one per entry. */
  readonly linkOptions?: readonly string[];
}

type Part =
  | { readonly kind: 'source'; readonly source: string; readonly options: readonly string[] }
  | { readonly kind: 'binary'; readonly read: () => Promise<Artifact> };

const inputOfEnding: Readonly<Record<string, LinkInput>> = {
  '.cubin': 'cubin',
  '.ptx': 'ptx',
  '.fatbin': 'fatbin',
  '.o': 'object',
  '.obj': 'object',
  '.a': 'library',
  '.lib': 'library',
};

/**
 * A module that grows until {@link compile} or {@link link} makes it.
 *
 * @example
 * ```ts
 * const module = new DynamicModule();
 * module.addToPreamble('#define N 16');
 * module.addFunction('__global__ void clear(float* x) { if (threadIdx.x < N) x[threadIdx.x] = 0; }');
 * await module.compile();
 * module.getFunction('clear')(x, { block: [32, 1, 1] });
 * ```
 */
export class DynamicModule implements Disposable {
  readonly #options: DynamicOptions;
  readonly #template: string;
  readonly #preamble: string[] = [];
  readonly #functions: string[] = [];
  readonly #parts: Part[] = [];
  readonly #libraries: string[] = [];
  #module: CudaModule | undefined;

  /**
   * @param template - source between what {@link addToPreamble} and what {@link addFunction} add
   * @param options - for all parts
   */
  constructor(template = '', options: DynamicOptions = {}) {
    if (typeof template !== 'string') throw argumentError(`the template is text, not ${describe(template)}`);
    assertNvccOptions('a DynamicModule', options, 'linkOptions');
    this.#template = template;
    this.#options = options;
  }

  /** Adds text in front of everything: macros, types, device functions. */
  addToPreamble(text: string): this {
    this.#assertOpen();
    this.#preamble.push(text);
    return this;
  }

  /** Adds a function, with its whole text. */
  addFunction(added: DynamicFunction | string): this {
    this.#assertOpen();
    const source = typeof added === 'string' ? added : added?.source;
    if (typeof source !== 'string') throw argumentError(`a function is its source, not ${describe(added)}`);
    this.#functions.push(source);
    return this;
  }

  /** The text that the template, the preamble and the functions make. */
  get source(): string {
    return [...this.#preamble, this.#template, ...this.#functions].filter((text) => text.trim() !== '').join('\n');
  }

  /** Adds a source that is compiled apart; it may call functions of the others. */
  addSource(source: string, nvccOptions: readonly string[] = []): this {
    this.#assertOpen();
    this.#parts.push({ kind: 'source', source, options: nvccOptions });
    return this;
  }

  /** Adds a binary. */
  addData(bytes: Uint8Array, input: LinkInput): this {
    this.#assertOpen();
    this.#parts.push({ kind: 'binary', read: async () => binaryPart(bytes, input) });
    return this;
  }

  /** Adds a file. @param input - what it is. Default: by its file name extension */
  addFile(path: string, input: LinkInput | undefined = inputOfEnding[extname(path).toLowerCase()]): this {
    this.#assertOpen();
    if (input === undefined)
      throw argumentError(`what '${path}' is cannot be told by its ending: say it`, { parameter: 'input' });
    this.#parts.push({ kind: 'binary', read: async () => binaryPart(await readUserFile(path, 'path'), input) });
    return this;
  }

  /** Adds a library of the toolkit by its name: `cudadevrt` lets kernels launch kernels. */
  addStdlib(name: string): this {
    this.#assertOpen();
    if (!/^\w+$/.test(name)) throw argumentError(`a library is named as in -lname, not ${describe(name)}`);
    this.#libraries.push(`-l${name}`);
    return this;
  }

  /**
   * Makes the module, by plain compilation if there is nothing to link.
   *
   * @param options - before those of the constructor
   * @throws HeddleError `COMPILE` with the log
   */
  async compile(options: DynamicOptions = {}): Promise<this> {
    this.#assertOpen();
    assertNvccOptions('compile', options, 'linkOptions');
    if (this.#parts.length + this.#libraries.length > 0) return this.link(options);
    this.#module = await CudaModule.load(
      currentDevice(),
      await compileArtifact(this.source, { ...this.#options, ...options }),
    );
    return this;
  }

  /** Compiles every part, links them and loads the result. @throws HeddleError `COMPILE` with the log */
  async link(options: DynamicOptions = {}): Promise<this> {
    this.#assertOpen();
    assertNvccOptions('link', options, 'linkOptions');
    const given = { ...this.#options, ...options };
    const device = currentDevice();
    const own: readonly Part[] = this.source === '' ? [] : [{ kind: 'source', source: this.source, options: [] }];
    const texts: CompiledText[] = [];
    const objects: Artifact[] = [];
    for (const part of [...own, ...this.#parts]) {
      if (part.kind === 'binary') objects.push(await part.read());
      else {
        const compiled = await compileArtifact(part.source, {
          ...given,
          options: [...(given.options ?? []), ...part.options],
          relocatable: true,
        });
        texts.push(compiled);
        objects.push(compiled.artifact);
      }
    }
    if (objects.length === 0) throw argumentError('the module has no parts');
    const architecture = given.arch ?? device.properties.architecture;
    const arch = given.arch === undefined ? [] : [`-arch=${given.arch}`];
    const linked = await compilerFor(architecture, given).link(objects, [
      ...arch,
      ...this.#libraries,
      ...(given.linkOptions ?? []),
    ]);
    const artifact = { ...linked, log: joinedLogs([...objects, linked]) };
    const declarations = texts.map((text) => text.declarations).join('\n');
    const joined = {
      options: texts.flatMap((text) => text.given.options),
      includeDirs: texts.flatMap((text) => text.given.includeDirs),
      headers: Object.assign({}, ...texts.map((text) => text.given.headers)) as Readonly<Record<string, string>>,
    };
    this.#module = await CudaModule.load(device, { artifact, declarations, given: joined });
    return this;
  }

  /** @throws HeddleError `ARGUMENT` before the module is made */
  getFunction(name: string): KernelFunction {
    return this.#made().getFunction(name);
  }

  /** @returns a variable's memory, and how many bytes it has */
  getGlobal(name: string): readonly [memory: Buffer<undefined>, byteLength: number] {
    return this.#made().getGlobal(name);
  }

  /** @throws HeddleError `UNSUPPORTED` always: CUDA 12 took texture references away */
  getTexref(name: string): never {
    return this.#made().getTexref(name);
  }

  /** The compiler's and linker's output. */
  get log(): string {
    return this.#made().log;
  }

  dispose(): void {
    this.#module?.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #assertOpen(): void {
    if (this.#module) throw argumentError('the module has been made: nothing can be added to it any more');
  }

  #made(): CudaModule {
    if (this.#module) return this.#module;
    throw argumentError('the module has not been made yet', { hint: 'Await its compile() or link() first.' });
  }
}

/**
 * A source whose kernels may launch kernels: compiled for linking, linked with the device runtime, loaded.
 *
 * A promise where PyCUDA has a class: `const module = await DynamicSourceModule(source)`.
 */
export function DynamicSourceModule(source: string, options: DynamicOptions = {}): Promise<DynamicModule> {
  return new DynamicModule(source, options).addStdlib('cudadevrt').link();
}

/** What {@link DynamicSourceModule} gives. */
export type DynamicSourceModule = DynamicModule;

function binaryPart(bytes: Uint8Array, format: LinkInput): Artifact {
  if (!ArrayBuffer.isView(bytes)) throw argumentError(`a binary is a Uint8Array, not ${describe(bytes)}`);
  return { format, bytes, entryNames: {}, log: '' };
}
