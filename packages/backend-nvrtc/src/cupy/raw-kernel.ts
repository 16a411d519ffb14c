/** A kernel as CuPy has it: called with a grid, a block and its arguments. */
import { isHeddleError, type Device, type Extent, type Kernel, type Module, type Stream } from '@heddle/core';
import {
  argumentError,
  assertOptions,
  describe,
  type EntryAttributes,
  type KernelArguments,
  type KernelName,
  type KernelNamed,
  type KernelTable,
  type LooseArgument,
} from '@heddle/core/backend';
import {
  Callable,
  CUfunction_attribute,
  invoke,
  readKernelAttribute,
  writeKernelAttribute,
} from '@heddle/simt-driver/cuda';
import { checkRawOptions, type RawOptions } from './compile-options';
import { currentDevice, getDevice } from './current-device';
import { RawModule, type LogStream } from './raw-module';

/** Everything about a launch that CuPy passes by keyword. */
export interface RawLaunchOptions {
  /** Dynamic shared memory of one block, in bytes. Default 0. */
  readonly sharedMem?: number;
  /** Default: the device's default stream. */
  readonly stream?: Stream;
}

export interface FunctionOptions {
  /** The kernel's parameters, for binaries: `'float a, const float* x, int n'`. */
  readonly signature?: string | readonly string[];
}

/** The arguments of a kernel in a literal source, or any. */
export type RawArguments<Source extends string, Name extends string> = KernelArguments<
  KernelNamed<KernelTable<Source>, Name>
>;

const maxDynamic = CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
const carveout = CUfunction_attribute.CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;

export interface RawKernel<
  Source extends string = string,
  Name extends KernelName<KernelTable<Source>> & string = KernelName<KernelTable<Source>> & string,
> {
  /**
   * Enqueues a launch on the current device, after compiling for it if that has not been done. Once it is compiled
   * a call enqueues before it returns.
   *
   * @param grid - blocks along each axis
   * @param block - threads of a block along each axis
   * @returns when the launch has its place in the order of the device's work; not when it has run
   */
  (grid: Extent, block: Extent, args: Readonly<RawArguments<Source, Name>>, options?: RawLaunchOptions): Promise<void>;
}

// The class and the interface of its name are one type: instances are functions.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export class RawKernel<
  Source extends string = string,
  Name extends KernelName<KernelTable<Source>> & string = KernelName<KernelTable<Source>> & string,
