/** Power, energy, clocks and temperature of NVIDIA's devices. */
import type { Device } from '@heddle/core';
import { openNvml } from './nvml-library';
import type { NvmlOptions, NvmlQuantity, Observer } from './observer';
import { sensorObserver, type SensorNames } from './sensors';

const usual: readonly NvmlQuantity[] = ['nvml_energy', 'nvml_power', 'core_freq', 'temperature'];

/** @throws HeddleError `UNAVAILABLE` if there is no NVML, with what to install */
export async function nvmlObserver(options: NvmlOptions, device: Device): Promise<Observer> {
  const nvml = await openNvml(device, options.library);
  const wanted = new Set(options.quantities ?? usual);
  const names: SensorNames = {
    ...(wanted.has('nvml_energy') ? { energy: 'nvml_energy' } : {}),
    ...(wanted.has('nvml_power') ? { power: 'nvml_power' } : {}),
    ...(wanted.has('power_readings') ? { readings: 'power_readings' } : {}),
    ...(wanted.has('core_freq') ? { coreClock: 'core_freq' } : {}),
    ...(wanted.has('mem_freq') ? { memoryClock: 'mem_freq' } : {}),
    ...(wanted.has('temperature') ? { temperature: 'temperature' } : {}),
  };
  return sensorObserver('nvml', nvml, names, options.continuousMilliseconds);
}
