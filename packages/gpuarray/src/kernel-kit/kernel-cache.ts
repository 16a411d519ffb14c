/** Kernels compiled once per device. What they are compiled to is cached on disk by core, for the next process. */
import type { Device, Kernel, Module } from '@heddle/core';
import { internalError } from '@heddle/core/backend';
import { contextOf } from '../array/device-context';
import { kernelHeader } from './kernel-header';

export interface KernelOptions {
  /** Puts {@link kernelHeader} before the source. Default true. */
  readonly header?: boolean;
  /** Macros. */
  readonly defines?: Readonly<Record<string, string | number | boolean>>;
  /** What the compiler's messages call the source. */
  readonly fileName?: string;
  /** Options for the compiler. */
  readonly options?: readonly string[];
  /** Turns a failure to compile into what the caller should read. */
  readonly explain?: (error: unknown) => unknown;
}

/** A module that is, or soon will be, compiled. */
export class CompiledKernel {
  readonly whenReady: Promise<unknown>;
  #module: Module | undefined;
  #failed = false;
  readonly #kernels = new Map<string, Kernel>();

  constructor(compilation: Promise<Module>) {
    this.whenReady = compilation.then(
      (module) => {
        this.#module = module;
      },
      (error: unknown) => {
        this.#failed = true;
        throw error;
      },
    );
    // Callers that await the kernel get the failure. If no caller does, the rejection must not stay unhandled.
    this.whenReady.catch(() => undefined);
  }

  /** True once it can be launched. */
  get ready(): boolean {
    return this.#module !== undefined;
  }

  /** True if it did not compile: asking again compiles again, since the reason may have been removed. */
  get failed(): boolean {
    return this.#failed;
  }

  /** A kernel of the module. Only where {@link ready}. */
  kernel(name: string): Kernel {
    const known = this.#kernels.get(name);
    if (known !== undefined) return known;
    if (this.#module === undefined) throw internalError(`${name} was asked for before it was compiled`);
    const kernel: Kernel = this.#module.kernel(name);
    this.#kernels.set(name, kernel);
    return kernel;
  }
}

/**
 * The compiled form of a source on a device; starts the compiler where the key is new.
 *
 * @param key - tells this source from all others: dtypes and rank class, never shapes
 * @param source - portable source, asked for only where the key is new
 */
export function compiledKernel(
  device: Device,
  key: string,
  source: () => string,
  options: KernelOptions = {},
): CompiledKernel {
  const { kernels } = contextOf(device);
  const known = kernels.get(key);
  if (known instanceof CompiledKernel && !known.failed) return known;
  const made = new CompiledKernel(compile(device, source(), options));
  kernels.set(key, made);
  return made;
}

async function compile(device: Device, source: string, options: KernelOptions): Promise<Module> {
  const { header = true, defines, fileName, options: flags, explain } = options;
  const text: string = header ? `${kernelHeader(source)}\n${source}` : source;
  try {
    return await device.compile(text, {
      language: 'portable',
      ...(defines ? { defines } : {}),
      ...(fileName === undefined ? {} : { fileName }),
      ...(flags ? { options: flags } : {}),
    });
  } catch (error) {
    throw explain ? explain(error) : error;
  }
}
