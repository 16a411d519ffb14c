/**
 * Clocks and power limits that are parameters: `nvml_pwr_limit` (watts), `nvml_gr_clock` and `nvml_mem_clock` (MHz).
 *
 * They are set for a configuration that has them, and given back when the run ends. Nothing is ever set that the user
 * does not tune.
 */
import type { Device } from '@heddle/core';
import { openNvml, type NvmlDevice } from '../observer/nvml-library';
import type { Configuration } from '../space';

const setters: Readonly<Record<string, (nvml: NvmlDevice, value: number) => void>> = {
  nvml_pwr_limit: (nvml, watts) => nvml.setPowerLimit(watts),
  nvml_gr_clock: (nvml, megahertz) => nvml.lockCoreClock(megahertz),
  nvml_mem_clock: (nvml, megahertz) => nvml.lockMemoryClock(megahertz),
};

export class TunedClocks {
  readonly #device: Device;
  #nvml: Promise<NvmlDevice> | undefined;
  #current = '';

  constructor(device: Device) {
    this.#device = device;
  }

  /** @throws HeddleError `UNAVAILABLE` without NVML, or without the right to set them */
  async apply(configuration: Configuration): Promise<void> {
    const wanted = Object.keys(setters).filter((name) => name in configuration);
    if (wanted.length === 0) return;
    const key = wanted.map((name) => `${name}=${String(configuration[name])}`).join();
    if (key === this.#current) return;
    const nvml = await (this.#nvml ??= openNvml(this.#device));
    nvml.reset();
    for (const name of wanted) setters[name]?.(nvml, Number(configuration[name]));
    this.#current = key;
  }

  /** Takes back what was set. */
  async dispose(): Promise<void> {
    const nvml = await this.#nvml;
    nvml?.reset();
    nvml?.dispose();
  }
}
