/** Kernels for matrix units of which the first that compiles is used: old compilers do not know the newest units. */
import type { Device, Kernel } from '@heddle/core';
import { internalError } from '@heddle/core/backend';
import { compiledKernel, type CompiledKernel } from '../../kernel-kit/kernel-cache';
import { matrixUnitKey, matrixUnitOptions, matrixUnitSource } from './matrix-unit-source';
import { matrixUnitKernelName, type MatrixUnitVariant } from './matrix-unit-variant';

interface Chosen {
  readonly variant: MatrixUnitVariant;
  readonly kernel: Kernel;
}

/** A kernel that is, or soon will be, compiled. */
export class MatrixUnitKernel {
  readonly whenReady: Promise<unknown>;
  #chosen: Chosen | undefined;
  #failed = false;

  /** @param variants - the ones to prefer first */
  constructor(device: Device, variants: readonly MatrixUnitVariant[]) {
    this.whenReady = this.#choose(device, variants);
    // Callers that await the kernel get the failure. If no caller does, the rejection must not stay unhandled.
    this.whenReady.catch(() => undefined);
  }

  /** True once it can be launched. */
  get ready(): boolean {
    return this.#chosen !== undefined;
  }

  /** True if no variant compiled. */
  get failed(): boolean {
    return this.#failed;
  }

  /** What compiled. Only where {@link ready}. */
  get chosen(): Chosen {
    if (this.#chosen === undefined)
      throw internalError('a product by matrix units was launched before it was compiled');
    return this.#chosen;
  }

  async #choose(device: Device, variants: readonly MatrixUnitVariant[]): Promise<void> {
    let failure: unknown;
    for (const variant of variants) {
      const compiled = compile(device, variant);
      try {
        await compiled.whenReady;
        this.#chosen = { variant, kernel: compiled.kernel(matrixUnitKernelName) };
        return;
      } catch (error) {
        failure = error;
      }
    }
    this.#failed = true;
    throw failure;
  }
}

const known = new WeakMap<Device, Map<string, MatrixUnitKernel>>();

/** The kernel of the first of the variants that compiles; starts the compiler where they are new. */
export function matrixUnitKernel(device: Device, variants: readonly MatrixUnitVariant[]): MatrixUnitKernel {
  const kernels = known.get(device) ?? new Map<string, MatrixUnitKernel>();
  known.set(device, kernels);
  const key = variants.map(matrixUnitKey).join(' ');
  const found = kernels.get(key);
  if (found !== undefined && !found.failed) return found;
  const made = new MatrixUnitKernel(device, variants);
  kernels.set(key, made);
  return made;
}

function compile(device: Device, variant: MatrixUnitVariant): CompiledKernel {
  const options = { options: matrixUnitOptions(variant) };
  return compiledKernel(device, matrixUnitKey(variant), () => matrixUnitSource(variant), options);
}
