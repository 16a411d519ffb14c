/** Compiled code on a device: its kernels, variables and plain functions. */
import { layoutOf, tooManyArguments } from '../arguments';
import { assertOptions, optionNames } from '../diagnostics';
import { describe } from '../diagnostics/describe';
import type { DType } from '../dtype/dtype';
import { argumentError, isHeddleError } from '../errors';
import {
  canonicalName,
  isSameKernel,
  isSameName,
  parseSignature,
  signatureFor,
  type KernelSignature,
} from '../signature';
import type { KernelArguments, KernelName, KernelNamed, KernelTableType, LooseKernelTable } from '../signature';
import { withDigest, type Artifact } from '../spi/artifact';
import type { Driver, EntryHandle, ModuleHandle } from '../spi/driver';
import { Buffer } from './buffer';
import type { DeviceContext } from './device-context';
import { Kernel } from './kernel';
import { completeSignature } from './complete-signature';
import { Lifetime } from './lifetime';
import type { OwnedResource } from './ownership';
import { PlainFunction } from './plain-function';
import type { OrderedQueue } from './stream-order';

/** @internal What a module is made from. */
export interface ModuleParts {
  readonly context: DeviceContext;
  readonly handle: ModuleHandle;
  readonly artifact: Artifact;
  /** The signatures of the source's kernels; empty for a binary. Read when first needed. */
  readonly signatures: () => readonly KernelSignature[];
  /** Name expressions that it was compiled with. */
  readonly names?: readonly string[];
  readonly defaultQueue: () => OrderedQueue;
  readonly cached: boolean;
}

export interface KernelOptions {
  /**
   * The kernel's parameters, for binaries and for types that the source parser cannot resolve:
   * `'float a, const float* x, int n'`.
   */
  readonly signature?: string | readonly string[];
}

const kernelOptionNames = optionNames<KernelOptions>({ signature: true });

/** The kernel class for a name: its arguments are typed if the source was a literal. */
export type KernelOf<Table extends KernelTableType, Name extends string> = Kernel<
  KernelArguments<KernelNamed<Table, Name>>
>;

/**
 * A loaded module. `Table` maps the kernel names of a literal source to their arguments.
 */
export class Module<Table extends KernelTableType = LooseKernelTable> implements Disposable {
  readonly #parts: ModuleParts;
  readonly #context: DeviceContext;
  readonly #lifetime: Lifetime;
  readonly #launches = new Set<OwnedResource>();
  readonly #kernels = new Map<string, Kernel>();
  #artifact: Artifact | undefined;

