/** A backend plugin over the memory driver, with its options. */
import { assertOptions, optionNames } from '../diagnostics';
import { argumentError } from '../errors';
import type { SourceLanguage } from '../signature/signature';
import { apiVersion, type Backend, type ProbeResult } from '../spi/backend';
import type { Capability } from '../spi/capabilities';
import type { DeviceLimits } from '../spi/device-properties';
import { MemoryDriver } from './memory-driver';
import type { MemoryKernel } from './memory-kernel';

/** A mistake that a memory device makes on purpose, for tests of what should notice. */
export type MemoryDefect =
  /** The last two arguments of equal size change places. */
  | 'swaps-arguments'
  /** The last byte of a fill stays as it was. */
  | 'fills-too-little'
  /** Copies, fills and kernels start at the beginning of the memory, whatever the offset. */
  | 'ignores-offsets'
  /** Launches do nothing. */
  | 'runs-nothing'
  /** Threads of a block run, those of other blocks do not. */
  | 'runs-one-block'
  /** Queues do not wait for events. */
  | 'ignores-events'
  /** Memory that was given back still counts as live. */
  | 'leaks-memory'
  /** Binaries of any format are loaded. */
  | 'loads-anything'
  /** Arguments are read when the launch runs, not when it is enqueued. */
  | 'reads-arguments-late';

export interface MemoryBackendOptions {
  /** Kernels and plain functions by the name that sources give them. */
  readonly kernels?: Readonly<Record<string, MemoryKernel>>;
  /** Module variables: name -> initial bytes. */
  readonly globals?: Readonly<Record<string, Uint8Array>>;
  /** Default: everything the driver can do. */
  readonly capabilities?: readonly Capability[];
  readonly limits?: Partial<DeviceLimits>;
  readonly totalBytes?: number;
  readonly offsetAlignment?: number;
  /** What its compiler takes. Default: `cuda` and `c++`. */
  readonly languages?: readonly SourceLanguage[];
  readonly defects?: readonly MemoryDefect[];
  /** Default: two devices. */
  readonly devices?: number;
  /** Default `memory`. */
  readonly name?: string;
  readonly apiVersion?: number;
  /** What probe answers instead. */
  readonly probe?: ProbeResult;
}

const memoryOptionNames = optionNames<MemoryBackendOptions>({
  kernels: true,
  globals: true,
  capabilities: true,
  limits: true,
  totalBytes: true,
  offsetAlignment: true,
  languages: true,
  defects: true,
  devices: true,
  name: true,
  apiVersion: true,
  probe: true,
});

/** A backend, with the drivers it has opened, for tests that look at the driver under a device. */
export interface MemoryBackend extends Backend {
  readonly opened: readonly MemoryDriver[];
}

export function memoryBackend(options: MemoryBackendOptions = {}): MemoryBackend {
  assertOptions('memoryBackend', options, memoryOptionNames);
  const name = options.name ?? 'memory';
  const opened: MemoryDriver[] = [];
  const devices = Array.from({ length: options.devices ?? 2 }, (_, index) => ({
    index,
    name: `Memory ${index}`,
    type: 'cpu' as const,
  }));
  return {
    name,
    apiVersion: options.apiVersion ?? apiVersion,
    packageName: '@heddle/backend-memory',
    opened,
    probe: async () => options.probe ?? { available: true, devices, version: '1.0' },
    open: async (index) => {
      if (!devices[index]) throw argumentError(`no device ${index}`, { backend: name });
      const driver = new MemoryDriver(name, index, options);
      opened.push(driver);
      return driver;
    },
  };
}
