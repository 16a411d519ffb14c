/** Observers: what is measured besides time, and when they are asked. */
import type { Device, DType, Kernel, TypedArray } from '@heddle/core';
import type { Configuration } from '../space';

/** What an observer adds to a record, by name. */
export type ObserverResults = Readonly<Record<string, number | readonly number[] | string>>;

/** A configuration that is about to run. */
export interface ObservedConfiguration {
  readonly configuration: Configuration;
  /** The compiled kernel; undefined for a plain function of the host. */
  readonly kernel: Kernel | undefined;
}

/** An argument of the kernel after its first launch, beside what it should be. */
export interface ObservedOutput {
  /** Position among the arguments. */
  readonly argument: number;
  /** The element type: arrays of half-precision numbers hold their bits. */
  readonly dtype: DType;
  readonly answerDtype: DType;
  readonly result: TypedArray;
  readonly answer: TypedArray;
}

/**
 * Something that is measured while a kernel runs. Every hook may be left out, and may be asynchronous unless it says
 * otherwise.
 *
 * An observer that throws fails the configuration, with the reason `observer`; an `UNAVAILABLE`, `UNSUPPORTED` or
 * `ARGUMENT` error ends the run.
 */
export interface Observer {
  readonly name: string;
  /**
   * - `benchmark` (default): watches the measured launches
   * - `continuous`: gets launches of its own, back to back, for a second at least: for sensors that are slow. The hooks
   *   go around all of them together
   * - `prologue`: gets one launch of its own before the benchmark
   */
  readonly kind?: 'benchmark' | 'continuous' | 'prologue';
  /** How long a continuous observer's launches go on, in milliseconds. Default 1000. */
  readonly continuousMilliseconds?: number;
  /** Once, before anything runs. */
  registerDevice?(device: Device): void | Promise<void>;
  /** Before each configuration. */
  registerConfiguration?(observed: ObservedConfiguration): void | Promise<void>;
  /** Outputs of the first launch, if there is an answer: for accuracy. */
  processOutput?(outputs: readonly ObservedOutput[]): void | Promise<void>;
  /** Before a launch, with the device idle. */
  beforeStart?(): void | Promise<void>;
  /** Right after a launch was enqueued. Synchronous: the kernel is running. */
  afterStart?(): void;
  /** Again and again while the kernel runs. Synchronous. */
  during?(): void;
  /** After the launch has ended; a continuous observer gets the number of launches. */
  afterFinish?(launches: number): void | Promise<void>;
  /** After the last launch of a configuration; starts afresh for the next. */
  getResults(): ObserverResults | Promise<ObserverResults>;
  dispose?(): void | Promise<void>;
}

/** An observer as data, which crosses to a worker process: one of Heddle's, or the export of a module. */
export type ObserverSpecification =
  | { readonly builtIn: 'registers' }
  | { readonly builtIn: 'accuracy'; readonly options: AccuracyOptions }
  | { readonly builtIn: 'nvml'; readonly options: NvmlOptions }
  | { readonly builtIn: 'amdSmi'; readonly options: AmdSmiOptions }
  | { readonly builtIn: 'hardwareCounters'; readonly options: HardwareCounterOptions }
  | ModuleObserver;

/** An observer of the user that a worker process imports. */
export interface ModuleObserver {
  /** An absolute path or URL of a module, or a package's name. */
  readonly module: string;
  /** Its export, a function that makes an observer from `options`. Default `default`. */
  readonly export?: string;
  /** Anything a structured clone can hold. */
  readonly options?: unknown;
}

/** The difference between two arrays as one number. Names are those of Kernel Tuner. */
export type AccuracyMetric = 'mse' | 'rmse' | 'nrmse' | 'mae' | 'mre' | 'rmsre' | 'male' | 'rmsle' | 'max' | 'max-rel';

export interface AccuracyOptions {
  /** Default `rmse`. */
  readonly metric?: AccuracyMetric;
  /** What the record calls it. Default: `error_` and the metric's name, `-` as `_`. */
  readonly name?: string;
  /** Keeps values below it from dividing by nothing. Default 1e-7. */
  readonly epsilon?: number;
}

/** Quantities that NVML gives. Energy in joules, power in watts, clocks in MHz, temperature in degrees Celsius. */
export type NvmlQuantity = 'nvml_energy' | 'nvml_power' | 'power_readings' | 'core_freq' | 'mem_freq' | 'temperature';

export interface NvmlOptions {
  /** Default: energy, power, core clock and temperature. */
  readonly quantities?: readonly NvmlQuantity[];
  /** How long launches are repeated for the power readings, in milliseconds. Default 1000. */
  readonly continuousMilliseconds?: number;
  /** File of the library. Default: the driver's. */
  readonly library?: string;
}

/** Quantities that AMD SMI gives, in the units of {@link NvmlQuantity}. */
export type AmdSmiQuantity = 'amdsmi_energy' | 'amdsmi_power' | 'core_freq' | 'mem_freq' | 'temperature';

export interface AmdSmiOptions {
  readonly quantities?: readonly AmdSmiQuantity[];
  readonly continuousMilliseconds?: number;
  readonly library?: string;
}

export interface HardwareCounterOptions {
  /** Names as `ncu --query-metrics` gives them, with their suffix: `dram__bytes_read.sum`. The record has them so. */
  readonly metrics: readonly string[];
  /** Executable of NVIDIA Nsight Compute. Default: `ncu` of the PATH. */
  readonly ncu?: string;
  /** Further options of the tool: `['--cache-control', 'none']` leaves the caches as the kernel finds them. */
  readonly options?: readonly string[];
  /** How long a configuration's replay may take, in seconds. Default 300. */
  readonly seconds?: number;
}
