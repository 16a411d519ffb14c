/** Properties of a device, read from the driver once. */
import type { DeviceProperties } from '@heddle/core';
import { deviceName } from './probe';
import type { SimtApi } from './simt-api';
import type { DeviceFacts, NeededAttribute } from './symbols/vendor';

/** Reads every attribute that the driver knows. */
export function readFacts(api: SimtApi, device: number): DeviceFacts {
  const { vendor } = api;
  const value = new Int32Array(1);
  const read = (number: number): number | undefined =>
    api.functions.deviceAttribute(value, number, device) === 0 ? value[0] : undefined;
  const attributes = Object.fromEntries(
    Object.entries(vendor.neededAttributes).map(([name, number]) => [name, read(number) ?? 0]),
  ) as Record<NeededAttribute, number>;
  const all: Record<string, number> = {};
  for (const [name, number] of Object.entries(vendor.deviceAttributes)) {
    const found = read(number);
    if (found !== undefined) all[name] = found;
  }
  return {
    attributes,
    all,
    driverVersion: api.version,
    has: (name) => api.has(name),
    properties: properties(api, device),
  };
}

/** The properties that core shows and checks launches against. */
export function describeDevice(api: SimtApi, device: number, facts: DeviceFacts): DeviceProperties {
  const { attributes } = facts;
  const total = new BigUint64Array(1);
  api.call('deviceTotalMemory', total, device);
  const totalBytes = Number(total[0]);
  const uuid = deviceUuid(api, device);
  return {
    name: deviceName(api, device),
    vendor: api.vendor.makerOf?.(facts) ?? api.vendor.name,
    type: 'gpu',
    driverVersion: api.vendor.describeVersion(facts.driverVersion),
    architecture: api.vendor.architecture(facts),
    totalBytes,
    warpSize: attributes.warpSize,
    multiprocessors: attributes.multiprocessors,
    ...(attributes.clockKilohertz > 0 ? { clockKilohertz: attributes.clockKilohertz } : {}),
    cacheBytes: attributes.cacheBytes,
    ...(uuid === undefined ? {} : { uuid }),
    offsetAlignment: 1,
    limits: {
      grid: [attributes.gridX, attributes.gridY, attributes.gridZ],
      block: [attributes.blockX, attributes.blockY, attributes.blockZ],
      threadsPerBlock: attributes.threadsPerBlock,
      sharedBytes: attributes.sharedBytes,
      sharedBytesOptIn: Math.max(attributes.sharedBytes, attributes.sharedBytesOptIn),
      allocationBytes: totalBytes,
      argumentBytes: api.vendor.argumentBytes(facts),
    },
    vendorAttributes: facts.all,
  };
}

// More than any version's struct, since a library writes as much as its own has.
const mostPropertyBytes = 16 * 1024;

function properties(api: SimtApi, device: number): Uint8Array {
  if (!api.has('deviceProperties')) return new Uint8Array();
  const bytes = new Uint8Array(mostPropertyBytes);
  return api.functions.deviceProperties(bytes, device) === 0 ? bytes : new Uint8Array();
}

function deviceUuid(api: SimtApi, device: number): string | undefined {
  if (!api.has('deviceUuid')) return undefined;
  const bytes = Buffer.alloc(16);
  if (api.functions.deviceUuid(bytes, device) !== 0) return undefined;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
