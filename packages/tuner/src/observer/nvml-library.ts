/** NVIDIA's management library, as far as the tuner needs it. */
import { HeddleError, type Device } from '@heddle/core';
import { openVendorLibrary } from './load-koffi';
import type { Sensors } from './sensors';

const names =
  process.platform === 'win32'
    ? ['nvml.dll', 'C:\\Program Files\\NVIDIA Corporation\\NVSMI\\nvml.dll']
    : ['libnvidia-ml.so.1', 'libnvidia-ml.so'];

const what = {
  name: 'NVML',
  hint: "Install NVIDIA's driver: it brings libnvidia-ml.so.1. Other vendors' devices have none.",
};

const graphicsClock = 0;
const memoryClock = 2;
const onGpu = 0;
const notSupported = 3;

/** The device in NVML: its sensors, and what can be set. */
export interface NvmlDevice extends Sensors {
  /** Watts. Needs rights that are the administrator's, as the following do. */
  setPowerLimit(watts: number): void;
  /** Megahertz. */
  lockCoreClock(megahertz: number): void;
  lockMemoryClock(megahertz: number): void;
  /** Takes back what was set. */
  reset(): void;
}

type Call = (...args: unknown[]) => number;

/** @throws HeddleError `UNAVAILABLE` if there is no NVML, or it does not know the device */
export async function openNvml(device: Device, library?: string): Promise<NvmlDevice> {
  const { library: opened } = await openVendorLibrary(library === undefined ? names : [library], what);
  const text = opened.func('const char* nvmlErrorString(int)') as (status: number) => string;
  const calls = new Map<string, Call>();
  const call = (prototype: string, ...args: unknown[]): number => {
    let bound = calls.get(prototype);
    if (!bound) calls.set(prototype, (bound = opened.func(prototype) as Call));
    return bound(...args);
  };
  const check = (prototype: string, ...args: unknown[]): void => {
    const status = call(prototype, ...args);
    if (status === 0) return;
    const name = /\bnvml\w+/.exec(prototype)?.[0] ?? 'NVML';
    const code = status === notSupported ? 'UNSUPPORTED' : 'UNAVAILABLE';
    const hint = status === 4 ? 'Setting clocks and power limits needs the rights of an administrator.' : undefined;
    throw new HeddleError(code, `${name}: ${text(status)}`, {
      call: name,
      status: String(status),
      ...(hint === undefined ? {} : { hint }),
    });
  };
  check('int nvmlInit_v2()');
  const handle = findHandle(device, check);
  const get = (prototype: string, ...args: unknown[]): number => {
    const out = [0];
    check(prototype, handle, ...args, out);
    return Number(out[0]);
  };
  const energyCall = 'int nvmlDeviceGetTotalEnergyConsumption(void*, _Out_ unsigned long long*)';
  const countsEnergy = call(energyCall, handle, [0]) === 0;
  const undo: (() => void)[] = [];
  return {
    power: () => get('int nvmlDeviceGetPowerUsage(void*, _Out_ unsigned int*)') / 1000,
    energy: countsEnergy ? () => get(energyCall) / 1000 : undefined,
    coreClock: () => get('int nvmlDeviceGetClockInfo(void*, int, _Out_ unsigned int*)', graphicsClock),
    memoryClock: () => get('int nvmlDeviceGetClockInfo(void*, int, _Out_ unsigned int*)', memoryClock),
    temperature: () => get('int nvmlDeviceGetTemperature(void*, int, _Out_ unsigned int*)', onGpu),
    setPowerLimit(watts) {
      const before = get('int nvmlDeviceGetPowerManagementLimit(void*, _Out_ unsigned int*)');
      const set = 'int nvmlDeviceSetPowerManagementLimit(void*, unsigned int)';
      check(set, handle, Math.round(watts * 1000));
      undo.push(() => check(set, handle, before));
    },
    lockCoreClock(megahertz) {
      check('int nvmlDeviceSetGpuLockedClocks(void*, unsigned int, unsigned int)', handle, megahertz, megahertz);
      undo.push(() => check('int nvmlDeviceResetGpuLockedClocks(void*)', handle));
    },
    lockMemoryClock(megahertz) {
      check('int nvmlDeviceSetMemoryLockedClocks(void*, unsigned int, unsigned int)', handle, megahertz, megahertz);
      undo.push(() => check('int nvmlDeviceResetMemoryLockedClocks(void*)', handle));
    },
    reset() {
      for (const each of undo.splice(0).reverse()) each();
    },
    dispose() {
      check('int nvmlShutdown()');
    },
  };
}

// By identity if the driver gives it: CUDA_VISIBLE_DEVICES renumbers CUDA's devices and not NVML's.
function findHandle(device: Device, check: (prototype: string, ...args: unknown[]) => void): unknown {
  const out: unknown[] = [null];
  const { uuid } = device.properties;
  if (uuid === undefined) {
    check('int nvmlDeviceGetHandleByIndex_v2(unsigned int, _Out_ void**)', device.index, out);
  } else {
    const name = uuid.startsWith('GPU-') || uuid.startsWith('MIG-') ? uuid : `GPU-${uuid}`;
    check('int nvmlDeviceGetHandleByUUID(const char*, _Out_ void**)', name, out);
  }
  return out[0];
}
