/** The device that modules, memory and launches of this interface are on: the counterpart of PyCUDA's current context. */
import { openDevice, type Device } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { backend } from '../backend';

let current: Device | undefined;
let opening: Promise<Device> | undefined;

/** Which device {@link autoinit} opens. */
export interface AutoinitOptions {
  /** Position in the driver's list, or a part of the name. Default: the environment's `CUDA_DEVICE`, else the first. */
  readonly device?: number | string;
}

/**
 * Opens a device and makes it the current one, as `import pycuda.autoinit` does. A second call gives the same device.
 *
 * @throws HeddleError `UNAVAILABLE` if there is no CUDA device or no nvcc
 */
export async function autoinit(options: AutoinitOptions = {}): Promise<Device> {
  if (current) return current;
  const device = options.device ?? process.env['CUDA_DEVICE'];
  opening ??= openDevice(backend, device === undefined ? {} : { device });
  try {
    return (current ??= await opening);
  } finally {
    opening = undefined;
  }
}

/** Makes a device that is open already the current one; undefined leaves none. The caller keeps owning it. */
export function useDevice(device: Device | undefined): void {
  current = device;
}

/** @throws HeddleError `ARGUMENT` if none is open */
export function currentDevice(): Device {
  if (current) return current;
  throw argumentError('no device is open', { hint: 'Begin with: await autoinit().' });
}

/** The current device, if there is one: what needs only its architecture can do without. */
export function deviceIfOpen(): Device | undefined {
  return current;
}
