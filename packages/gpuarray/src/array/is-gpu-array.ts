/** Tells arrays from everything else. */
import { DeviceArray } from './device-array';
import type { GpuArray } from './gpu-array';

/** True for arrays of this copy of the package; not for proxies of them, which have none of their private fields. */
export function isGpuArray(value: unknown): value is GpuArray {
  return DeviceArray.isArray(value);
}
