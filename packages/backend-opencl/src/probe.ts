/** Whether OpenCL can serve here, and if not, what is missing: the loader, a driver behind it, or a device. */
import { isHeddleError } from '@heddle/core';
import { assertOptions, unavailable, type OpenOptions, type ProbeResult } from '@heddle/core/backend';
import {
  filterDevices,
  findDevices,
  findPlatforms,
  preferredFirst,
  type DeviceFilter,
  type FoundDevice,
} from './discover';
import { loadDrivers } from './load-drivers';

/**
 * Finds the devices that a filter leaves, the preferred one first.
 *
 * @throws HeddleError `ARGUMENT` for options that cannot be right
 */
export function probeOpenCl(options: OpenOptions = {}): ProbeResult {
  try {
    const platforms = findPlatforms();
    if (platforms.length === 0) return noPlatform;
    const all = findDevices(platforms);
    const names = platforms.map(({ name }) => name).join(', ');
    if (all.length === 0) {
      return {
        available: false,
        reason: `no OpenCL platform here has a device (${names})`,
        hint: 'The device may be absent, in use, or closed to this user; pocl-opencl-icd serves on the CPU.',
      };
    }
    const devices = preferredFirst(filterDevices(all, filterOf(options)));
    if (devices.length === 0) return noMatch(all);
    return { available: true, devices: devices.map(summaryOf), version: devices[0]?.platform.version ?? '' };
  } catch (error) {
    return unlessArgument(error);
  }
}

/** The same, with the drivers opened on another thread. */
export async function probeOffThread(options: OpenOptions = {}): Promise<ProbeResult> {
  try {
    await loadDrivers();
  } catch (error) {
    return unlessArgument(error);
  }
  return probeOpenCl(options);
}

/** @throws HeddleError `ARGUMENT` unchanged: the caller's mistake says nothing about this machine */
function unlessArgument(error: unknown): ProbeResult {
  if (isHeddleError(error, 'ARGUMENT')) throw error;
  return unavailable(error);
}

/** The backend's own options among those of `openDevice`. */
export function filterOf(options: OpenOptions): DeviceFilter {
  // `device` and `cache` are core's: named here for those who misspelt them.
  assertOptions('the opencl backend', options, ['platform', 'type', 'device', 'cache']);
  const { platform, type } = options as DeviceFilter;
  return { ...(platform === undefined ? {} : { platform }), ...(type === undefined ? {} : { type }) };
}

const noPlatform: ProbeResult = {
  available: false,
  reason: 'the OpenCL loader finds no platform: no driver is registered with it',
  hint:
    'Install the driver of the device, or PoCL for the CPU (Debian, Ubuntu: apt-get install pocl-opencl-icd). ' +
    'Where a driver has no .icd file, name its library: OCL_ICD_FILENAMES=libnvidia-opencl.so.1.',
};

function noMatch(all: readonly FoundDevice[]): ProbeResult {
  const there = all.map((device) => `${device.index}: ${device.name} (${device.type}, ${device.platform.name})`);
  return { available: false, reason: 'no OpenCL device fits the options', hint: `There are ${there.join('; ')}.` };
}

function summaryOf({ index, name, type, totalBytes }: FoundDevice) {
  return { index, name, type, totalBytes };
}
