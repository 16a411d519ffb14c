/** The platforms and devices that the loader finds, in the order in which Heddle numbers them. */
import { argumentError, describe } from '@heddle/core/backend';
import { withKeptEnvironment } from './api/kept-environment';
import { constants, numberOf, openLibrary, readInfo, textOf, type Handle, type OpenClLibrary } from './api';

export interface Platform {
  readonly library: OpenClLibrary;
  readonly handle: Handle;
  readonly name: string;
  readonly vendor: string;
  /** `OpenCL 3.0 PoCL 3.1…` */
  readonly version: string;
}

/** A device that has not been opened. */
export interface FoundDevice {
  /** Position among all devices: graphics processors first, then accelerators, then processors. */
  readonly index: number;
  readonly platform: Platform;
  readonly handle: Handle;
  readonly name: string;
  readonly type: DeviceType;
  readonly totalBytes: number;
}

export type DeviceType = 'gpu' | 'cpu' | 'accelerator';

/** Which devices a caller wants to choose from. */
export interface DeviceFilter {
  /** Part of the platform's name or vendor, in any case. */
  readonly platform?: string;
  readonly type?: DeviceType;
}

const typeRank: readonly DeviceType[] = ['gpu', 'accelerator', 'cpu'];

/**
 * The platforms the loader knows; empty if it has none.
 *
 * @throws HeddleError `UNAVAILABLE` if there is no loader
 */
export function findPlatforms(library: OpenClLibrary = openLibrary()): Platform[] {
  const count = new Uint32Array(1);
  // A loader without platforms says so by a status of its own, CL_PLATFORM_NOT_FOUND_KHR.
  const status = withKeptEnvironment(() => library.calls.clGetPlatformIDs(0, null, count));
  if (status !== 0 || count[0] === 0) return [];
  const handles = new BigUint64Array(count[0] ?? 0);
  if (library.calls.clGetPlatformIDs(handles.length, handles, null) !== 0) return [];
  return [...handles].map((handle) => {
    const text = (question: number): string =>
      textOf(readInfo((...answer) => library.calls.clGetPlatformInfo(handle, question, ...answer)));
    return {
      library,
      handle,
      name: text(constants.CL_PLATFORM_NAME),
      vendor: text(constants.CL_PLATFORM_VENDOR),
      version: text(constants.CL_PLATFORM_VERSION),
    };
  });
}

/** All devices of these platforms, numbered. The best comes first, so that it is the one nobody had to choose. */
export function findDevices(platforms: readonly Platform[]): FoundDevice[] {
  const devices = platforms.flatMap((platform) => devicesOf(platform));
  const ordered = typeRank.flatMap((type) => devices.filter((device) => device.type === type));
  return ordered.map((device, index) => ({ ...device, index }));
}

/** The devices that a filter leaves, with their numbers among all. */
export function filterDevices(devices: readonly FoundDevice[], filter: DeviceFilter): FoundDevice[] {
  const { platform, type } = filter;
  if (type !== undefined && !typeRank.includes(type)) {
    throw argumentError(`type is one of ${typeRank.join(', ')}, not ${String(type)}`, { parameter: 'type' });
  }
  if (platform !== undefined && typeof platform !== 'string') {
    throw argumentError(`platform is a part of a platform's name or vendor, not ${describe(platform)}`, {
      parameter: 'platform',
    });
  }
  return devices.filter(
    (device) =>
      (type === undefined || device.type === type) &&
      (platform === undefined ||
        contains(device.platform.name, platform) ||
        contains(device.platform.vendor, platform)),
  );
}

/**
 * The devices with those that HEDDLE_OPENCL_DEVICE names in front: a number, a type, or a part of a device's or
 * platform's name.
 */
export function preferredFirst(
  devices: readonly FoundDevice[],
  wanted = process.env.HEDDLE_OPENCL_DEVICE,
): FoundDevice[] {
  if (wanted === undefined || wanted === '') return [...devices];
  const isWanted = (device: FoundDevice): boolean =>
    /^\d+$/.test(wanted)
      ? device.index === Number(wanted)
      : device.type === wanted || contains(device.name, wanted) || contains(device.platform.name, wanted);
  return [...devices.filter(isWanted), ...devices.filter((device) => !isWanted(device))];
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

function devicesOf(platform: Platform): Omit<FoundDevice, 'index'>[] {
  const { calls } = platform.library;
  const count = new Uint32Array(1);
  const all = constants.CL_DEVICE_TYPE_ALL;
  if (calls.clGetDeviceIDs(platform.handle, all, 0, null, count) !== 0 || count[0] === 0) return [];
  const handles = new BigUint64Array(count[0] ?? 0);
  if (calls.clGetDeviceIDs(platform.handle, all, handles.length, handles, null) !== 0) return [];
  return [...handles].map((handle) => {
    const answer = (question: number): Uint8Array | undefined =>
      readInfo((...rest) => calls.clGetDeviceInfo(handle, question, ...rest));
    return {
      platform,
      handle,
      name: textOf(answer(constants.CL_DEVICE_NAME)),
      type: typeOf(numberOf(answer(constants.CL_DEVICE_TYPE)) ?? 0),
      totalBytes: numberOf(answer(constants.CL_DEVICE_GLOBAL_MEM_SIZE)) ?? 0,
    };
  });
}

function typeOf(bits: number): DeviceType {
  if (bits & constants.CL_DEVICE_TYPE_GPU) return 'gpu';
  return bits & constants.CL_DEVICE_TYPE_CPU ? 'cpu' : 'accelerator';
}
