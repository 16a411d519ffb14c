/** The loader's first look at its drivers, off the event loop's thread. */
import { nativeAddon } from '@heddle/native';
import { openLibrary, type OpenClLibrary } from './api';
import { hasDeepStacks } from './api/deep-stacks';
import { namesDrivers } from './api/kept-environment';
import { addressOf, keepAlive } from './native-memory';

const loading = new Map<OpenClLibrary, Promise<number>>();

/**
 * Lets the loader open its drivers, once in a process: a driver that brings a compiler takes some tens of milliseconds.
 *
 * @throws HeddleError `UNAVAILABLE` if there is no loader
 */
export async function loadDrivers(library: OpenClLibrary = openLibrary()): Promise<void> {
  // Variables that a loader may change are guarded on this thread, where nobody can read them meanwhile.
  if (namesDrivers()) return;
  let first = loading.get(library);
  if (!first) loading.set(library, (first = countPlatforms(library)));
  await first;
}

// The answer is not kept: callers that need it query again.
async function countPlatforms(library: OpenClLibrary): Promise<number> {
  const count = new Uint32Array(1);
  const native = nativeAddon();
  if (native) {
    const call = { function: library.address('clGetPlatformIDs'), arguments: [0n, 0n, addressOf(count)] };
    await native.wait([call]);
  } else if (hasDeepStacks()) {
    await library.callAsync('clGetPlatformIDs', 0, null, count);
  }
  keepAlive(count);
  return count[0] ?? 0;
}
