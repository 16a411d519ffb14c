/**
 * Work that cannot be launched yet, since a kernel of it is being compiled, and all work that came after it.
 *
 * While nothing waits, work is launched in the call that asks for it. What is asked for while something waits is queued
 * behind it, so that the device sees everything in the order of the program.
 */

/** Something that launches depend on. */
export interface Awaitable {
  /** True once it is there. */
  readonly ready: boolean;
  /** Resolves when it is there; rejects where it never will be. */
  readonly whenReady: Promise<unknown>;
}

interface QueuedWork {
  readonly needs: readonly Awaitable[];
  readonly run: () => void;
  readonly fail: (error: unknown) => void;
}

const nothing: readonly Awaitable[] = [];

export class WorkQueue {
  readonly #waiting: QueuedWork[] = [];
  #first = 0;
  #idle: Promise<void> | undefined;

  /** True where work waits. */
  get busy(): boolean {
    return this.#idle !== undefined;
  }

  /** Runs at once, or after what waits. */
  inOrder(run: () => void): void {
    if (this.#idle === undefined) run();
    else this.push(nothing, run, rethrowLater);
  }

  /**
   * Queues work until its needs are there and all before it has run.
   *
   * @param run - launches; must not wait
   * @param fail - takes what a need or `run` failed with
   */
  push(needs: readonly Awaitable[], run: () => void, fail: (error: unknown) => void): void {
    this.#waiting.push({ needs, run, fail });
    this.#idle ??= this.#drain();
  }

  /** The same for work with a result: a read, a write. Started in order, it need not end before the next starts. */
  async result<T>(start: () => Promise<T>): Promise<T> {
    if (this.#idle === undefined) return await start();
    return await new Promise<T>((resolve, reject) => {
      this.push(
        nothing,
        () => {
          start().then(resolve, reject);
        },
        reject,
      );
    });
  }

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    while (this.#idle !== undefined) await this.#idle;
  }

  async #drain(): Promise<void> {
    // Lets the call that queued the first work return before anything runs.
    await Promise.resolve();
    while (this.#first < this.#waiting.length) {
      const work = this.#waiting[this.#first] as QueuedWork;
      this.#waiting[this.#first++] = undefined as never;
      try {
        for (const need of work.needs) if (!need.ready) await need.whenReady;
        work.run();
      } catch (error) {
        work.fail(error);
      }
    }
    this.#waiting.length = 0;
    this.#first = 0;
    this.#idle = undefined;
  }
}

// Giving memory back fails only by a defect: it must not be swallowed, and there is no caller left to throw it to.
function rethrowLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
