/** The memory driver for core's own tests, with what most of them begin with. */
import { ArtifactCache, openDevice, type Device } from '@heddle/core';
import { memoryBackend, type MemoryBackendOptions, type MemoryDriver } from '@heddle/core/testing';

export * from '@heddle/core/testing';

/** A device of memory, and the driver behind it. */
export async function openMemoryDevice(
  options: MemoryBackendOptions = {},
): Promise<{ device: Device; driver: MemoryDriver }> {
  const backend = memoryBackend(options);
  const device = await openDevice(backend, { cache: new ArtifactCache({ enabled: false }) });
  const driver = backend.opened[0];
  if (!driver) throw new Error('nothing was opened');
  return { device, driver };
}
