/** Compiled code on the current device, as PyCUDA's modules have it. */
import type { Buffer, Device, Module } from '@heddle/core';
import {
  argumentError,
  symbolExpressions,
  symbolsNamed,
  type Artifact,
  type KernelArguments,
  type KernelName,
  type KernelNamed,
  type KernelTableType,
  type LooseKernelTable,
} from '@heddle/core/backend';
import { kernelSymbols } from '@heddle/simt-driver';
import { noTextureReferences } from './call-options';
import type { CompiledText } from './compile';
import { KernelFunction } from './kernel-function';

/** The function of a name: its arguments typed if the source was a literal. */
export type FunctionOf<Table extends KernelTableType, Name extends string> = KernelFunction<
  KernelArguments<KernelNamed<Table, Name>>
>;

export class CudaModule<Table extends KernelTableType = LooseKernelTable> implements Disposable {
  readonly #device: Device;
  readonly #module: Module;
  readonly #artifact: Artifact;
  readonly #functions = new Map<string, KernelFunction>();

  /** Use `SourceModule` or `DynamicModule`. */
  constructor(...internal: never);
  /** @internal */
  constructor(device: Device, module: Module, artifact: Artifact);
  constructor(device: Device, module: Module, artifact: Artifact) {
    this.#device = device;
    this.#module = module;
    this.#artifact = artifact;
  }

  /** @internal Loads what was compiled. */
  static async load(device: Device, { artifact, declarations, given }: CompiledText): Promise<CudaModule> {
    const { options, includeDirs, headers } = given;
    const module = await device.load(artifact, {
      source: declarations,
      language: 'cuda',
      options,
      includeDirs,
      headers,
    });
    return new CudaModule(device, module, artifact);
  }

  /** The compiler's output, warnings too. */
  get log(): string {
    return this.#artifact.log;
  }

  /**
   * A kernel by its name.
   *
   * @throws HeddleError `ARGUMENT` for a name that is not in the module, with those that are
   */
  getFunction<const Name extends KernelName<Table>>(name: Name): FunctionOf<Table, Name> {
    let found = this.#functions.get(name);
    if (!found) {
      this.#assertHas(name);
      found = new KernelFunction({ device: this.#device, module: this.#module, name });
      this.#functions.set(name, found);
    }
    return found;
  }

  /**
   * A variable of the module.
   *
   * @returns its memory, and how many bytes it has
   */
  getGlobal(name: string): readonly [memory: Buffer<undefined>, byteLength: number] {
    const memory = this.#module.global(name);
    return [memory, memory.byteLength];
  }

  /**
   * CUDA 12 took texture references away.
   *
   * @throws HeddleError `UNSUPPORTED` always, with what to do instead
   */
  getTexref(name: string): never {
    throw noTextureReferences(`getTexref('${name}')`);
  }

  /** Unloads the module. Its functions and variables can no longer be used. */
  dispose(): void {
    this.#functions.clear();
    this.#module.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #assertHas(name: string): void {
    const { format, bytes, entryNames } = this.#artifact;
    const symbols = kernelSymbols(format, bytes);
    // A fatbin does not tell what it holds.
    if (symbols.length === 0 || symbolsNamed(entryNames[name] ?? name, symbols).length > 0) return;
    const plain = [...symbolExpressions(symbols).values()];
    throw argumentError(`the module has no kernel '${name}'; it has ${plain.join(', ')}`, { kernel: name });
  }
}
