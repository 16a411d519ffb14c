/** Lets timers, signals and other work of the process have their turn in a run that never waits. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long the event loop may be kept, in milliseconds. */
const turnMilliseconds = 10;

/**
 * Recorded and known configurations are evaluated without waiting, and awaiting them gives the event loop no turn. A
 * time limit, Ctrl-C and everything else in the process would wait for the run's end.
 */
export class EventLoopTurns {
  #ends = performance.now() + turnMilliseconds;

  /** Waits for the event loop's next turn if this one has taken long enough. */
  async giveWay(): Promise<void> {
    if (performance.now() < this.#ends) return;
    await nextTurn();
    this.#ends = performance.now() + turnMilliseconds;
  }
}
