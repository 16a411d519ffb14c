/** Tells arrays from everything else. */
import { GpuArray } from './gpu-array';

export function isGpuArray(value: unknown): value is GpuArray {
  return value instanceof GpuArray;
}