> extends Callable {
  #module: RawModule;
  #functionOptions: FunctionOptions = {};
  readonly #kernels = new Map<Device, Kernel>();
  readonly #settings = new Map<CUfunction_attribute, number>();

  /**
   * @param code - CUDA C++; `extern "C"` is not needed
   * @param name - of the kernel in it, or a C++ name expression: `saxpy<float>`
   */
  constructor(code: Source, name: Name, options: RawOptions = {}) {
    super();
    if (typeof code !== 'string') throw argumentError(`the code is text, not ${describe(code)}`);
    if (typeof name !== 'string' || name === '') throw argumentError(`a kernel has a name, not ${describe(name)}`);
    checkRawOptions('a RawKernel', options);
    const nameExpressions = name.includes('<') ? [name] : [];
    this.#module = new RawModule({ ...options, code: code, nameExpressions });
    Object.defineProperty(this, 'name', { value: name, configurable: true });
  }

  /** @internal Use `module.getFunction(name)`. */
  static of<Source extends string, Name extends string>(
    module: RawModule<Source>,
    name: Name,
    options: FunctionOptions,
  ): RawKernel<Source, Name> {
    const kernel = new RawKernel<string, string>(module.code ?? '', name);
    kernel.#module = module;
    kernel.#functionOptions = options;
    return kernel;
  }

  get code(): string | undefined {
    return this.#module.code;
  }

  get options(): readonly string[] {
    return this.#module.options;
  }

  get backend(): 'nvrtc' | 'nvcc' {
    return this.#module.backend;
  }

  get enableCooperativeGroups(): boolean {
    return this.#module.enableCooperativeGroups;
  }

  /**
   * Compiles for the current device, if that has not been done: what the attributes need.
   *
   * @param log - gets the compiler's output
   * @throws HeddleError `COMPILE` with the log and a numbered excerpt
   */
  async compile(log?: LogStream): Promise<void> {
    const device = currentDevice() ?? (await getDevice());
    await this.#module.compile(log);
    this.#kernelOn(device);
  }

  /** Threads that a block may have. */
  get maxThreadsPerBlock(): number {
    return this.#facts.maxThreadsPerBlock ?? 0;
  }

  /** Static shared memory of a block, in bytes. */
  get sharedSizeBytes(): number {
    return this.#facts.sharedBytes ?? 0;
  }

  /** Constant memory, in bytes. */
  get constSizeBytes(): number {
    return this.#facts.constantBytes ?? 0;
  }

  /** Local memory of a thread, in bytes. */
  get localSizeBytes(): number {
    return this.#facts.localBytesPerThread ?? 0;
  }

  /** Registers of a thread. */
  get numRegs(): number {
    return this.#facts.registersPerThread ?? 0;
  }

  /** Version of PTX it was compiled to: 90 is 9.0. */
  get ptxVersion(): number {
    return this.#vendorFact('PTX_VERSION');
  }

  /** Architecture of the machine code: 90 is 9.0. */
  get binaryVersion(): number {
    return this.#vendorFact('BINARY_VERSION');
  }

  /** Whether global loads go through the L1 cache by option. */
  get cacheModeCa(): boolean {
    return this.#vendorFact('CACHE_MODE_CA') !== 0;
  }

  /** Dynamic shared memory that launches may ask for, in bytes. Launches raise it by themselves. */
  get maxDynamicSharedSizeBytes(): number {
    return this.#setting(maxDynamic);
  }

  set maxDynamicSharedSizeBytes(bytes: number) {
    for (const device of this.#kernels.keys()) {
      const max = device.properties.limits.sharedBytesOptIn - this.sharedSizeBytes;
      assertSetting('maxDynamicSharedSizeBytes', bytes, 0, max);
    }
    this.#set(maxDynamic, bytes);
  }

  /** Part of L1 that is to be shared memory, in percent; -1 leaves it to the driver. */
  get preferredSharedMemoryCarveout(): number {
    return this.#setting(carveout);
  }

  set preferredSharedMemoryCarveout(percent: number) {
    assertSetting('preferredSharedMemoryCarveout', percent, -1, 100);
    this.#set(carveout, percent);
  }

  /** All of the attributes. */
  get attributes() {
    const { maxThreadsPerBlock, sharedSizeBytes, constSizeBytes, localSizeBytes, numRegs } = this;
    const { ptxVersion, binaryVersion, cacheModeCa, maxDynamicSharedSizeBytes, preferredSharedMemoryCarveout } = this;
    return {
      maxThreadsPerBlock,
      sharedSizeBytes,
      constSizeBytes,
      localSizeBytes,
      numRegs,
      ptxVersion,
      binaryVersion,
      cacheModeCa,
      maxDynamicSharedSizeBytes,
      preferredSharedMemoryCarveout,
    };
  }

  /** @internal */
  override async [invoke](parameters: readonly unknown[]): Promise<void> {
    const [grid, block, args, options = {}] = parameters as [
      Extent,
      Extent,
      readonly LooseArgument[],
      RawLaunchOptions?,
    ];
    if (!Array.isArray(args)) {
      throw argumentError(`${this.name}: a call is kernel(grid, block, [arguments]), not with ${describe(args)}`, {
        kernel: this.name,
      });
    }
    assertOptions(`a call of ${this.name}`, options, ['sharedMem', 'stream']);
    const device = currentDevice() ?? (await getDevice());
    if (!this.#module.loadedOn(device)) await this.#module.moduleOn(device);
    const { sharedMem, stream } = options;
    this.#kernelOn(device).launch(
      {
        grid,
        block,
        ...(sharedMem === undefined ? {} : { sharedBytes: sharedMem }),
        ...(stream === undefined ? {} : { stream }),
        ...(this.enableCooperativeGroups ? { cooperative: true } : {}),
      },
      ...(args as LooseArgument[]),
    );
  }

  #kernelOn(device: Device): Kernel {
    let kernel = this.#kernels.get(device);
    if (!kernel) {
      const module = this.#module.loadedOn(device);
      if (!module) throw this.#notCompiled();
      kernel = this.#kernelOf(module);
      for (const [attribute, value] of this.#settings) writeKernelAttribute(kernel, attribute, value);
      this.#kernels.set(device, kernel);
    }
    return kernel;
  }

  // Core says how device.compile is asked for a template; a RawModule is asked otherwise.
  #kernelOf(module: Module): Kernel {
    try {
      return module.kernel(this.name, this.#functionOptions);
    } catch (error) {
      if (!isHeddleError(error, 'ARGUMENT') || error.parameter !== 'names') throw error;
      throw argumentError(error.message.split('\n', 1)[0] ?? '', {
        kernel: this.name,
        hint: `Name it where the module is made: new RawModule({ code, nameExpressions: ['${this.name}'] }).`,
        cause: error,
      });
    }
  }

  get #compiled(): Kernel {
    const device = currentDevice();
    if (!device) throw this.#notCompiled();
    return this.#kernelOn(device);
  }

  get #facts(): EntryAttributes {
    return this.#compiled.attributes;
  }

  #vendorFact(name: string): number {
    return Number(this.#facts.vendorAttributes?.[name] ?? 0);
  }

  #setting(attribute: CUfunction_attribute): number {
    const device = currentDevice();
    const known = this.#settings.get(attribute);
    if (known !== undefined && (!device || !this.#kernels.has(device))) return known;
    return readKernelAttribute(this.#compiled, attribute);
  }

  // Kept, since it holds for the devices that it is compiled for later too.
  #set(attribute: CUfunction_attribute, value: number): void {
    for (const kernel of this.#kernels.values()) writeKernelAttribute(kernel, attribute, value);
    this.#settings.set(attribute, value);
  }

  #notCompiled() {
    return argumentError(`${this.name} has not been compiled for the current device`, {
      kernel: this.name,
      hint: 'Await its compile() first: compiling takes time, and an attribute cannot wait.',
    });
  }
}

function assertSetting(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw argumentError(`${name} is a whole number from ${least} to ${most} here, not ${describe(value)}`, {
    parameter: name,
  });
}
