/** The common part of the observers of power, clocks and temperature. They differ in the source of a reading. */
import type { Observer } from './observer';

/** Readings of one device, now. A source that lacks one throws when it is asked. */
export interface Sensors {
  /** Watts. */
  power(): number;
  /** Joules since some moment; undefined if the device counts none: then power is integrated. */
  energy: (() => number) | undefined;
  /** Megahertz. */
  coreClock(): number;
  memoryClock(): number;
  /** Degrees Celsius. */
  temperature(): number;
  dispose(): void;
}

/** The quantities to observe, and their names in a record. */
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
  let startedAt = 0;
  let seconds = 0;
  let readings: Reading[] = [];
  let clocks: number[] = [];
  let memoryClocks: number[] = [];
  let temperatures: number[] = [];
  let energyBefore: number | undefined;
  let energyAfter = 0;
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
      readings = [];
      clocks = [];
      memoryClocks = [];
      temperatures = [];
    },
    beforeStart() {
      energyBefore = sensors.energy?.();
      startedAt = performance.now();
    },
    during: read,
    afterFinish(count) {
      energyAfter = sensors.energy?.() ?? 0;
      seconds = (performance.now() - startedAt) / 1000;
      launches = count;
      read();
    },
    getResults() {
      const results: Record<string, number | number[]> = {};
      const watts = energyBefore === undefined ? meanPower(readings) : (energyAfter - energyBefore) / seconds;
      if (names.energy !== undefined) results[names.energy] = (watts * seconds) / launches;
      if (names.power !== undefined) results[names.power] = watts;
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

/** Watts, weighed by how long each reading stood. */
function meanPower(readings: readonly Reading[]): number {
  const [first, last] = [readings[0], readings.at(-1)];
  const milliseconds = first && last ? last.milliseconds - first.milliseconds : 0;
  return milliseconds > 0 ? integrate(readings) / (milliseconds / 1000) : (first?.watts ?? NaN);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
