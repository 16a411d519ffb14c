/** A kernel as PyCUDA has it: called like a function, prepared or not, with its attributes. */
import {
  isHeddleError,
  type Device,
  type Extent,
  type Kernel,
  type Module,
  type Stream,
  type Texture,
} from '@heddle/core';
import { argumentError, describe, assertOptions, type LooseArgument, type Parameter } from '@heddle/core/backend';
import {
  Callable,
  invoke,
  setKernelCacheConfig,
  writeKernelAttribute,
  type CUfunc_cache,
  type CUfunction_attribute,
} from '@heddle/simt-driver/cuda';
import { checkCallOptions, launchOptions, type CallOptions } from './call-options';
import { HostArgument, lodge, type Lodging } from './host-argument';
import { assertSameTypes, parseArgumentTypes, type ArgumentTypes } from './prepared-types';

/** The arguments of a pointer parameter besides device memory. Other parameters accept the same as core's kernels. */
export type ArgumentOrHost<Argument> = null extends Argument ? Argument | HostArgument : Argument;

/** The arguments of a call: those of the kernel, host arrays for pointers allowed. */
export type CallArguments<Arguments extends readonly unknown[]> = {
  [Index in keyof Arguments]: ArgumentOrHost<Arguments[Index]>;
};

/** Calls with host arrays wait for their copies; others only enqueue. */
export type CallResult<Given extends readonly unknown[]> = HostArgument extends Given[number]
  ? Promise<void>
  : Extract<Given[number], HostArgument> extends never
    ? // A launch gives nothing, as any other enqueueing call.
      // eslint-disable-next-line @typescript-eslint/no-invalid-void-type
      void
    : Promise<void>;

/** What {@link KernelFunction.prepare} fixes besides the types. */
export interface PrepareOptions {
  /** Threads of a block, for calls that name none. */
  readonly block?: Extent;
  /** Dynamic shared memory of one block, in bytes. */
  readonly shared?: number;
}

export interface KernelFunction<Arguments extends readonly unknown[] = readonly unknown[]> {
  /**
   * Enqueues a launch. With {@link In}, {@link Out} or {@link InOut} among the arguments it is a promise, which
   * resolves when the arrays have been copied back.
   *
   * @throws HeddleError `ARGUMENT` or `RESOURCE`, before anything reaches the device
   */
  <const Given extends CallArguments<Arguments>>(...args: [...Given, CallOptions]): CallResult<Given>;
}

/** @internal What a function is made from. */
export interface FunctionOrigin {
  readonly device: Device;
  readonly module: Module;
  readonly name: string;
}

// The class and the interface of its name are one type: instances are functions.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-unused-vars
export class KernelFunction<Arguments extends readonly unknown[] = readonly unknown[]> extends Callable {
  readonly #origin: FunctionOrigin;
  readonly #textures = new Map<string, Texture>();
  #kernel: Kernel | undefined;
  #defaults: CallOptions = {};

  /** Use `module.getFunction(name)`. */
  constructor(...internal: never);
  /** @internal */
  constructor(origin: FunctionOrigin);
  constructor(origin: FunctionOrigin) {
    super();
    this.#origin = origin;
    Object.defineProperty(this, 'name', { value: origin.name });
    this.#kernel = kernelOf(origin);
  }

