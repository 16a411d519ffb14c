/** What a memory device claims to be. */
import type { Capability } from '../spi/capabilities';
import type { DeviceProperties } from '../spi/device-properties';
import type { MemoryBackendOptions } from './memory-backend';

/** Everything that the memory driver implements. */
export const memoryCapabilities: readonly Capability[] = [
  'float64',
  'atomics-int32',
  'cooperative-launch',
  'globals',
  'device-pointers',
  'pinned-memory',
  'managed-memory',
  'rectangle-copy',
  'headers',
  'templates',
  'name-expressions',
  'plain-functions',
  'binaries',
  'stream-priority',
  'host-callbacks',
  'graphs',
  'occupancy',
  'reset',
];

export function memoryProperties(index: number, options: MemoryBackendOptions): DeviceProperties {
  const totalBytes = options.totalBytes ?? 2 ** 28;
  return {
    name: `Memory ${index}`,
    vendor: 'Heddle',
    type: 'cpu',
    driverVersion: '1.0',
    architecture: 'memory',
    totalBytes,
    warpSize: 1,
    multiprocessors: 4,
    offsetAlignment: options.offsetAlignment ?? 1,
    limits: {
      grid: [2 ** 31 - 1, 65535, 65535],
      block: [1024, 1024, 64],
      threadsPerBlock: 1024,
      sharedBytes: 48 * 1024,
      sharedBytesOptIn: 48 * 1024,
      allocationBytes: totalBytes / 4,
      argumentBytes: 4096,
      ...options.limits,
    },
    vendorAttributes: {},
  };
}
