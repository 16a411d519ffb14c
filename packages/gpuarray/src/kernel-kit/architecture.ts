/** Instructions that a device's language does not name, known by the device's architecture. */
import type { Device } from '@heddle/core';

/** Architectures of one family that have something, as data. */
export interface ArchitectureRange {
  /** What architectures of the family are called before their number. */
  readonly family: string;
  /** The architectures that have it: later ones may have lost it again. */
  readonly first: number;
  readonly last: number;
  readonly threadsInStep: number;
}

/** True for a device of the range whose kernels are CUDA C++, in which the instructions are written. */
export function isWithin(device: Device, { family, first, last, threadsInStep }: ArchitectureRange): boolean {
  const { architecture, warpSize } = device.properties;
  if (!device.compiles('cuda') || !architecture.startsWith(family)) return false;
  const number = Number.parseInt(architecture.slice(family.length), 10);
  return number >= first && number <= last && warpSize === threadsInStep;
}
