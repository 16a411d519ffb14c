/**
 * What subscribers of Heddle's diagnostics channels receive. Fields may be added, never renamed.
 */

/** One compilation, published when it ended. Channel `heddle:compile`. */
export interface CompileTrace {
  readonly backend: string;
  /** Id of the compiler: `nvrtc`, `nvcc`, `c++`. */
  readonly compiler: string;
  /** What was compiled for: `sm_90`, `gfx942`, `x86-64`. */
  readonly architecture: string;
  /** The kernels asked for by name. */
  readonly names: readonly string[];
  readonly options: readonly string[];
  /** Where the artifact came from; `failed` when there is none. */
  readonly origin: 'memory' | 'disk' | 'compiled' | 'joined' | 'failed';
  /** From the request to its artifact or error, in milliseconds. */
  readonly durationMilliseconds: number;
  /** The cache key, where the request could be cached. */
  readonly key?: string;
  /** Bytes of the artifact. */
  readonly byteLength?: number;
  readonly error?: unknown;
}

/** One kernel launch, published when it was enqueued. Channel `heddle:launch`. */
export interface LaunchTrace {
  readonly backend: string;
  readonly kernel: string;
  /** Blocks along x, y, z. */
  readonly grid: readonly [x: number, y: number, z: number];
  /** Threads of one block along x, y, z. */
  readonly block: readonly [x: number, y: number, z: number];
  /** Dynamic shared memory of one block, in bytes. */
  readonly sharedBytes: number;
  /** The stream it was enqueued on, to be compared by identity; undefined is the default stream. */
  readonly stream: object | undefined;
}

/** `fill` writes one byte over a range of device memory. */
export type CopyDirection = 'host-to-device' | 'device-to-host' | 'device-to-device' | 'fill';

/** One transfer, published when it was enqueued. Channel `heddle:copy`. */
export interface CopyTrace {
  readonly backend: string;
  readonly direction: CopyDirection;
  readonly byteLength: number;
  /** The stream it was enqueued on, to be compared by identity; undefined is the default stream. */
  readonly stream: object | undefined;
}

/** One configuration tried by the tuner. Channel `heddle:tune`. */
export interface TuneTrace {
  readonly kernel: string;
  readonly configuration: Readonly<Record<string, number | string | boolean>>;
  /** Configurations tried so far, this one included. */
  readonly tried: number;
  /** Device time of one launch, in milliseconds; absent where the configuration failed. */
  readonly milliseconds?: number;
  readonly error?: unknown;
}

/** Something that owns device memory or a handle was collected without `dispose()`. Channel `heddle:leak`. */
export interface LeakTrace {
  readonly backend: string;
  /** What leaked: `buffer`, `module`, `stream`, `event`, `device`. */
  readonly resource: string;
  /** Device memory it held, in bytes. */
  readonly byteLength?: number;
  /** Where it was made, where stacks are recorded. */
  readonly stack?: string;
}

/**
 * - `memory-hit`, `disk-hit`, `miss`: outcome of one lookup
 * - `joined`: the request waits for an identical one of this process
 * - `bypass`: the request cannot be cached; `reason` says why
 * - `store`, `evict`: an entry was written, or removed for room
 * - `corrupt`: an entry that cannot be used was removed, or a file of others is in its place; `reason` says which
 * - `disabled`: the disk cache is off for this process; published once, `reason` says why
 * - `setting-ignored`: a variable of the environment makes no sense; published once
 * - `write-failed`: a result could not be stored; published once per cause
 */
export type CacheAction =
  | 'memory-hit'
  | 'disk-hit'
  | 'miss'
  | 'joined'
  | 'bypass'
  | 'store'
  | 'evict'
  | 'corrupt'
  | 'disabled'
  | 'setting-ignored'
  | 'write-failed';

/** What the artifact cache did. Channel `heddle:cache`. */
export interface CacheTrace {
  readonly action: CacheAction;
  /** The key, in hexadecimal, where one entry is concerned. */
  readonly key: string | undefined;
  /** Bytes of the entry or, for `evict`, of all that was removed. */
  readonly byteLength: number | undefined;
  readonly reason: string | undefined;
  readonly error: unknown;
}

/** Channel names and what is published on each. */
export interface TracePayloads {
  'heddle:compile': CompileTrace;
  'heddle:launch': LaunchTrace;
  'heddle:copy': CopyTrace;
  'heddle:tune': TuneTrace;
  'heddle:leak': LeakTrace;
  'heddle:cache': CacheTrace;
}
