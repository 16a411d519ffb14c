/** Processes that compile ahead, so that the one that measures finds everything in the cache of compiled kernels. */
import { onAbort } from '@heddle/core/backend';
import { fromPlainError } from './plain-error';
import type { DeviceAddress, TrialOutcome, TrialSource } from './protocol';
import { WorkerEnded, WorkerProcess } from './worker-process';

export interface CompilePoolOptions {
  readonly size: number;
  readonly address: DeviceAddress;
  readonly compileMilliseconds: number;
  readonly setupMilliseconds: number;
}

/** How a compilation ended. */
export interface CompiledAhead {
  /** Undefined if it succeeded. */
  readonly failure: TrialOutcome['failure'];
  readonly milliseconds: number;
}

export class CompilePool {
  readonly #options: CompilePoolOptions;
  readonly #idle: WorkerProcess[] = [];
  readonly #starting: Promise<WorkerProcess>[] = [];
  readonly #all = new Set<WorkerProcess>();
  readonly #waiting: (() => void)[] = [];
  /** Those who give way to all others. */
  readonly #patient: (() => void)[] = [];
  #running = 0;
  #isClosed = false;

  constructor(options: CompilePoolOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#options.size;
  }

  /** Starts the processes before there is anything to do: they take as long to start as the one that measures. */
  start(): void {
    while (this.#starting.length < this.#options.size) {
      const starting = this.#start();
      // The caller that takes it hears of the failure.
      starting.catch(() => undefined);
      this.#starting.push(starting);
    }
  }

  /**
   * Compiles a source when a process is free for it.
   *
   * @param giveUp - for what may never be needed: it gives way to all else, and waits for a process no longer than that
   * @returns undefined if the process cannot tell: then the measuring process compiles, and reports
   * @throws HeddleError for a request that cannot be right
   */
  async compile(source: TrialSource, giveUp?: AbortSignal): Promise<CompiledAhead | undefined> {
    if (!(await this.#turn(giveUp))) return undefined;
    try {
      return this.#isClosed ? undefined : await this.#compile(source);
    } finally {
      const next = this.#waiting.shift() ?? this.#patient.shift();
      if (next) next();
      else this.#running--;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const resume of [...this.#waiting.splice(0), ...this.#patient.splice(0)]) resume();
    await Promise.all([...this.#all].map((worker) => worker.kill()));
  }

  /** @returns false if the wait was given up */
  async #turn(giveUp: AbortSignal | undefined): Promise<boolean> {
    if (this.#running < this.#options.size) {
      this.#running++;
      return true;
    }
    const queue = giveUp ? this.#patient : this.#waiting;
    // A compilation that ends passes on its turn, so the count does not change.
    return new Promise((resolve) => {
      const ended =
        giveUp &&
        onAbort(giveUp, () => {
          const place = queue.indexOf(resume);
          if (place < 0) return;
          queue.splice(place, 1);
          resolve(false);
        });
      const resume = (): void => {
        ended?.();
        resolve(true);
      };
      queue.push(resume);
    });
  }

  async #compile(source: TrialSource): Promise<CompiledAhead | undefined> {
    let started = performance.now();
    try {
      const worker = this.#idle.pop() ?? (await (this.#starting.pop() ?? this.#start()));
      started = performance.now();
      const compiled = await worker.ask<CompiledAhead>(
        { type: 'compile', source },
        {
          // A process opens its device when it is first asked.
          limitMilliseconds: this.#options.setupMilliseconds,
          receive: (message, limit) => {
            if (message.type === 'phase') {
              limit.set(this.#options.compileMilliseconds);
              started = performance.now();
            }
            if (message.type === 'failed') throw fromPlainError(message.error);
            if (message.type !== 'compiled') return undefined;
            if (message.requestError) throw fromPlainError(message.requestError);
            return { failure: message.failure, milliseconds: performance.now() - started };
          },
        },
      );
      this.#idle.push(worker);
      return compiled;
    } catch (error) {
      if (!(error instanceof WorkerEnded)) throw error;
      if (error.reason !== 'timeout') return undefined;
      const message = `while it was compiled, ${error.message}`;
      return { failure: { kind: 'timeout', message }, milliseconds: performance.now() - started };
    }
  }

  async #start(): Promise<WorkerProcess> {
    const worker = new WorkerProcess([]);
    this.#all.add(worker);
    const setup = { address: this.#options.address, inputs: [], observers: [], compileOnly: true };
    await worker.ask<true>(
      { type: 'setup', setup },
      {
        limitMilliseconds: this.#options.setupMilliseconds,
        receive: (message) => (message.type === 'readyToCompile' ? true : undefined),
      },
    );
    return worker;
  }
}
