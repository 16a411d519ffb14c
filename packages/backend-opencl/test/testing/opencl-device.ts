/** The device that this package's tests run on. */
import { ArtifactCache, openDevice, type Device, type OpenDeviceOptions } from '@heddle/core';
import type { Capability } from '@heddle/core/backend';
import { backend } from '@heddle/backend-opencl';
import { capabilitiesOf } from '../../src/device-capabilities';
import { readDevice } from '../../src/device-info';
import { findDevices, findPlatforms, preferredFirst } from '../../src/discover';
import { probeOpenCl } from '../../src/probe';

const probed = probeOpenCl();
const isRequired = (process.env.HEDDLE_REQUIRE ?? '').split(',').some((name) => name.trim() === 'opencl');

/** `describe` if there is an OpenCL device, or if there must be one; else its tests are reported as skipped. */
export const describeOpenCl: typeof describe.skip = probed.available || isRequired ? describe : describe.skip;

const first = probed.available ? preferredFirst(findDevices(findPlatforms()))[0] : undefined;
const capabilities = first ? capabilitiesOf(readDevice(first)) : new Set<Capability>();

/** `it` if the device has all of these; else the test is reported as skipped. */
export function itWith(...required: Capability[]): typeof it.skip {
  return required.every((capability) => capabilities.has(capability)) ? it : it.skip;
}

const opened: Device[] = [];

/** Opens a device that {@link closeDevices} disposes of. Nothing is kept on disk. */
export async function openOpenCl(options: OpenDeviceOptions = {}): Promise<Device> {
  const cache = new ArtifactCache({ enabled: false });
  const device = await openDevice(backend, { cache, ...options });
  opened.push(device);
  return device;
}

export async function closeDevices(): Promise<void> {
  for (const device of opened.splice(0)) await device.dispose();
}
