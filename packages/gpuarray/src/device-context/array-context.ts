/** What all arrays of one device share: its memory, its compiled kernels, and the work that waits for a compiler. */
import type { Device } from '@heddle/core';
import { DeviceMemory } from './device-memory';
import type { PooledMemory } from './pooled-memory';
import { WorkQueue } from './work-queue';

export class ArrayContext {
  readonly device: Device;
  readonly queue = new WorkQueue();
  readonly memory: DeviceMemory;
  /** By key: see kernels/kernel-cache. */
  readonly kernels = new Map<string, unknown>();

  constructor(device: Device) {
    this.device = device;
    this.memory = new DeviceMemory(this, device);
  }

  /** Memory of at least so many bytes; its contents are undefined. */
  allocate(byteLength: number): PooledMemory {
    return this.memory.take(byteLength);
  }
}

interface KnownContext {
  readonly context: ArrayContext;
  /** A device that was reset has another default stream, and none of its memory and modules. */
  readonly life: object;
}

const contexts = new WeakMap<Device, KnownContext>();
let lastDevice: Device | undefined;
let last: KnownContext | undefined;

/** The context of a device; one for each of its lives. */
export function contextOf(device: Device): ArrayContext {
  const known = device === lastDevice ? last : contexts.get(device);
  const life = device.defaultStream;
  if (known?.life === life) {
    lastDevice = device;
    last = known;
    return known.context;
  }
  const made = { context: new ArrayContext(device), life };
  contexts.set(device, made);
  lastDevice = device;
  last = made;
  return made.context;
}
