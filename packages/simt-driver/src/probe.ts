/** Finds out whether a vendor's devices can be used: no driver, too old a driver, no device, or these devices. */
import { HeddleError } from '@heddle/core';
import { unavailable, type DeviceSummary, type ProbeResult } from '@heddle/core/backend';
import { SimtApi } from './simt-api';
import { status, statusError } from './status';
import type { Vendor } from './symbols/vendor';

/** A probe's answer. Never throws. */
export async function probeDevices(vendor: Vendor): Promise<ProbeResult> {
  try {
    const api = await initialize(vendor);
    const devices = listDevices(api);
    if (devices.length === 0) throw noDevice(vendor);
    return { available: true, devices, version: vendor.describeVersion(api.version) };
  } catch (error) {
    return unavailable(error);
  }
}

const initialized = new WeakMap<SimtApi, Promise<number>>();

/**
 * Loads and initializes a vendor's driver, off the event loop's thread the first time.
 *
 * @throws HeddleError `UNAVAILABLE` saying what is missing
 */
export async function initialize(vendor: Vendor): Promise<SimtApi> {
  const api = SimtApi.load(vendor);
  let first = initialized.get(api);
  if (!first) initialized.set(api, (first = api.statusAsync('initialize', 0)));
  const value = await first;
  if (value !== status.success) {
    initialized.delete(api);
    if (noDeviceStatuses(vendor).includes(value)) throw noDevice(vendor);
    const failed = statusError(api.nameStatus(value), api.symbolOf('initialize'));
    throw new HeddleError('UNAVAILABLE', failed.message, {
      call: api.symbolOf('initialize'),
      status: failed.status ?? '',
      hint: vendor.hints.noDevice,
    });
  }
  const { version } = api;
  if (version < vendor.oldestDriver) {
    const say = vendor.describeVersion;
    throw new HeddleError(
      'UNAVAILABLE',
      `the ${vendor.name} driver serves ${say(version)}; ${say(vendor.oldestDriver)} is needed`,
      {
        status: 'DRIVER_TOO_OLD',
        hint: vendor.hints.tooOld,
      },
    );
  }
  return api;
}

function noDeviceStatuses({ noDeviceStatuses: statuses = [status.noDevice] }: Vendor): readonly number[] {
  return statuses;
}

function noDevice(vendor: Vendor): HeddleError {
  return new HeddleError('UNAVAILABLE', `the driver is installed, but it sees no ${vendor.name} device`, {
    status: 'NO_DEVICE',
    hint: vendor.hints.noDevice,
  });
}

function listDevices(api: SimtApi): DeviceSummary[] {
  const count = new Int32Array(1);
  const value = api.functions.deviceCount(count);
  if (noDeviceStatuses(api.vendor).includes(value)) return [];
  if (value !== status.success) throw statusError(api.nameStatus(value), api.symbolOf('deviceCount'));
  return Array.from({ length: count[0] ?? 0 }, (_, index) => {
    const device = deviceHandle(api, index);
    const total = new BigUint64Array(1);
    api.call('deviceTotalMemory', total, device);
    return { index, name: deviceName(api, device), type: 'gpu', totalBytes: Number(total[0]) };
  });
}

/** The driver's number for the device at an index. */
export function deviceHandle(api: SimtApi, index: number): number {
  const device = new Int32Array(1);
  api.call('deviceGet', device, index);
  return device[0] ?? 0;
}

/** A device's name as the vendor writes it. */
export function deviceName(api: SimtApi, device: number): string {
  const text = Buffer.alloc(256);
  api.call('deviceName', text, text.byteLength, device);
  return text.toString('utf8', 0, Math.max(0, text.indexOf(0)));
}
