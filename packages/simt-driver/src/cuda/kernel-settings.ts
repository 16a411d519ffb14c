/** Attributes and settings of a compiled kernel, on a device of one of the CUDA backends. */
import { HeddleError, type Kernel } from '@heddle/core';
import { argumentError, describe } from '@heddle/core/backend';
import type { SimtDriver } from '../simt-driver';
import type { SimtEntry } from '../module/modules';
import { CudaDriver } from './cuda-driver';
import { CUfunction_attribute, type CUfunc_cache } from './generated/enumerations';

/** Reads an attribute as it is now. */
export function readKernelAttribute(kernel: Kernel, attribute: CUfunction_attribute): number {
  const { functions, entry } = nativeKernel(kernel);
  const value = new Int32Array(1);
  functions.cuFuncGetAttribute(value, attribute, entry.id);
  return value[0] ?? 0;
}

/** Sets an attribute. @throws HeddleError `ARGUMENT` for one that cannot be set, or a value it cannot have */
export function writeKernelAttribute(kernel: Kernel, attribute: CUfunction_attribute, value: number): void {
  if (!Number.isInteger(value)) throw argumentError(`an attribute is a whole number, not ${describe(value)}`);
  const { functions, entry } = nativeKernel(kernel);
  functions.cuFuncSetAttribute(entry.id, attribute, value);
  // Launches ask for more shared memory only if they believe that less is allowed.
  if (attribute === CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
    entry.allowedSharedBytes = value;
}

/** Says what the memory that L1 cache and shared memory have in common is to be used for rather. */
export function setKernelCacheConfig(kernel: Kernel, config: CUfunc_cache): void {
  const { functions, entry } = nativeKernel(kernel);
  functions.cuFuncSetCacheConfig(entry.id, config);
}

function nativeKernel(kernel: Kernel) {
  const { driver, entry } = kernel.native();
  const { nativeContext } = driver as Partial<SimtDriver>;
  if (nativeContext === undefined) {
    throw new HeddleError('UNSUPPORTED', `${kernel.name}: only CUDA devices have settings of kernels`, {
      kernel: kernel.name,
    });
  }
  const { functions } = CudaDriver.load();
  functions.cuCtxSetCurrent(nativeContext);
  return { functions, entry: entry as SimtEntry };
}
