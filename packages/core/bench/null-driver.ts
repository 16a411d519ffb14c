/** A driver that does nothing, so that what a launch costs is what core makes it cost. */
import type { Backend } from '@heddle/core';
import { apiVersion, type Driver } from '@heddle/core/backend';
import { MemoryDriver, memoryBackend } from '@heddle/core/testing';

/** Launches counted by a driver that does nothing else. */
export const counter = { launches: 0 };

/** A backend whose kernels `empty`, `four` and `mixed` do nothing, without a queue, a copy or a promise. */
export function nullBackend(): Backend {
  const nothing = (): void => undefined;
  const options = { kernels: { four: nothing, mixed: nothing } };
  return {
    ...memoryBackend(options),
    name: 'null',
    apiVersion,
    open: async () => withoutWork(new MemoryDriver('null', 0, options)),
  };
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
