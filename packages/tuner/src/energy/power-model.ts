/**
 * A GPU's power by its core clock, and the clocks at which work costs least energy.
 *
 * The model is that of Schoonhoven, Veenboer, van Werkhoven and Batenburg, "Going green: optimizing GPUs for energy
 * efficiency through model-steered auto-tuning" (PMBS 2022): the voltage is constant up to a ridge and rises above it,
 * power is what the idle device takes plus a term in frequency and voltage squared, up to the device's limit. Tuning
 * only the clocks around the ridge leaves most of a search space out.
 */
import { argumentError } from '@heddle/core/backend';
import { fewestPoints, fitPower, voltageAt, type PowerMeasurement, type PowerParameters } from './fit-power';

export type { PowerMeasurement, PowerParameters } from './fit-power';

export class PowerModel {
  readonly parameters: PowerParameters;
  readonly #range: readonly [number, number];

  /** Use {@link fitPowerModel}. */
  constructor(...internal: never);
  /** @internal */
  constructor(parameters: PowerParameters, range: readonly [number, number]);
  constructor(parameters: PowerParameters, range: readonly [number, number]) {
    this.parameters = parameters;
    this.#range = range;
  }

  /** Megahertz from which on the voltage rises; the highest measured clock if it never does. */
  get ridgeFrequency(): number {
    return this.parameters.ridge;
  }

  /** Watts at a core clock in megahertz. */
  power(frequency: number): number {
    const { idle, scale, ridge, slope, maxPower } = this.parameters;
    return Math.min(maxPower, idle + scale * frequency * voltageAt(frequency, ridge, slope) ** 2);
  }

  /** Joules for a million cycles of the core clock: the energy of work whose speed goes with the clock. */
  energy(frequency: number): number {
    return this.power(frequency) / frequency;
  }

  /**
   * The clock in megahertz at which such work costs least energy, among the measured ones.
   *
   * It is the ridge or lies above it: below, the idle power is paid for longer, and nothing is won.
   */
  get leastEnergyFrequency(): number {
    const [lowest, highest] = this.#range;
    const { maxPower } = this.parameters;
    let [from, to] = [Math.max(lowest, this.ridgeFrequency), highest];
    // At its limit the device lowers the clock by itself: what the model says of higher clocks holds for none.
    if (this.power(to) >= maxPower) to = Math.max(from, this.#whereLimited(from, to));
    if (this.#energyFalls(to)) return to;
    if (!this.#energyFalls(from)) return from;
    for (let step = 0; step < bisections; step++) {
      const middle = (from + to) / 2;
      if (this.#energyFalls(middle)) from = middle;
      else to = middle;
    }
    return from;
  }

  /**
   * The clocks near the one of least energy: values for `nvml_gr_clock`.
   *
   * @param clocks - those that the device can be set to, in megahertz
   * @param tolerance - how far from it, as a fraction. Default 0.1
   * @returns at least the nearest one
   */
  clocksNearby(clocks: readonly number[], tolerance = 0.1): number[] {
    const center = this.leastEnergyFrequency;
    const near = clocks.filter((clock) => Math.abs(clock - center) <= tolerance * center);
    if (near.length > 0) return near;
    if (clocks.length === 0) throw argumentError('there are no clocks to choose from', { parameter: 'clocks' });
    return [clocks.reduce((a, b) => (Math.abs(b - center) < Math.abs(a - center) ? b : a))];
  }

  /** True if a higher clock costs less energy, by the derivative of the power over the frequency. */
  #energyFalls(frequency: number): boolean {
    const { idle, scale, ridge, slope } = this.parameters;
    return idle / frequency ** 2 > 2 * scale * slope * voltageAt(frequency, ridge, slope);
  }

  #whereLimited(from: number, to: number): number {
    for (let step = 0; step < bisections; step++) {
      const middle = (from + to) / 2;
      if (this.power(middle) < this.parameters.maxPower) from = middle;
      else to = middle;
    }
    return from;
  }
}

/** Enough for a double's precision. */
const bisections = 60;

/**
 * Fits the model to measured power, by least squares.
 *
 * @param measurements - at least five different clocks, from the lowest to the highest that matter: `core_freq` and
 * `nvml_power` of a run that tunes `nvml_gr_clock` of a kernel bound by computation
 * @throws HeddleError `ARGUMENT` for too few clocks, and for numbers that are not positive
 */
export function fitPowerModel(measurements: readonly PowerMeasurement[]): PowerModel {
  measurements.forEach(({ frequency, power }, i) => {
    if (frequency > 0 && power > 0 && Number.isFinite(frequency) && Number.isFinite(power)) return;
    throw argumentError(`measurement ${i + 1} is ${power} W at ${frequency} MHz; both are positive numbers`, {
      parameter: 'measurements',
    });
  });
  const frequencies = [...new Set(measurements.map(({ frequency }) => frequency))].sort((a, b) => a - b);
  const [lowest] = frequencies;
  const highest = frequencies.at(-1);
  if (lowest === undefined || highest === undefined || frequencies.length <= fewestPoints) {
    throw argumentError(`a power model needs ${fewestPoints + 1} different clocks, not ${frequencies.length}`, {
      parameter: 'measurements',
    });
  }
  return new PowerModel(fitPower(measurements), [lowest, highest]);
}
