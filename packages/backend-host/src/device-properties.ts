/** The processor as a device. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { cpus } from 'node:os';
import type { DeviceProperties } from '@heddle/core';
import type { Capability } from '@heddle/core/backend';
import type { RuntimeFunctions } from './runtime/runtime-abi';
import { checkStatus } from './runtime/runtime-error';

const propertiesBytes = 256;

/** What kernels on the host can use. */
export const hostCapabilities: readonly Capability[] = [
  'float16',
  'bfloat16',
  'float64',
  'atomics-int32',
  'atomics-int64',
  'atomics-float32',
  'atomics-float64',
  'warp-shuffle',
  'cooperative-launch',
  'forward-progress',
  'static-shared-memory',
  'dynamic-shared-memory',
  'globals',
  'device-pointers',
  'pinned-memory',
  'managed-memory',
  'rectangle-copy',
  'templates',
  'name-expressions',
  'plain-functions',
  'headers',
  'kernel-printf',
  'kernel-assert',
  'binaries',
  'textures',
  'surfaces',
  'stream-priority',
  'host-callbacks',
  'occupancy',
  'reset',
  'sanitizers',
];

/** Reads the runtime's description of the processor. */
export function readProperties(runtime: RuntimeFunctions): DeviceProperties {
  const view = new DataView(new ArrayBuffer(propertiesBytes));
  checkStatus(runtime, 'heddle_host_properties', runtime.properties(view));
  const word = (offset: number): number => view.getUint32(offset, true);
  const triple = (offset: number) => [word(offset), word(offset + 4), word(offset + 8)] as const;
  const totalBytes = Number(view.getBigUint64(56, true));
  const sharedBytes = word(28);
  const architecture = [text(view, 184, 32), text(view, 216, 40)].filter((part) => part !== '').join('-');
  return {
    name: text(view, 88, 96) || (cpus()[0]?.model ?? 'CPU'),
    vendor: 'host',
    type: 'cpu',
    driverVersion: `runtime ${runtime.abiVersion()}`,
    architecture: `${architecture}+${processorFeatures()}`,
    totalBytes,
    warpSize: word(36),
    multiprocessors: word(40),
    ...(word(52) > 0 ? { clockKilohertz: word(52) } : {}),
    ...(view.getBigUint64(64, true) > 0n ? { cacheBytes: Number(view.getBigUint64(64, true)) } : {}),
    offsetAlignment: 1,
    limits: {
      grid: triple(0),
      block: triple(12),
      threadsPerBlock: word(24),
      sharedBytes: Math.min(sharedBytes, 48 * 1024),
      sharedBytesOptIn: sharedBytes,
      allocationBytes: totalBytes,
      argumentBytes: word(32),
    },
    vendorAttributes: {
      fiberStackBytes: word(48),
      cooperativeBlocks: word(44),
      pageBytes: word(72),
      alignment: word(76),
      functionArguments: word(80),
    },
  };
}

function text(view: DataView, offset: number, length: number): string {
  const bytes = new Uint8Array(view.buffer, offset, length);
  const end = bytes.indexOf(0);
  return Buffer.from(bytes.subarray(0, end < 0 ? length : end)).toString('utf8');
}

/**
 * A short name for the processor's exact instruction sets. Kernels are compiled for all of them, so one that was
 * compiled elsewhere, on a cache that two machines share, must not be found here.
 */
function processorFeatures(): string {
  const facts = process.platform === 'linux' ? firstProcessor() : `${process.platform} ${cpus()[0]?.model ?? ''}`;
  return createHash('sha256').update(facts).digest('hex').slice(0, 8);
}

// Only the first processor's entry: the file has one for each core.
function firstProcessor(): string {
  const file = openSync('/proc/cpuinfo', 'r');
  try {
    const bytes = Buffer.alloc(8192);
    const length = readSync(file, bytes, 0, bytes.length, 0);
    const entry = bytes.toString('latin1', 0, length).split('\n\n')[0] ?? '';
    return entry
      .split('\n')
      .filter((line) => /^(vendor_id|model|flags|Features|CPU part)\b/.test(line))
      .join('\n');
  } finally {
    closeSync(file);
  }
}
