/** The result of one configuration. */
import type { Failure } from '../failure';
import type { Configuration } from '../space';

/** Time that went into one configuration, in milliseconds of the wall clock. */
export interface RecordTimes {
  readonly compilation: number;
  readonly verification: number;
  readonly benchmark: number;
}

/** One configuration, tried. */
export interface TuningRecord<C extends Configuration = Configuration> {
  readonly configuration: C;
  /** The values in Kernel Tuner's spelling, separated by commas. */
  readonly key: string;
  /** Why there is no result; absent if there is one. */
  readonly failure?: Failure;
  /** Mean time of one launch in milliseconds, outliers left out if the run does so; NaN for a failed configuration. */
  readonly time: number;
  /** Every measured launch, in order, in milliseconds. */
  readonly times: readonly number[];
  /** What observers measured, by name: times too (`time_median`), registers, energy… */
  readonly measurements: Readonly<Record<string, number | readonly number[] | string>>;
  /** The user's metrics. */
  readonly metrics: Readonly<Record<string, number>>;
  readonly spent: RecordTimes;
  /** When it was measured: `2026-11-22 10:00:00.000000+00:00`. */
  readonly timestamp: string;
  /** `measured` in this run; `resumed` from the journal or cache file; `simulated` from a file. */
  readonly origin: 'measured' | 'resumed' | 'simulated';
  /** Name of the device it ran on. */
  readonly device: string;
  /**
   * A hash of the measured source, macros, compiler options and launch. Absent if the file has none, such as files of
   * Kernel Tuner.
   */
  readonly sourceHash?: string;
}

/** The time now as Kernel Tuner writes it, in UTC. */
export function timestampNow(): string {
  return new Date().toISOString().replace('T', ' ').replace('Z', '000+00:00');
}
