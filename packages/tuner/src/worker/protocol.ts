/** The messages between the process that searches and the process that measures. Structured clones, never functions. */
import type { FailureKind } from '../failure';
import type { ObserverSpecification } from '../observer/observer';
import type { Configuration } from '../space';
import type { DType, ErrorCode, SourceLanguage, TextureOptions } from '@heddle/core';

/** Which device a worker opens. */
export interface DeviceAddress {
  /** A backend's name or module specifier; undefined chooses as `openDevice()` does. */
  readonly backend: string | undefined;
  readonly device: number | string | undefined;
}

/** A worker's facts about its device. */
export interface DeviceFacts {
  readonly backend: string;
  readonly index: number;
  readonly name: string;
  readonly driverVersion: string;
  readonly architecture: string;
  readonly maxThreadsPerBlock: number;
}

/** A host array among the inputs: its class, and where its bytes lie in the shared file. */
export interface InputArray {
  /** Class of the typed array: `Float32Array`. */
  readonly tag: string;
  readonly dtype: DType;
  readonly byteOffset: number;
  readonly byteLength: number;
}

/** Where one argument of a launch comes from. */
export type ArgumentSource =
  | { readonly kind: 'array'; readonly input: number }
  /** A number, bigint, boolean, vector or struct, as core takes it. */
  | { readonly kind: 'value'; readonly value: unknown };

/** Absolute and relative bound: a result is right where `|result - answer| <= absolute + relative * |answer|`. */
export interface Tolerance {
  readonly absolute: number;
  readonly relative: number;
}

/** The expected contents of an argument. */
export interface ExpectedArgument {
  /** Position among the arguments. */
  readonly argument: number;
  readonly input: number;
  /** Undefined: 1e-6 and 1e-5 for floating-point elements, exact for all others. */
  readonly tolerance: Tolerance | undefined;
}

/** A source that is ready to compile. */
export interface TrialSource {
  readonly text: string;
  readonly language: SourceLanguage | undefined;
  readonly fileName: string | undefined;
  readonly names: readonly string[];
  readonly defines: Readonly<Record<string, string | number>>;
  readonly options: readonly string[];
  readonly includeDirs: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

/** How launches are repeated and measured. */
export interface BenchmarkPlan {
  readonly iterations: number;
  /** Device time that warming up may take, in milliseconds; 0 does not warm up. */
  readonly warmupMilliseconds: number;
  /** Two rounds of warm-up whose medians differ by less than this fraction end it. */
  readonly warmupTolerance: number;
  readonly flushCache: boolean;
  /** Sets of buffers that launches go through in turn; 1 uses the same ones. */
  readonly rotate: number;
  readonly rejectOutliers: boolean;
  /** Ends a configuration that is worse than the best so far with this confidence; undefined never does. */
  readonly earlyStopConfidence: number | undefined;
}

/** One configuration to try. */
export interface Trial {
  readonly configuration: Configuration;
  readonly source: TrialSource;
  /** Name of the kernel as the source was asked for it. */
  readonly kernel: string;
  /** A plain function of the host instead of a kernel. */
  readonly isFunction: boolean;
  /** Blocks, threads, and bytes of dynamic shared memory. */
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly sharedBytes: number;
  readonly arguments: readonly ArgumentSource[];
  readonly expected: readonly ExpectedArgument[];
  /** True: outputs go to the user's own verification in the other process. */
  readonly hasVerifier: boolean;
  /** Module variable -> input. */
  readonly constants: Readonly<Record<string, number>>;
  /** Parameter name -> its texture. */
  readonly textures: Readonly<Record<string, TextureInput>>;
  readonly benchmark: BenchmarkPlan;
  /** The best time so far in milliseconds, for early stopping. */
  readonly best: number | undefined;
}

export interface TextureInput {
  readonly input: number;
  readonly options: TextureOptions;
}

/** An error on its way between processes. */
export interface PlainError {
  readonly message: string;
  /** Undefined for an error that is none of Heddle's. */
  readonly code: ErrorCode | undefined;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface TrialOutcome {
  readonly failure?: { readonly kind: FailureKind; readonly message: string };
  /** The request itself is wrong: it ends the run. */
  readonly requestError?: PlainError;
  /** The device cannot be used any more: it must be opened anew. */
  readonly deviceLost?: boolean;
  readonly time: number;
  readonly times: readonly number[];
  readonly measurements: Readonly<Record<string, number | readonly number[] | string>>;
  readonly spent: { readonly compilation: number; readonly verification: number; readonly benchmark: number };
}

/** The first message to a worker. */
export interface WorkerSetup {
  readonly address: DeviceAddress;
  readonly inputs: readonly InputArray[];
  readonly observers: readonly ObserverSpecification[];
  /**
   * This worker only fills the cache of compiled kernels: no observers, no inputs, and of the device its compilers
   * alone, once there is something to compile.
   */
  readonly compileOnly: boolean;
}

/** An output that a worker put into the shared file for the user's verification. */
export interface SharedOutput {
  readonly argument: number;
  readonly dtype: DType;
  readonly byteOffset: number;
  readonly byteLength: number;
}

export type Verdict = { readonly correct: true } | { readonly correct: false; readonly message: string };

export type ToWorker =
  | { readonly type: 'setup'; readonly setup: WorkerSetup }
  | { readonly type: 'trial'; readonly trial: Trial }
  | { readonly type: 'compile'; readonly source: TrialSource }
  | { readonly type: 'verdict'; readonly verdict: Verdict }
  | { readonly type: 'end' };

/** Where a worker is in a trial: each phase has a time limit of its own; `replay` has that of its observer. */
export type TrialPhase = 'compile' | 'run' | 'verify' | 'replay';

export type FromWorker =
  | { readonly type: 'ready'; readonly device: DeviceFacts }
  | { readonly type: 'readyToCompile' }
  | { readonly type: 'failed'; readonly error: PlainError }
  | { readonly type: 'phase'; readonly phase: TrialPhase }
  | { readonly type: 'outputs'; readonly outputs: readonly SharedOutput[] }
  | { readonly type: 'outcome'; readonly outcome: TrialOutcome }
  | { readonly type: 'compiled'; readonly failure?: TrialOutcome['failure']; readonly requestError?: PlainError };
