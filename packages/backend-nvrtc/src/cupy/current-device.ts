/** The device that kernels of this interface run on: the counterpart of CuPy's current device. */
import { openDevice, type Device } from '@heddle/core';
import { backend } from '../backend';

let current: Device | undefined;
let opening: Promise<Device> | undefined;

/**
 * The current device; the first time it is opened, as HEDDLE_DEVICE says or else the driver's first.
 *
 * @throws HeddleError `UNAVAILABLE` if there is no CUDA device or no libnvrtc
 */
export async function getDevice(): Promise<Device> {
  if (current) return current;
  opening ??= openDevice(backend);
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

/** The current device, if one is open. */
export function currentDevice(): Device | undefined {
  return current;
}
