/** The backend plugin of a vendor's GPUs: its driver with one or more compilers. What differs is in the description. */
import type { Backend } from '@heddle/core';
import {
  apiVersion,
  argumentError,
  assertOptions,
  describe,
  unavailable,
  type Capability,
  type Driver,
  type OpenOptions,
  type ProbeResult,
  type Unavailable,
} from '@heddle/core/backend';
import { probeDevices } from './probe';
import type { ContextKind, ContextNeed } from './simt-context';
import { SimtDriver, type SimtDriverOptions } from './simt-driver';
import type { Vendor } from './symbols/vendor';

/** What `openDevice` takes besides the device, for a backend whose vendor has contexts. */
export interface ContextOptions {
  /** `primary` (default) shares memory with other libraries of the process; `own` is apart from them. */
  readonly context?: ContextKind;
}

/** The compilers of a backend, found and loaded. */
export interface BackendCompilers {
  /** Makes them for one device. */
  readonly create: SimtDriverOptions['compilers'];
  /** What they add to the capabilities of the device. */
  readonly capabilities: readonly Capability[];
}

/** A backend over {@link SimtDriver}. */
export interface SimtBackendDescription {
  readonly name: string;
  readonly packageName: string;
  /** The vendor's driver. */
  readonly vendor: () => Vendor;
  /** True if `openDevice` takes {@link ContextOptions}. */
  readonly hasContexts: boolean;
  /** What the compiler is and its version: `nvcc 13.0`. @throws HeddleError `UNAVAILABLE` if it is not there */
  readonly compilerVersion: (vendor: Vendor) => string | Promise<string>;
  /** @throws HeddleError `UNAVAILABLE` if a compiler is not there that must be */
  readonly compilers: (vendor: Vendor) => BackendCompilers;
  /** Says more about a driver that finds no device. Default: nothing. */
  readonly explain?: (found: Unavailable) => Unavailable;
}

export function simtBackend(description: SimtBackendDescription): Backend {
  const { name, packageName } = description;
  return {
    name,
    apiVersion,
    packageName,
    probe: () => probe(description),
    open: (deviceIndex, options) => open(description, deviceIndex, contextOf(description, options)),
    openForCompiling: (deviceIndex, options) => {
      contextOf(description, options);
      return open(description, deviceIndex, 'none');
    },
  };
}

async function probe(description: SimtBackendDescription): Promise<ProbeResult> {
  const vendor = description.vendor();
  const driver = await probeDevices(vendor);
  if (!driver.available) return description.explain?.(driver) ?? driver;
  try {
    return { ...driver, version: `${driver.version}, ${await description.compilerVersion(vendor)}` };
  } catch (error) {
    return unavailable(error);
  }
}

function contextOf({ name, hasContexts }: SimtBackendDescription, options: OpenOptions & ContextOptions): ContextKind {
  // core reads `device` and `cache`. They are named here so that a misspelt one gets the right suggestion.
  assertOptions(`the ${name} backend`, options, [...(hasContexts ? ['context'] : []), 'device', 'cache']);
  const { context = 'primary' } = options;
  if (context !== 'primary' && context !== 'own') {
    throw argumentError(`context is 'primary' or 'own', not ${describe(context)}`, { backend: name });
  }
  return context;
}

async function open(
  { name, vendor: findVendor, compilers: findCompilers }: SimtBackendDescription,
  deviceIndex: number,
  context: ContextNeed,
): Promise<Driver> {
  const vendor = findVendor();
  const { create, capabilities } = findCompilers(vendor);
  return SimtDriver.open({
    backend: name,
    vendor,
    deviceIndex,
    context,
    compilers: create,
    compilerCapabilities: capabilities,
  });
}