  /** Use `device.compile` or `device.load`. */
  constructor(...internal: never);
  /** @internal */
  constructor(parts: ModuleParts);
  constructor(parts: ModuleParts) {
    const { context, handle } = parts;
    this.#parts = parts;
    this.#context = context;
    this.#lifetime = new Lifetime(context, this, {
      kind: 'module',
      release: () => {
        context.driver.unloadModule(handle);
      },
    });
  }

  /** The compiler's output, warnings too. */
  get log(): string {
    return this.#parts.artifact.log;
  }

  /** True if the compiled code came from the cache. */
  get cached(): boolean {
    return this.#parts.cached;
  }

  /** The compiled code: store it, and load it with `device.load`. */
  get artifact(): Artifact {
    return (this.#artifact ??= withDigest(this.#parts.artifact));
  }

  /** Signatures of the kernels and functions found in the source. */
  get signatures(): readonly KernelSignature[] {
    return this.#parts.signatures();
  }

  /**
   * A kernel by its name, or a template by a name expression that was among `names` when the source was compiled.
   *
   * @throws HeddleError `ARGUMENT` for a name that is not in the module; the error lists the names that are
   * @throws HeddleError `ARGUMENT` for a kernel that takes more arguments than the device passes
   */
  kernel<const Name extends KernelName<Table>>(name: Name, options: KernelOptions = {}): KernelOf<Table, Name> {
    this.#assertLoaded();
    assertOptions('kernel', options, kernelOptionNames);
    const known = options.signature === undefined ? this.#kernels.get(name) : undefined;
    if (known) return known;
    const { entry, signature } = this.#entry(name, options);
    const layout = layoutOf(signature);
    const tooMany = tooManyArguments(name, layout, this.#context.argumentLimit);
    if (tooMany) throw tooMany;
    const kernel = new Kernel({
      context: this.#context,
      defaultQueue: this.#parts.defaultQueue,
      entry,
      signature,
      layout,
      name,
      assertLoaded: () => {
        this.#assertLoaded();
      },
      launches: this.#launches,
    });
    if (options.signature === undefined) this.#kernels.set(name, kernel);
    return kernel;
  }

  /**
   * A plain function of the module: no grid, called with arrays and scalars. Needs `plain-functions`.
   */
  function(name: string, options: KernelOptions = {}): PlainFunction {
    this.#context.require('plain-functions', 'module.function');
    this.#assertLoaded();
    assertOptions('function', options, kernelOptionNames);
    const { entry, signature } = this.#functionEntry(name, options);
    return new PlainFunction({
      context: this.#context,
      defaultQueue: this.#parts.defaultQueue,
      entry,
      signature,
      layout: layoutOf(signature),
      name,
      assertLoaded: () => {
        this.#assertLoaded();
      },
    });
  }

  /**
   * A variable of the module (`__device__`, `__constant__`, `__managed__`) as memory. Needs `globals`.
   *
   * @param dtype - type of its elements; raw bytes if omitted
   * @throws HeddleError `ARGUMENT` for a name that is not in the module
   */
  global(name: string): Buffer<undefined>;
  global<D extends DType>(name: string, dtype: D): Buffer<D>;
  global(name: string, dtype?: DType): Buffer {
    this.#context.require('globals', 'module.global');
    this.#assertLoaded();
    const { driver } = this.#context;
    const found = this.#context.call('global', () => driver.global?.(this.#parts.handle, name));
    if (!found) throw this.#context.lacking('globals');
    const { memory, byteLength } = found;
    const reference = {
      device: this.#context,
      address: memory.address,
      dtype: undefined,
      byteLength,
      contiguous: true,
      unusable: undefined,
    };
    // The module owns the variable: its buffer is registered so that a reset or dispose is seen, and frees nothing.
    const resource: OwnedResource = { kind: 'global', collectable: true, reference, release: () => undefined };
    const allocation = { memory, kind: 'device', byteLength, resource } as const;
    this.#context.ownership.own(allocation, resource);
    this.#launches.add(resource);
    const range = { dtype: undefined, byteOffset: 0, byteLength };
    const buffer = new Buffer(this.#context, allocation, range, this.#parts.defaultQueue, true);
    return dtype === undefined ? buffer : buffer.as(dtype);
  }

  /** Unloads the module. Its kernels and variables can no longer be used. */
  dispose(): void {
    this.#lifetime.dispose(this.#launches);
    this.#launches.clear();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #entry(name: string, options: KernelOptions): { entry: EntryHandle; signature: KernelSignature } {
    if (typeof name !== 'string' || name === '') throw argumentError(`a kernel has a name, not ${describe(name)}`);
    const parsed =
      options.signature === undefined && this.signatures.length > 0
        ? signatureFor(this.signatures, name, this.#parts.names)
        : undefined;
    const entry = this.#call(name, (driver) => driver.entry(this.#parts.handle, this.#entryName(name, parsed)));
    const attributes = this.#context.call('kernel', (driver) => driver.entryAttributes(entry));
    const written = parsed ?? this.#signatureOf(name, options.signature ?? attributes.signature);
    return { entry, signature: completeSignature(written, attributes.parameters) };
  }

  /** What the driver knows a kernel by: in the compiler's words, if it said any. */
  #entryName(name: string, parsed: KernelSignature | undefined): string {
    const { entryNames } = this.#parts.artifact;
    const compiled = this.#asCompiled(name, parsed);
    if (!parsed) return entryNames[compiled] ?? compiled;
    const own = parsed.overload ?? parsed.name;
    const asked = this.#names().includes(compiled) ? compiled : undefined;
    // An instance that nobody asked for is in the binary if the source makes it.
    const written = this.signatures.includes(parsed) ? own : canonicalName(parsed);
    return entryNames[asked ?? own] ?? parsed.entryName ?? asked ?? written;
  }

  /** A name expression as it was spelled when the module was compiled: compilers know it by its letters. */
  #asCompiled(name: string, parsed: KernelSignature | undefined): string {
    const known = this.#names();
    if (known.includes(name)) return name;
    const same = known.find((each) => isSameName(each, name));
    if (same !== undefined || !parsed) return same ?? name;
    return known.find((each) => isSameKernel(this.signatures, each, name)) ?? name;
  }

  #names(): readonly string[] {
    return this.#parts.names ?? [];
  }

  #call<T>(name: string, body: (driver: Driver) => T): T {
    try {
      return this.#context.call('kernel', body);
    } catch (error) {
      // The source has the template, so what is missing is the order to compile this of it.
      if (!name.includes('<') || !isHeddleError(error, 'ARGUMENT')) throw error;
      throw argumentError(`${name} was not compiled`, {
        backend: this.#context.backend,
        kernel: name,
        parameter: 'names',
        hint: `Ask for it when you compile: device.compile(source, { names: ['${name}'] }).`,
        cause: error,
      });
    }
  }

  #functionEntry(name: string, options: KernelOptions): { entry: EntryHandle; signature: KernelSignature } {
    try {
      return this.#entry(name, options);
    } catch (error) {
      if (!isHeddleError(error, 'ARGUMENT') || error.kernel !== name) throw error;
      const names = this.signatures.map((signature) => signature.name);
      throw argumentError(`the module has no function '${name}' that can be called`, {
        backend: this.#context.backend,
        kernel: name,
        hint:
          (names.length > 0 ? `It has ${names.join(', ')}. ` : '') +
          'A function is found that takes numbers and pointers, returns a number or nothing, and has its plain name: ' +
          'extern "C" in C++, bind(c) in Fortran.',
        cause: error,
      });
    }
  }

  /** A signature given by the user, or known to the driver. */
  #signatureOf(name: string, declarations: KernelOptions['signature']): KernelSignature {
    if (declarations !== undefined) {
      const language = this.#context.driver.compilers[0]?.dialect?.language;
      return parseSignature(declarations, language === undefined ? { name } : { name, language });
    }
    throw argumentError(`${name}: a binary does not say what its kernels take`, {
      kernel: name,
      hint: `Say it: module.kernel('${name}', { signature: 'float a, const float* x' }).`,
    });
  }

  #assertLoaded(): void {
    this.#context.assertUsable();
    this.#lifetime.assertLive();
  }
}
