/** Why a run ends before its strategy is done: the user's signal, Ctrl-C, or its time is over. */
import { onAbort } from '@heddle/core/backend';
import { isAbortSignal } from '../request/check-options';
import { onInterrupt } from './on-interrupt';
import type { TuneKernelOptions } from '../request/tune-options';

/** `signal` and `interrupt` end at once; `seconds` lets what runs come to its end. */
export type StopReason = 'signal' | 'interrupt' | 'seconds' | 'reader';

export class StopConditions {
  readonly #abort = new AbortController();
  readonly #undo: (() => void)[] = [];
  #reason: StopReason | undefined;
  /** When the run's time is over, in milliseconds of the monotonic clock. */
  #deadline = Infinity;
  /** Called when the run is to end at once. */
  onImmediateStop: (() => void) | undefined;

  constructor({ signal, handleInterrupt = true }: TuneKernelOptions) {
    this.#listenTo(signal);
    // The first Ctrl-C ends the run with its results; a second one finds no handler, and ends the process.
    if (handleInterrupt) this.#undo.push(onInterrupt(() => this.stop('interrupt')));
  }

  get reason(): StopReason | undefined {
    return this.#reason;
  }

  get isStopped(): boolean {
    // A timer fires only when the event loop comes to it, and trials may follow one another without.
    if (performance.now() >= this.#deadline) this.stop('seconds');
    return this.#reason !== undefined;
  }

  /** Aborted when the run is to end. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Time runs from now. */
  startClock(seconds: number | undefined): void {
    if (seconds === undefined || seconds === Infinity) return;
    this.#deadline = performance.now() + seconds * 1000;
    // A longer wait than a timer can hold is not a limit.
    const timer = setTimeout(() => this.stop('seconds'), Math.min(seconds * 1000, 2 ** 31 - 1));
    timer.unref();
    this.#undo.push(() => clearTimeout(timer));
  }

  stop(reason: StopReason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#abort.abort();
    if (reason !== 'seconds') this.onImmediateStop?.();
  }

  /** Gives back handlers and timers. */
  dispose(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  #listenTo(signal: AbortSignal | undefined): void {
    // The check of all options reports what is none.
    if (!isAbortSignal(signal)) return;
    const stop = (): void => this.stop('signal');
    if (signal.aborted) stop();
    this.#undo.push(onAbort(signal, stop));
  }
}
