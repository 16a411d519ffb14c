/** Queues of the memory driver: tasks run in order, later, one at a time, and wait for events of other queues. */
import type { EventHandle, GraphHandle, QueueHandle } from '../spi/driver';

/** One command. It runs once `isReady`, and never before it was enqueued has returned. */
export interface MemoryTask {
  readonly isReady?: () => boolean;
  readonly run: () => void;
}

interface EnqueuedTask extends MemoryTask {
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

export class MemoryQueue implements QueueHandle {
  readonly handle = 'queue';
  readonly #tasks: EnqueuedTask[] = [];
  readonly #schedule: () => void;
  #last: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  /** What is being recorded, between beginCapture and endCapture. */
  captured: MemoryTask[] | undefined;

  constructor(schedule: () => void) {
    this.#schedule = schedule;
  }

  get idle(): boolean {
    return this.#tasks.length === 0;
  }

  /** Adds a task. The promise resolves when it has run and rejects with what it threw. */
  push(task: MemoryTask): Promise<void> {
    if (this.captured) {
      this.captured.push(task);
      return Promise.resolve();
    }
    const ran = new Promise<void>((done, failed) => {
      this.#tasks.push({ ...task, done, failed });
    });
    this.#last = ran.catch(() => undefined);
    // The caller that enqueued it may not wait for it; completion() tells.
    ran.catch(() => undefined);
    this.#schedule();
    return ran;
  }

  /** Resolves when all tasks so far have run; rejects with the first failure that nobody has been told of. */
  async completion(): Promise<void> {
    await this.#last;
    this.throwFailure();
  }

  throwFailure(): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) throw failure.error;
  }

  /** Runs the next task, if it is ready. */
  step(): boolean {
    const [task] = this.#tasks;
    if (!task || task.isReady?.() === false) return false;
    this.#tasks.shift();
    try {
      task.run();
      task.done();
    } catch (error) {
      this.#failure ??= { error };
      task.failed(error);
    }
    return true;
  }

  /** Fails everything that waits: the device is lost. */
  abandon(error: unknown): void {
    for (const task of this.#tasks.splice(0)) task.failed(error);
    this.#failure ??= { error };
  }
}

export class MemoryEvent implements EventHandle {
  readonly handle = 'event';
  recorded = 0;
  reached = 0;
  milliseconds = 0;
  readonly #waiting: { readonly until: number; readonly resume: () => void }[] = [];

  get isReached(): boolean {
    return this.reached === this.recorded;
  }

  markReached(record: number): void {
    this.reached = Math.max(this.reached, record);
    this.milliseconds = performance.now();
    for (const each of this.#waiting.splice(0)) {
      if (each.until <= this.reached) each.resume();
      else this.#waiting.push(each);
    }
  }

  whenReached(): Promise<void> {
    const until = this.recorded;
    if (this.reached >= until) return Promise.resolve();
    return new Promise((resume) => {
      this.#waiting.push({ until, resume });
    });
  }
}

export class MemoryGraph implements GraphHandle {
  readonly handle = 'graph';
  constructor(readonly tasks: readonly MemoryTask[]) {}
}
