/** Spreads trials over devices, and has their sources compiled ahead. */
import type { CompiledAhead, CompilePool } from '../worker/compile-pool';
import type { Trial, TrialOutcome } from '../worker/protocol';
import type { TrialExecutor } from '../worker/trial-executor';

/** A trial that waits for its turn. */
export interface ScheduledTrial {
  /** The configuration's number. */
  readonly index: number;
  readonly trial: Omit<Trial, 'best'>;
}

export interface SchedulerOptions {
  readonly executors: readonly TrialExecutor[];
  /** Undefined: whoever measures compiles. */
  readonly pool: CompilePool | undefined;
  /** True when no further trial is to start. */
  readonly isStopped: () => boolean;
  /** The best time so far in milliseconds, for early stopping. */
  readonly best: () => number | undefined;
  /** Called with each outcome as it comes. */
  readonly onOutcome: (scheduled: ScheduledTrial, outcome: TrialOutcome, executor: TrialExecutor) => void;
}

/** Compilations that wait for their measurement, for each compiling process. */
const aheadPerProcess = 3;

export class TrialScheduler {
  readonly #options: SchedulerOptions;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /**
   * Resolves when all trials are done, or the rest is not to start. The first error ends it.
   *
   * @param indices - numbers of configurations
   * @param prepare - makes the trial of one when its turn comes near
   */
  async run(indices: readonly number[], prepare: (index: number) => ScheduledTrial): Promise<void> {
    const queue = new TrialQueue(indices, prepare, this.#options.pool);
    await Promise.all(this.#options.executors.map((executor) => this.#serve(executor, queue)));
  }

  async #serve(executor: TrialExecutor, queue: TrialQueue): Promise<void> {
    const { isStopped, onOutcome } = this.#options;
    for (;;) {
      if (isStopped()) return;
      try {
        const next = queue.next();
        if (!next) return;
        const compiled = await next.compiled;
        if (isStopped()) return;
        const outcome = compiled?.failure
          ? compileFailure(compiled)
          : withCompilation(await executor.run({ ...next.scheduled.trial, best: this.#options.best() }), compiled);
        // A trial that was cut off by the end of the run says nothing.
        if (isStopped() && outcome.failure?.kind === 'crash') return;
        onOutcome(next.scheduled, outcome, executor);
      } catch (error) {
        queue.clear();
        throw error;
      }
    }
  }
}

interface Queued {
  readonly scheduled: ScheduledTrial;
  readonly compiled: Promise<CompiledAhead | undefined>;
}

class TrialQueue {
  readonly #waiting: number[];
  readonly #ahead: Queued[] = [];
  readonly #prepare: (index: number) => ScheduledTrial;
  readonly #pool: CompilePool | undefined;

  constructor(indices: readonly number[], prepare: (index: number) => ScheduledTrial, pool: CompilePool | undefined) {
    this.#waiting = [...indices].reverse();
    this.#prepare = prepare;
    // One trial alone gains nothing from going to another process first.
    this.#pool = indices.length > 1 ? pool : undefined;
  }

  next(): Queued | undefined {
    const lead = this.#pool ? this.#pool.size * aheadPerProcess : 1;
    while (this.#ahead.length < lead) {
      const index = this.#waiting.pop();
      if (index === undefined) break;
      const scheduled = this.#prepare(index);
      const compiled = this.#pool?.compile(scheduled.trial.source) ?? Promise.resolve(undefined);
      // Reported when its turn comes; until then nobody listens.
      compiled.catch(() => undefined);
      this.#ahead.push({ scheduled, compiled });
    }
    return this.#ahead.shift();
  }

  clear(): void {
    this.#waiting.length = 0;
    this.#ahead.length = 0;
  }
}

function compileFailure({ failure, milliseconds }: CompiledAhead): TrialOutcome {
  return {
    ...(failure ? { failure } : {}),
    time: NaN,
    times: [],
    measurements: {},
    spent: { compilation: milliseconds, verification: 0, benchmark: 0 },
  };
}

function withCompilation(outcome: TrialOutcome, compiled: CompiledAhead | undefined): TrialOutcome {
  if (!compiled) return outcome;
  const compilation = outcome.spent.compilation + compiled.milliseconds;
  return { ...outcome, spent: { ...outcome.spent, compilation } };
}
