/** What tries configurations: in this process, or in one of its own. */
import type { TypedArray } from '@heddle/core';
import type { DeviceFacts, Trial, TrialOutcome, Verdict } from './protocol';
import type { ReadOutput } from './trial-runner';

export interface TrialExecutor {
  readonly device: DeviceFacts;
  /**
   * Tries one configuration; one at a time.
   *
   * @throws HeddleError only where no configuration can be tried any more
   */
  run(trial: Trial): Promise<TrialOutcome>;
  /** Aborts a running trial, if possible. Its outcome is then a crash. */
  stop(): void;
  close(): Promise<void>;
}

/** The user's verification, wherever the kernel ran. */
export type UserVerification = (outputs: readonly ReadOutput[]) => Promise<Verdict>;

/** The host arrays of a run, each once however often it is used. */
export class InputList {
  readonly #indices = new Map<TypedArray, number>();
  readonly arrays: TypedArray[] = [];

  /** The array's place in the list. */
  add(array: TypedArray): number {
    const known = this.#indices.get(array);
    if (known !== undefined) return known;
    this.#indices.set(array, this.arrays.length);
    return this.arrays.push(array) - 1;
  }
}
