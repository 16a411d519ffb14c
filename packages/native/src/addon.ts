/** What the addon offers. */
import type { Address, LaunchPlan, NativeCall, PlanId, RingCopy } from './launch-plan';

/** Version of {@link NativeAddon}: an addon that tells another one is not loaded. */
export const interfaceVersion = 3;

/**
 * The functions of the addon. All of them trust the addresses they are given: a wrong one ends the process.
 *
 * Other mistakes are a TypeError or RangeError with the code `ARGUMENT`, before any C function is called.
 */
export interface NativeAddon {
  readonly interfaceVersion: number;

  /**
   * Prepares a plan. Its buffers are kept alive, and must not be transferred, until {@link NativeAddon.destroyPlan}.
   *
   * @throws RangeError for an offset outside its buffer
   */
  createPlan(plan: LaunchPlan): PlanId;
  /** Forgets a plan. A sequence that contains it can still run. */
  destroyPlan(plan: PlanId): void;
  /** Runs a plan. @returns the status of the first C function that did not return 0; else 0 */
  run(plan: PlanId): number;
  /** Runs a plan `count` times in a tight loop, to the first failure. @returns as {@link NativeAddon.run} */
  repeat(plan: PlanId, count: number): number;
  /**
   * Runs a plan once for each element, to the first failure.
   *
   * @param nanoseconds - receives the wall time of each run; a kernel's own time only where the plan waits for it
   * @returns as {@link NativeAddon.run}
   */
  timeRepeat(plan: PlanId, nanoseconds: Float64Array): number;
  /** The kernel argument that the plan's last failure was about, from 0; -1 if it was about the launch. */
  failedArgument(plan: PlanId): number;
  /** How many plans exist, for leak checks. */
  planCount(): number;

  /**
   * Makes the calls in order on another thread, to the first that does not return 0. The process stays alive while a
   * promise is pending, but `process.exit` waits for none of them.
   *
   * @returns as {@link NativeAddon.run}; rejects with the code `RESOURCE` if no thread can be started
   */
  wait(calls: readonly NativeCall[]): Promise<number>;

  /**
   * Copies on its own threads. The caller enqueues the device's part.
   *
   * @returns 0 when all bytes have been copied by the threads, 1 when it was cancelled
   * @throws Error with the code `RESOURCE`, at once, if no thread can be started
   */
  copyThroughRing(copy: RingCopy): Promise<number>;

  /**
   * Shows foreign memory as an ArrayBuffer, without a copy.
   *
   * @param byteLength - bytes, not 0
   * @param free - address of `void free(void *)`, called with `address` once the ArrayBuffer is unpinned or collected
   * @throws RangeError for more bytes than the engine shows of foreign memory: 4 GiB on Node 20
   * @throws Error with the code `UNSUPPORTED` if the engine allows no such thing (Electron)
   */
  pinExternal(address: Address, byteLength: number, free?: Address): ArrayBuffer;
  /** Takes the memory away from an ArrayBuffer of {@link NativeAddon.pinExternal}: its length and its views' become 0. */
  unpinExternal(buffer: ArrayBuffer): void;
  /** Address of an ArrayBuffer's first byte; valid as long as the buffer is neither collected nor transferred. */
  addressOf(buffer: ArrayBuffer): Address;
}
