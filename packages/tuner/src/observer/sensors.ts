/** What the observers of power, clocks and temperature share: they differ by where a reading comes from. */
import type { Observer } from './observer';

/** Readings of one device, now. A source that lacks one throws when it is asked. */
export interface Sensors {
  /** Watts. */
  power(): number;
  /** Joules since some moment; undefined where the device counts none: then power is integrated. */
  energy: (() => number) | undefined;
  /** Megahertz. */
  coreClock(): number;
  memoryClock(): number;
  /** Degrees Celsius. */
  temperature(): number;
  dispose(): void;
}

/** What is to be observed, and what the record calls it. */
export interface SensorNames {
  readonly energy?: string;
  readonly power?: string;
  /** `[seconds, watts, seconds, watts, …]` */
  readonly readings?: string;
  readonly coreClock?: string;
  readonly memoryClock?: string;
  readonly temperature?: string;
}

interface Reading {
  readonly milliseconds: number;
  readonly watts: number;
}

/** Sensors answer every few milliseconds at best: asking more often would only keep the processor busy. */
const intervalMilliseconds = 1;

/** An observer that has the kernel launched back to back for a while, as sensors are slow. */
export function sensorObserver(
  name: string,
  sensors: Sensors,
  names: SensorNames,
  continuousMilliseconds = 1000,
): Observer {
  let launches = 0;
  let busyMilliseconds = 0;
  let startedAt = 0;
  let readings: Reading[] = [];
  let clocks: number[] = [];
  let memoryClocks: number[] = [];
  let temperatures: number[] = [];
  let firstEnergy: number | undefined;
  let lastEnergy = 0;
  const read = (): void => {
    const now = performance.now();
    if (now - (readings.at(-1)?.milliseconds ?? -Infinity) < intervalMilliseconds) return;
    readings.push({ milliseconds: now, watts: sensors.power() });
    if (names.coreClock !== undefined) clocks.push(sensors.coreClock());
    if (names.memoryClock !== undefined) memoryClocks.push(sensors.memoryClock());
    if (names.temperature !== undefined) temperatures.push(sensors.temperature());
  };
  return {
    name,
    kind: 'continuous',
    continuousMilliseconds,
    registerConfiguration() {
      launches = busyMilliseconds = 0;
      readings = [];
      clocks = [];
      memoryClocks = [];
      temperatures = [];
      firstEnergy = undefined;
    },
    beforeStart() {
      firstEnergy ??= sensors.energy?.();
      startedAt = performance.now();
    },
    during: read,
    afterFinish() {
      read();
      launches++;
      busyMilliseconds += performance.now() - startedAt;
      lastEnergy = sensors.energy?.() ?? 0;
    },
    getResults() {
      const results: Record<string, number | number[]> = {};
      const joules = firstEnergy === undefined ? integrate(readings) : lastEnergy - firstEnergy;
      if (names.energy !== undefined) results[names.energy] = joules / launches;
      if (names.power !== undefined) results[names.power] = joules / (busyMilliseconds / 1000);
      const first = readings[0]?.milliseconds ?? 0;
      if (names.readings !== undefined) {
        results[names.readings] = readings.flatMap(({ milliseconds, watts }) => [(milliseconds - first) / 1000, watts]);
      }
      if (names.coreClock !== undefined) results[names.coreClock] = mean(clocks);
      if (names.memoryClock !== undefined) results[names.memoryClock] = mean(memoryClocks);
      if (names.temperature !== undefined) results[names.temperature] = mean(temperatures);
      return results;
    },
    dispose() {
      sensors.dispose();
    },
  };
}

/** Joules under readings of power, by the trapezoidal rule. */
export function integrate(readings: readonly Reading[]): number {
  let joules = 0;
  for (let i = 1; i < readings.length; i++) {
    const [from, to] = [readings[i - 1], readings[i]];
    if (from && to) joules += ((from.watts + to.watts) / 2) * ((to.milliseconds - from.milliseconds) / 1000);
  }
  return joules;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
