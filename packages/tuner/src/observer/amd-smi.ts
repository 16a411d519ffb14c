/** Power, energy, clocks and temperature of AMD's devices, through ROCm's system management library. */
import { HeddleError, type Device } from '@heddle/core';
import { openVendorLibrary } from './load-koffi';
import type { AmdSmiOptions, AmdSmiQuantity, Observer } from './observer';
import { sensorObserver, type SensorNames, type Sensors } from './sensors';

const names = ['librocm_smi64.so.7', 'librocm_smi64.so.6', 'librocm_smi64.so.1', 'librocm_smi64.so'];
const what = {
  name: 'the ROCm system management library',
  hint: "Install it (Debian, Ubuntu: apt-get install librocm-smi64-1, or AMD's rocm-smi-lib).",
};

const usual: readonly AmdSmiQuantity[] = ['amdsmi_energy', 'amdsmi_power', 'core_freq', 'temperature'];
const systemClock = 0;
const memoryClock = 4;
const edgeSensor = 0;
const currentTemperature = 0;
/** rsmi_frequencies_t: a flag, two 32-bit counts, then 33 frequencies in hertz. */
const frequencies = { bytes: 288, currentAt: 8, firstAt: 16 };

/** @throws HeddleError `UNAVAILABLE` if there is no such library, with what to install */
export async function amdSmiObserver(options: AmdSmiOptions, device: Device): Promise<Observer> {
  const sensors = await openAmdSmi(device, options.library);
  const wanted = new Set(options.quantities ?? usual);
  const wantedNames: SensorNames = {
    ...(wanted.has('amdsmi_energy') ? { energy: 'amdsmi_energy' } : {}),
    ...(wanted.has('amdsmi_power') ? { power: 'amdsmi_power' } : {}),
    ...(wanted.has('core_freq') ? { coreClock: 'core_freq' } : {}),
    ...(wanted.has('mem_freq') ? { memoryClock: 'mem_freq' } : {}),
    ...(wanted.has('temperature') ? { temperature: 'temperature' } : {}),
  };
  return sensorObserver('amdSmi', sensors, wantedNames, options.continuousMilliseconds);
}

async function openAmdSmi(device: Device, path?: string): Promise<Sensors> {
  const { library } = await openVendorLibrary(path === undefined ? names : [path], what);
  type Call = (...args: unknown[]) => number;
  const bound = new Map<string, Call>();
  const call = (prototype: string, ...args: unknown[]): void => {
    let each = bound.get(prototype);
    if (!each) bound.set(prototype, (each = library.func(prototype) as Call));
    const status = each(...args);
    if (status === 0) return;
    const name = /\brsmi_\w+/.exec(prototype)?.[0] ?? 'rsmi';
    throw new HeddleError('UNAVAILABLE', `${name} failed with status ${status}`, {
      call: name,
      status: String(status),
    });
  };
  call('int rsmi_init(unsigned long long)', 0);
  const { index } = device;
  const power = (): number => {
    const out = [0];
    call('int rsmi_dev_power_ave_get(unsigned int, unsigned int, _Out_ unsigned long long*)', index, 0, out);
    return Number(out[0]) / 1e6;
  };
  // The counter's value times its resolution in microjoules.
  const energy = (): number => {
    const [count, resolution, stamp] = [[0], [0], [0]];
    call(
      'int rsmi_dev_energy_count_get(unsigned int, _Out_ unsigned long long*, _Out_ float*, _Out_ unsigned long long*)',
      index,
      count,
      resolution,
      stamp,
    );
    return (Number(count[0]) * Number(resolution[0])) / 1e6;
  };
  const clock = (kind: number): number => {
    const block = Buffer.alloc(frequencies.bytes);
    call('int rsmi_dev_gpu_clk_freq_get(unsigned int, int, void*)', index, kind, block);
    const current = block.readUInt32LE(frequencies.currentAt);
    return Number(block.readBigUInt64LE(frequencies.firstAt + 8 * current)) / 1e6;
  };
  return {
    power,
    energy: countsEnergy(energy) ? energy : undefined,
    coreClock: () => clock(systemClock),
    memoryClock: () => clock(memoryClock),
    temperature: () => {
      const out = [0];
      const prototype = 'int rsmi_dev_temp_metric_get(unsigned int, unsigned int, int, _Out_ long long*)';
      call(prototype, index, edgeSensor, currentTemperature, out);
      return Number(out[0]) / 1000;
    },
    dispose: () => {
      call('int rsmi_shut_down()');
    },
  };
}

function countsEnergy(energy: () => number): boolean {
  try {
    energy();
    return true;
  } catch (error) {
    // Older devices have no counter; their power is integrated instead.
    if (error instanceof HeddleError) return false;
    throw error;
  }
}
