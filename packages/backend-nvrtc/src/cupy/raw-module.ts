/** A module with several kernels, as CuPy has it: compiled when it is first needed, once for each device. */
import type { Buffer, Device, Module } from '@heddle/core';
import { argumentError, describe, type KernelName, type KernelTable } from '@heddle/core/backend';
import { checkRawOptions, type RawOptions } from './compile-options';
import { currentDevice, getDevice } from './current-device';
import { checkCode, compileRaw, type RawCode } from './raw-compile';
import { RawKernel, type FunctionOptions } from './raw-kernel';

/** What a {@link RawModule} is made from: `code`, or the `path` of a cubin, PTX, fatbin or CUDA source. */
export interface RawModuleOptions<Source extends string = string> extends RawOptions {
  readonly code?: Source;
  readonly path?: string;
  /** Templates wanted by C++ name expression: `['saxpy<float>']`. */
  readonly nameExpressions?: readonly string[];
}

// Further options of compileWithCache.
const placeNames = ['fileName', 'cacheDir'] as const;

/** Where the compiler's output goes: `process.stdout`, say. */
export interface LogStream {
  write(text: string): unknown;
}

export class RawModule<Source extends string = string> {
  readonly #raw: RawCode;
  readonly #modules = new Map<Device, Promise<Module>>();
  readonly #loaded = new Map<Device, Module>();

  /** @throws HeddleError `ARGUMENT` unless there is either code or a path; what is wrong inside shows when it compiles */
  constructor(options: RawModuleOptions<Source>) {
    if (typeof options !== 'object' || options === null) {
      throw argumentError(`a RawModule takes { code } or { path }, not ${describe(options)}`);
    }
    checkRawOptions('a RawModule', options, 'code', 'path', 'nameExpressions', ...placeNames);
    checkCode(options);
    this.#raw = { ...options };
  }

  /** The code it was made from; undefined for a path. */
  get code(): Source | undefined {
    return this.#raw.code as Source | undefined;
  }

  get options(): readonly string[] {
    return this.#raw.options ?? [];
  }

  get backend(): 'nvrtc' | 'nvcc' {
    return this.#raw.backend ?? 'nvrtc';
  }

  get nameExpressions(): readonly string[] {
    return this.#raw.nameExpressions ?? [];
  }

  get enableCooperativeGroups(): boolean {
    return this.#raw.enableCooperativeGroups ?? false;
  }

  /**
   * Compiles for the current device, if that has not been done.
   *
   * @param log - gets the compiler's output
   * @throws HeddleError `COMPILE` with the log and a numbered excerpt
   */
  async compile(log?: LogStream): Promise<void> {
    const module = await this.moduleOn(currentDevice() ?? (await getDevice()));
    if (log && module.log !== '') log.write(`${module.log}\n`);
  }

  /**
   * A kernel by its name, or by a name expression that is among `nameExpressions`. It compiles nothing yet.
   *
   * @param options - the signature of a kernel in a binary, which does not tell it
   */
  getFunction<const Name extends KernelName<KernelTable<Source>>>(
    name: Name,
    options: FunctionOptions = {},
  ): RawKernel<Source, Name> {
    return RawKernel.of(this, name, options);
  }

  /** A variable of the module on the current device, compiled if need be. */
  async getGlobal(name: string): Promise<Buffer<undefined>> {
    return (await this.moduleOn(currentDevice() ?? (await getDevice()))).global(name);
  }

  /** @internal The module on a device, compiled once. */
  moduleOn(device: Device): Promise<Module> {
    let module = this.#modules.get(device);
    if (!module) {
      module = compileRaw(device, this.#raw);
      this.#modules.set(device, module);
      module.then(
        (loaded) => this.#loaded.set(device, loaded),
        // Forget a failure, because its cause may be fixed: an included file, a missing library.
        () => this.#modules.delete(device),
      );
    }
    return module;
  }

  /** @internal The module on a device, if it has been compiled there. */
  loadedOn(device: Device): Module | undefined {
    return this.#loaded.get(device);
  }
}
