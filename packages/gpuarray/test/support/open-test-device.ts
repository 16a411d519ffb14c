/** Opens the devices that arrays are tested on. */
import { ArtifactCache, openDevice, type Backend, type Device } from '@heddle/core';
import { HeldLoads } from '@heddle/core/testing';

/**
 * A compiler of PoCL's kind makes each kernel a second time for the cache, after it has made it for the launch: half of
 * what these tests would take. The backend's own tests and the conformance kit have that done and look at what comes
 * of it; here nobody does.
 */
class FirstFormCache extends ArtifactCache {
  override improve(): void {
    // What was stored stays.
  }
}

// One for all devices of a test file, as there is without it.
const cache = new FirstFormCache();

export function openTestDevice(backend: string): Promise<Device> {
  return openDevice(backend, { cache });
}

/** Opens one whose compilations a test can hold. */
export async function openHeldDevice(backend: string): Promise<{ device: Device; loads: HeldLoads }> {
  const plugin = (await import(`@heddle/backend-${backend}`)) as { readonly backend: Backend };
  const loads = new HeldLoads(plugin.backend);
  return { loads, device: await openDevice(loads.backend, { cache }) };
}
