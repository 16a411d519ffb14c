/** A device whose launches do nothing, so that what an operation costs is what Heddle makes it cost. */
import { ArtifactCache, openDevice, type Backend, type Device } from '@heddle/core';
import { apiVersion, type Driver } from '@heddle/core/backend';
import { MemoryDriver, memoryBackend } from '@heddle/core/testing';

/** Launches counted, and done nothing for. */
export const counter = { launches: 0 };

/** @param kernels - names of the kernels that sources may have */
export async function openNullDevice(kernels: readonly string[]): Promise<Device> {
  const nothing = (): void => undefined;
  const options = { kernels: Object.fromEntries(kernels.map((name) => [name, nothing])) };
  const backend: Backend = {
    ...memoryBackend(options),
    name: 'null',
    apiVersion,
    open: async () => withoutWork(new MemoryDriver('null', 0, options)),
  };
  return await openDevice(backend, { cache: new ArtifactCache({ enabled: false }) });
}

function withoutWork(driver: MemoryDriver): Driver {
  driver.prepareLaunch = () => ({
    setGeometry: () => undefined,
    enqueue: () => {
      counter.launches++;
    },
    time: async (_queue, count) => new Float64Array(count),
    dispose: () => undefined,
  });
  return driver;
}