  /**
   * Says what the kernel takes, and what later calls need not say.
   *
   * @param types - `'PPi'`, `['P', 'P', 'int32']`; checked against the source if it is known
   * @returns this function
   */
  prepare(types: ArgumentTypes, options: PrepareOptions = {}): this {
    assertOptions(`prepare of ${this.name}`, options, ['block', 'shared']);
    const signature = parseArgumentTypes(types);
    if (this.#kernel) assertSameTypes(signature, this.#kernel.signature);
    else this.#kernel = this.#origin.module.kernel(this.#origin.name, { signature });
    this.#defaults = { ...this.#defaults, ...options };
    return this;
  }

  /**
   * Enqueues a launch on the default stream.
   *
   * @param args - the threads of a block may come first, as in PyCUDA's newer form
   */
  preparedCall(grid: Extent, ...args: readonly unknown[]): void {
    this.#enqueuePrepared({ grid }, args);
  }

  /** The same on a stream, which comes before the arguments. */
  preparedAsyncCall(grid: Extent, stream: Stream | null | undefined, ...args: readonly unknown[]): void;
  preparedAsyncCall(grid: Extent, block: Extent, stream: Stream | null | undefined, ...args: readonly unknown[]): void;
  preparedAsyncCall(grid: Extent, ...rest: readonly unknown[]): void {
    const hasBlock = typeof rest[0] === 'number' || Array.isArray(rest[0]);
    const stream = rest[hasBlock ? 1 : 0] as Stream | null | undefined;
    const block = hasBlock ? { block: rest[0] as Extent } : {};
    this.#enqueue({ grid, ...block, ...(stream ? { stream } : {}) }, rest.slice(hasBlock ? 2 : 1));
  }

  /**
   * Enqueues a launch between two events.
   *
   * @returns a function that waits for the launch and gives the seconds it took
   */
  preparedTimedCall(grid: Extent, ...args: readonly unknown[]): () => Promise<number> {
    const { defaultStream } = this.#origin.device;
    const start = defaultStream.record();
    try {
      this.#enqueuePrepared({ grid }, args);
    } catch (error) {
      start.dispose();
      throw error;
    }
    const end = defaultStream.record();
    let seconds: Promise<number> | undefined;
    const measure = async (): Promise<number> => {
      await end.synchronize();
      const milliseconds = end.millisecondsSince(start);
      start.dispose();
      end.dispose();
      return milliseconds / 1000;
    };
    return () => (seconds ??= measure());
  }

  /**
   * Gives a texture (or `texture.surface`) to a parameter of type `cudaTextureObject_t` once for all later calls, which
   * leave it out: what binding a texture reference did. Undefined takes it away again.
   */
  bindTexture(parameter: string, texture: Texture | undefined): this {
    const found = this.#kernelInUse().signature.parameters.find(({ name }) => name === parameter);
    if (found?.kind !== 'texture') {
      throw argumentError(`${this.name}: '${parameter}' is not a texture parameter`, { kernel: this.name, parameter });
    }
    if (texture) this.#textures.set(parameter, texture);
    else this.#textures.delete(parameter);
    return this;
  }

  /** Threads that a block of this kernel may have. */
  get maxThreadsPerBlock(): number {
    return this.#kernelInUse().attributes.maxThreadsPerBlock ?? 0;
  }

  /** Static shared memory of a block, in bytes. */
  get sharedSizeBytes(): number {
    return this.#kernelInUse().attributes.sharedBytes ?? 0;
  }

  /** Constant memory, in bytes. */
  get constSizeBytes(): number {
    return this.#kernelInUse().attributes.constantBytes ?? 0;
  }

  /** Local memory of a thread, in bytes: what did not fit into registers. */
  get localSizeBytes(): number {
    return this.#kernelInUse().attributes.localBytesPerThread ?? 0;
  }

  /** Registers of a thread. */
  get numRegs(): number {
    return this.#kernelInUse().attributes.registersPerThread ?? 0;
  }

  /** Sets an attribute: `setAttribute(functionAttribute.MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536)`. */
  setAttribute(attribute: CUfunction_attribute, value: number): void {
    writeKernelAttribute(this.#kernelInUse(), attribute, value);
  }

  /** Says what the multiprocessor's memory is to be used for rather: `setCacheConfig(funcCache.PREFER_L1)`. */
  setCacheConfig(config: CUfunc_cache): void {
    setKernelCacheConfig(this.#kernelInUse(), config);
  }

  /** @internal */
  override [invoke](args: readonly unknown[]): unknown {
    const options = checkCallOptions(args.at(-1), this.name);
    const given = args.slice(0, -1);
    return given.some((arg) => arg instanceof HostArgument)
      ? this.#callWithHostArrays(options, given)
      : this.#enqueue(options, given);
  }

  // The number of arguments tells whether it is `preparedCall(grid, block, ...)`.
  #enqueuePrepared(options: CallOptions, args: readonly unknown[]): void {
    const hasBlock = args.length === this.#parameters(this.#kernelInUse()).length + 1;
    if (hasBlock) this.#enqueue({ ...options, block: args[0] as Extent }, args.slice(1));
    else this.#enqueue(options, args);
  }

  #enqueue(options: CallOptions, args: readonly unknown[]): void {
    const kernel = this.#kernelInUse();
    const complete = { ...this.#defaults, ...options };
    try {
      kernel.launch(launchOptions(complete, this.name), ...(this.#withTextures(kernel, args) as LooseArgument[]));
    } catch (error) {
      throw withHostArrayHint(error, kernel.name, this.#parameters(kernel), args);
    }
    if (complete.block !== undefined) this.#defaults = { ...this.#defaults, block: complete.block };
  }

  async #callWithHostArrays(options: CallOptions, args: readonly unknown[]): Promise<void> {
    const { device } = this.#origin;
    const parameters = this.#parameters(this.#kernelInUse());
    const lodgings: Lodging[] = [];
    const { stream } = options;
    const on = stream === undefined ? {} : { stream };
    try {
      const given = args.map((arg, i) => {
        if (!(arg instanceof HostArgument)) return arg;
        const lodging = lodge(device, arg, parameters[i]);
        lodgings.push(lodging);
        return lodging.buffer;
      });
      const writes = lodgings.filter(({ argument }) => argument.copiesIn);
      await Promise.all(writes.map(({ argument, memory }) => memory.write(argument.array, on)));
      this.#enqueue(options, given);
      const reads = lodgings.filter(({ argument }) => argument.copiesOut);
      await Promise.all(reads.map(({ argument, memory }) => memory.readInto(argument.array, on)));
    } finally {
      for (const { memory } of lodgings) memory.dispose();
    }
  }

  /** The parameters that a call gives. */
  #parameters({ signature }: Kernel): readonly Parameter[] {
    return signature.parameters.filter(({ name }) => !this.#textures.has(name));
  }

  #withTextures({ signature }: Kernel, args: readonly unknown[]): readonly unknown[] {
    if (this.#textures.size === 0) return args;
    const rest = [...args];
    const complete = signature.parameters.map(({ name }) => this.#textures.get(name) ?? rest.shift());
    return rest.length === 0 ? complete : [...complete, ...rest];
  }

  #kernelInUse(): Kernel {
    if (this.#kernel) return this.#kernel;
    throw argumentError(`${this.name}: what it takes is not known from the source`, {
      kernel: this.name,
      hint: "Call kernel.prepare('PPi') first.",
    });
  }
}

// Core's error says to upload the array. In, Out and InOut are shorter.
function withHostArrayHint(
  error: unknown,
  kernel: string,
  parameters: readonly Parameter[],
  args: readonly unknown[],
): unknown {
  if (!isHeddleError(error, 'ARGUMENT')) return error;
  const at = parameters.findIndex(({ name }) => name === error.parameter);
  const parameter = parameters[at];
  if (parameter?.kind !== 'pointer' || !ArrayBuffer.isView(args[at])) return error;
  return argumentError(`${kernel}: argument ${at + 1} (${parameter.name}) got ${describe(args[at])}`, {
    kernel,
    parameter: parameter.name,
    hint: `Wrap it, and await the call: await ${kernel}(In(array), Out(array), InOut(array), { block }).`,
    cause: error,
  });
}

// The source has no signature of a kernel in a header or in a linked binary: `prepare` gives it.
function kernelOf({ module, name }: FunctionOrigin): Kernel | undefined {
  const signature = module.signatures.find((each) => each.name === name);
  if (!signature) return undefined;
  try {
    return module.kernel(name);
  } catch (error) {
    const hasUnknownType = signature.parameters.some(({ byteLength }) => byteLength === undefined);
    if (isHeddleError(error, 'ARGUMENT') && hasUnknownType) return undefined;
    throw error;
  }
}
