/** The options of a tuning run. Names are those of Kernel Tuner, in camelCase. */
import type { Device, SourceLanguage, TextureOptions, TypedArray } from '@heddle/core';
import type { LooseArgument } from '@heddle/core/backend';
import type { AnyObserver } from '../observer';
import type { ConfigurationOf, Restriction, TuneParameters } from '../space';
import type { Strategy, StrategyName } from '../strategy';
import type { DeviceAddress } from '../worker/protocol';
import type { TunablePrecision } from './tunable-precision';
import type { ObjectiveOptions } from '../results/objectives';
import type { TuningRecord } from '../results/record';

/** A function of the configuration: `tsc` knows the parameters' names and the types of their values. */
export type OfConfiguration<P extends TuneParameters, T> = (configuration: ConfigurationOf<P>) => T;

/** Source text, or the path or URL of a file. A text without a line break that ends like a file name is a path. */
export type SourceText = string | URL;

/**
 * - a text or a file
 * - a function that writes the source of a configuration
 * - a list: the first is the source, the others are headers that it includes by their file names
 */
export type KernelSource<P extends TuneParameters> =
  SourceText | OfConfiguration<P, string> | readonly [SourceText | OfConfiguration<P, string>, ...SourceText[]];

/** A number of elements, or an expression in the parameters: `'n / block_size_x'`. */
export type Extent = number | string;

/** Elements along x, y and z. */
export type ProblemSize<P extends TuneParameters> =
  Extent | readonly Extent[] | OfConfiguration<P, number | readonly number[]>;

/** What the problem size is divided by, rounded up, to give the blocks of an axis: names or expressions, multiplied. */
export type GridDivisor<P extends TuneParameters> = string | readonly Extent[] | OfConfiguration<P, number>;

/** An argument of the kernel: an array, which goes to the device once; a value; or an array of tunable precision. */
export type KernelArgument = TypedArray | LooseArgument | TunablePrecision;

/** Absolute and relative bound: a result is right where `|result - answer| <= atol + rtol * |answer|`. */
export interface ToleranceOptions {
  /** Default 1e-6; 0 for elements that are not floating-point numbers. */
  readonly atol?: number;
  /** Default 1e-5; 0 for elements that are not floating-point numbers. */
  readonly rtol?: number;
}

/** A number is `atol`. */
export type ToleranceValue = number | ToleranceOptions;

/**
 * Decides whether a result is right.
 *
 * @param results - the arrays among the arguments after one launch; undefined for other arguments
 * @returns false, or a text that says what is wrong, for a wrong result
 */
export type Verify = (
  answer: readonly (TypedArray | null | undefined)[] | undefined,
  results: readonly (TypedArray | undefined)[],
  tolerance: ToleranceValue | readonly (ToleranceValue | undefined)[] | undefined,
) => boolean | string | Promise<boolean | string>;

/** A texture: its texels alone, or with how they are read. Extents default to those of a one-dimensional one. */
export type TextureMemory = TypedArray | ({ readonly array: TypedArray } & Partial<Omit<TextureOptions, 'dtype'>>);

/** What a metric is computed from: parameters, `time` and all measurements, and the metrics before it. */
export type MetricInputs<P extends TuneParameters> = ConfigurationOf<P> &
  Readonly<Record<string, number | string | boolean>> & { readonly time: number };

/** An expression (`'2 * n / (time / 1e3) / 1e9'`) or a function. */
export type Metric<P extends TuneParameters> = string | ((values: MetricInputs<P>) => number);

/** Where a run happens: a backend's name, a backend and one of its devices, or an open device. */
export type DeviceChoice = string | Partial<DeviceAddress> | Device;

/** How much a run may do. Both limits hold. */
export interface Budget {
  /** Different configurations. */
  readonly evaluations?: number;
  /** Seconds of the wall clock, from the start of the search. */
  readonly seconds?: number;
}

export interface BenchmarkOptions {
  /** Device time that warming up a configuration may take, in milliseconds; 0 does not warm up. Default 100. */
  readonly warmupMilliseconds?: number;
  /** Warming up ends when the medians of two rounds differ by less. Default 0.02. */
  readonly warmupTolerance?: number;
  /** Drives inputs out of the last-level cache before every measured launch. Default false. */
  readonly flushCache?: boolean;
  /** Sets of input buffers that measured launches go through in turn. Default 1. */
  readonly rotateInputs?: number;
  /**
   * `reject` (default): launches far slower than the others are left out of `time`, counted in `outliers`, and kept in
   * `times`. `keep`: `time` is the mean of all.
   */
  readonly outliers?: 'reject' | 'keep';
  /**
   * Stops measuring a configuration as soon as its mean is above the best time with this confidence (0.95, say).
   * Default: never.
   */
  readonly earlyStop?: number;
}

