/**
 * A launch that is decided once, as data. Functions and handles are addresses, so that this package links to no
 * vendor's library: koffi's `library.symbol(name)` gives a function's address, for one.
 */

/** Address of a C function, or a handle that C passes as a pointer. */
export type Address = bigint;

/**
 * One argument of a C function: a word given once, the address of a byte of the plan's record, or the 64-bit word that
 * stands in the record whenever the plan runs. Offsets are bytes; that of a word is a multiple of 8.
 */
export type DirectArgument = bigint | { readonly addressOf: number } | { readonly wordAt: number };

/** Calls `int32_t function(...)` with up to six integers or pointers. */
export interface DirectPlan {
  readonly kind: 'direct';
  readonly function: Address;
  readonly arguments: readonly DirectArgument[];
  /** Needed if an argument lies in it. */
  readonly record?: ArrayBuffer;
}

/** Calls `cuLaunchKernel`, or another function with its parameters: `hipModuleLaunchKernel`, `cuLaunchCooperativeKernel`. */
export interface CudaPlan {
  readonly kind: 'cuda';
  readonly launch: Address;
  /** The `CUfunction`. */
  readonly function: Address;
  /** Shape and stream, as {@link LaunchHeader} writes them. */
  readonly header: ArrayBuffer;
  /** The kernel's arguments. */
  readonly record: ArrayBuffer;
  /** Byte offset of each argument in the record. */
  readonly offsets: readonly number[];
  /** `cuCtxSetCurrent`, called first with `context`: the current context belongs to the calling thread. */
  readonly setContext?: Address;
  readonly context?: Address;
  /** `cuCtxGetCurrent`: then the context is set only if it is not current. */
  readonly getContext?: Address;
  /**
   * Statuses by which `launch` refuses another current context before it does anything. Then the context is set, and
   * the launch made again, only after one of them.
   */
  readonly contextRefusals?: readonly number[];
}

/**
 * A copy between ordinary memory and a device, in step with the device. Chunks go through a ring of page-locked slots;
 * chunk `k` (from 0) through slot `k mod slots`. For every slot each side has a word of 32 bits, which it raises to
 * `k + 1` when it has dealt with chunk `k`:
 * - `toDevice`: threads fill a slot and raise the host's word; the device empties it and raises its own.
 * - `toHost`: the device fills a slot and raises its word; threads empty it and raise the host's.
 *
 * All words are 0 at the start. The memory must stay until the copy has ended.
 */
export interface RingCopy {
  readonly direction: 'toDevice' | 'toHost';
  /** Ordinary memory. */
  readonly host: Address;
  readonly byteLength: number;
  /** The slots, one after the other. */
  readonly ring: Address;
  readonly chunkByteLength: number;
  readonly slots: number;
  readonly hostWords: Address;
  readonly deviceWords: Address;
  /** A word of 32 bits: once it is not 0, the threads end. */
  readonly cancel: Address;
  /** How many threads copy at once. */
  readonly threads: number;
}

/**
 * One kernel argument of an {@link OpenClPlan}.
 * - `value`: so many bytes of the record
 * - `local`: local memory of as many bytes as the 64-bit word in the record says
 * - `shared`: local memory of as many bytes as the header's `sharedBytes`
 */
export type OpenClArgument =
  | { readonly kind: 'value'; readonly offset: number; readonly byteLength: number }
  | { readonly kind: 'local'; readonly offset: number }
  | { readonly kind: 'shared' };

/** Calls `clSetKernelArg` for each argument, then `clEnqueueNDRangeKernel`. */
export interface OpenClPlan {
  readonly kind: 'opencl';
  /** `clSetKernelArg`. */
  readonly setArgument: Address;
  /** `clEnqueueNDRangeKernel`. */
  readonly enqueue: Address;
  readonly kernel: Address;
  /** Shape and queue, as {@link LaunchHeader} writes them; the global size is grid times block. */
  readonly header: ArrayBuffer;
  readonly record: ArrayBuffer;
  readonly arguments: readonly OpenClArgument[];
  /** Nobody else sets arguments of this kernel object, so unchanged ones are not set again. Default false. */
  readonly ownsKernel?: boolean;
  /** Each launch leaves a `cl_event` in {@link LaunchHeader.event}, which the caller releases. Default false. */
  readonly keepEvent?: boolean;
}

/** Runs plans one after another, to the first that fails. */
export interface SequencePlan {
  readonly kind: 'sequence';
  readonly plans: readonly PlanId[];
}

export type LaunchPlan = DirectPlan | CudaPlan | OpenClPlan | SequencePlan;

/** The number of a plan. Numbers are used again, but not before their place was given out a thousand times. */
export type PlanId = number;

/** A C function and its arguments, at most nine integers or pointers. */
export interface NativeCall {
  readonly function: Address;
  readonly arguments: readonly bigint[];
  /**
   * Asks again, every few microseconds and without sleeping, while the function answers `status`, for at most so long.
   * Then the next call is made. For `wait` alone.
   */
  readonly askAgain?: { readonly status: number; readonly microseconds: number };
}
