/**
 * Gives things back once the device no longer needs them. The driver's own free waits for the whole device, on the
 * calling thread; here it is called only when every stream is idle, or after all that is enqueued now has run.
 */
import { isHeddleError } from '@heddle/core';
import type { SimtContext } from '../simt-context';
import type { Completions } from '../stream/completions';
import type { SimtQueue } from '../stream/simt-queue';
import type { SimtMemory } from './simt-memory';

export class DeferredFrees {
  readonly #context: SimtContext;
  readonly #completions: Completions;
  readonly #queues: ReadonlySet<SimtQueue>;
  readonly #waiting = new Set<() => void>();
  readonly #ends = new Set<Promise<void>>();

  constructor(context: SimtContext, completions: Completions, queues: ReadonlySet<SimtQueue>) {
    this.#context = context;
    this.#completions = completions;
    this.#queues = queues;
  }

  free(memory: SimtMemory): void {
    this.whenIdle(() => {
      memory.release(this.#context);
    });
  }

  /** Calls `release` now if nothing runs, else when everything enqueued so far has run. */
  whenIdle(release: () => void): void {
    if (this.#context.fault) {
      release();
      return;
    }
    const busy = [...this.#queues].filter((queue) => this.#isBusy(queue));
    if (busy.length === 0) {
      release();
      return;
    }
    this.#waiting.add(release);
    const end = Promise.all(busy.map((queue) => this.#completions.ofQueue(queue))).then(
      () => this.#run(release),
      // Waits for the queue report the fault. After it there is nothing left to free.
      () => this.#run(release),
    );
    this.#ends.add(end);
    void end.finally(() => this.#ends.delete(end));
  }

  /** Tries again after waiting for what is about to be given back, if memory is short. */
  retrying<T>(allocate: () => T): T {
    try {
      return allocate();
    } catch (error) {
      if (!isHeddleError(error, 'OUT_OF_MEMORY') || this.#waiting.size === 0) throw error;
      this.#context.call('contextSynchronize');
      for (const release of [...this.#waiting]) this.#run(release);
      return allocate();
    }
  }

  /** Work left in a queue that is being destroyed still counts: it is waited for as long as the queue is known. */
  beforeDestroying(queue: SimtQueue): void {
    if (this.#context.fault || !this.#isBusy(queue)) return;
    const end = this.#completions.ofQueue(queue).catch(() => undefined);
    this.#ends.add(end);
    void end.finally(() => this.#ends.delete(end));
  }

  /** Resolves when nothing waits to be given back. */
  async settled(): Promise<void> {
    while (this.#ends.size > 0) await Promise.all(this.#ends);
  }

  /** Forgets everything: it went with its device. */
  forget(): void {
    this.#waiting.clear();
  }

  #run(release: () => void): void {
    if (this.#waiting.delete(release)) release();
  }

  #isBusy(queue: SimtQueue): boolean {
    if (queue.capturing) return false;
    try {
      return !this.#completions.isIdle(queue);
    } catch {
      return false;
    }
  }
}