export interface TimeLimits {
  /** Seconds for compiling one configuration. Default 300. */
  readonly compileSeconds?: number;
  /** Seconds for running, verifying and measuring one configuration. Default 60. */
  readonly runSeconds?: number;
  /** Seconds for opening the device in a worker and loading its inputs. Default 300. */
  readonly setupSeconds?: number;
}

export interface TuneKernelOptions<P extends TuneParameters = TuneParameters> extends ObjectiveOptions {
  /** The kernel's name. Parameters in its template arguments are replaced by their values: `'gemm<tile, float>'`. */
  readonly kernel: string;
  readonly source: KernelSource<P>;
  /** Default: guessed from the source. `c`, `c++` and `fortran` tune a plain function on the host. */
  readonly language?: SourceLanguage;
  readonly problemSize: ProblemSize<P>;
  /** In the kernel's order, without its textures. */
  readonly arguments: readonly KernelArgument[];
  /** The parameters with their values. Each becomes a macro of the source. */
  readonly tune: P;
  /** Default: the block size along the axis. `[]` does not divide. */
  readonly gridDivX?: GridDivisor<P>;
  readonly gridDivY?: GridDivisor<P>;
  readonly gridDivZ?: GridDivisor<P>;
  readonly restrictions?: Restriction<P> | readonly Restriction<P>[];
  /** The arguments as they should be after one launch; null or undefined if it does not matter. */
  readonly answer?: readonly (TypedArray | null | undefined)[];
  /** One for all arguments, or one for each. */
  readonly tolerance?: ToleranceValue | readonly (ToleranceValue | undefined)[];
  /** Verifies instead of the comparison on the device. It runs in this process. */
  readonly verify?: Verify;
  readonly compilerOptions?: readonly string[] | OfConfiguration<P, readonly string[]>;
  readonly includeDirs?: readonly string[];
  /** Bytes of dynamic shared memory of a block. */
  readonly sharedMemory?: Extent | OfConfiguration<P, number> | { readonly size: Extent | OfConfiguration<P, number> };
  /** Variables of the module, by name, with their contents. */
  readonly constantMemory?: Readonly<Record<string, TypedArray>>;
  /** Texture parameters of the kernel, by name. */
  readonly textureMemory?: Readonly<Record<string, TextureMemory>>;
  /** Macros instead of the usual ones (parameters, block sizes, grid sizes, `kernel_tuner`). */
  readonly defines?: Readonly<
    Record<string, string | number | boolean | OfConfiguration<P, string | number | boolean>>
  >;
  /** Measured launches of a configuration. Default 7. */
  readonly iterations?: number;
  /** Names of up to three parameters that are the block's extents. Default `block_size_x`, `_y`, `_z`. */
  readonly blockSizeNames?: readonly (keyof P & string)[];
  /** A strategy's name, or a strategy of your own. */
  readonly strategy?: StrategyName | Strategy;
  readonly strategyOptions?: Readonly<Record<string, unknown>>;
  /**
   * A cache file in Kernel Tuner's format. Configurations in it are not measured again, and all results end up in it;
   * while the run goes on they are in a journal beside it.
   */
  readonly cache?: string | URL;
  /** Computed in order: later ones may use earlier ones. */
  readonly metrics?: Readonly<Record<string, Metric<P>>>;
  /** Takes all results from the cache file and measures nothing. Default false. */
  readonly simulationMode?: boolean;
  readonly observers?: readonly AnyObserver[];
  /** Makes strategies repeatable. Default 0. */
  readonly seed?: number;
  readonly budget?: Budget;
  /** Ends the run; what was measured is the result. */
  readonly signal?: AbortSignal;
  /** One device, or several that share the run. Default: what `openDevice()` chooses. */
  readonly device?: DeviceChoice | readonly DeviceChoice[];
  /**
   * `process` (default): kernels run in a process of their own, so that a crash or an endless kernel costs one
   * configuration; what they print goes to standard error. `none`: they run in this one, and print where it does.
   */
  readonly isolation?: 'process' | 'none';
  readonly timeLimits?: TimeLimits;
  /** Processes that compile ahead of the measurements. Default: one less than there are cores, 8 at most. */
  readonly compileWorkers?: number;
  readonly benchmark?: BenchmarkOptions;
  /** Ends the run on Ctrl-C with what was measured. Default true. */
  readonly handleInterrupt?: boolean;
  /** Called with each record, as iterating the run does. */
  readonly onRecord?: (record: TuningRecord<ConfigurationOf<P>>) => void;
}
