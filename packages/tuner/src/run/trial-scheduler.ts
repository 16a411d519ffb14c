/** Spreads trials over devices, compiles their sources ahead, and returns the outcomes as they come. */
import { EventLoopTurns } from '../strategy/event-loop-turns';
import type { CompiledAhead, CompilePool } from '../worker/compile-pool';
import type { TrialOutcome } from '../worker/protocol';
import type { TrialExecutor } from '../worker/trial-executor';
import type { PreparedTrial } from '../request/trial-maker';

/** A trial that waits for its turn. */
export interface ScheduledTrial {
  /** The configuration's number. */
  readonly index: number;
  readonly trial: PreparedTrial;
}

export interface SchedulerOptions {
  readonly executors: readonly TrialExecutor[];
  /** Undefined if the executors compile. */
  readonly pool: CompilePool | undefined;
  /** True when no further trial is to start. */
  readonly isStopped: () => boolean;
  /** The best time so far in milliseconds, for early stopping. */
  readonly best: () => number | undefined;
}

/** A trial that has ended. */
export interface FinishedTrial extends ScheduledTrial {
  readonly outcome: TrialOutcome;
  /** Name of the device it ran on. */
  readonly device: string;
}

/** Compilations that wait for their measurement, for each compiling process. */
const aheadPerProcess = 3;

export class TrialScheduler {
  readonly #options: SchedulerOptions;
  /** Compilations of trials that may come next. */
  #anticipated = new Map<number, Anticipated>();

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /**
   * The outcomes of trials, in the order in which they end. No trial starts after the run is stopped or a trial throws.
   *
   * @param indices - numbers of configurations
   * @param prepare - makes the trial of one when its turn comes near
   */
  async *outcomes(
    indices: readonly number[],
    prepare: (index: number) => ScheduledTrial,
  ): AsyncGenerator<FinishedTrial, void, undefined> {
    const { pool, executors, isStopped } = this.#options;
    const lead = pool ? pool.size * aheadPerProcess : 1;
    const queue = new TrialQueue(indices, lead, prepare, (trial) => this.#compile(trial, indices.length === 1));
    const turns = new EventLoopTurns();
    const running = new Map<TrialExecutor, Promise<Ended>>();
    for (;;) {
      await turns.giveWay();
      for (const executor of executors) {
        const next = running.has(executor) || isStopped() ? undefined : queue.next();
        if (!next) continue;
        const ended = this.#run(next, executor);
        // If another trial throws first, nobody awaits this one.
        ended.catch(() => undefined);
        running.set(executor, ended);
      }
      if (running.size === 0) return;
      const { executor, finished } = await Promise.race(running.values());
      running.delete(executor);
      if (finished) yield finished;
    }
  }

  /**
   * Compiles configurations that are likely to be next, in idle processes. Gives up those that an earlier call named
   * and this one does not, unless they have begun.
   */
  anticipate(indices: readonly number[], prepare: (index: number) => ScheduledTrial): void {
    const { pool } = this.#options;
    if (!pool) return;
    const before = this.#anticipated;
    this.#anticipated = new Map(
      indices.slice(0, pool.size).map((index) => {
        const known = before.get(index);
        before.delete(index);
        return [index, known ?? anticipate(pool, prepare(index))];
      }),
    );
    for (const { giveUp } of before.values()) giveUp.abort();
  }

  /** Undefined if the executor is to compile. */
  async #compile({ index, trial }: ScheduledTrial, isAlone: boolean): Promise<CompiledAhead | undefined> {
    const anticipated = this.#anticipated.get(index);
    this.#anticipated.delete(index);
    // If it has not begun, do not wait for it.
    anticipated?.giveUp.abort();
    // A configuration that cannot be launched is not compiled.
    if (trial.failure) return { failure: trial.failure, milliseconds: 0 };
    // One trial alone gains nothing from going to another process first.
    return (await anticipated?.compiled) ?? (isAlone ? undefined : this.#options.pool?.compile(trial.source));
  }

  async #run({ scheduled, compiled: compilation }: Queued, executor: TrialExecutor): Promise<Ended> {
    const { isStopped, best } = this.#options;
    const compiled = await compilation;
    if (isStopped()) return { executor };
    const outcome = compiled?.failure
      ? compileFailure(compiled)
      : withCompilation(await executor.run({ ...scheduled.trial, best: best() }), compiled);
    // A crash after the end of the run is the work of stop().
    if (isStopped() && outcome.failure?.kind === 'crash') return { executor };
    return { executor, finished: { ...scheduled, outcome, device: executor.device.name } };
  }
}

/** An executor that is free again; without a finished trial if the run was stopped. */
interface Ended {
  readonly executor: TrialExecutor;
  readonly finished?: FinishedTrial;
}

interface Anticipated {
  readonly compiled: Promise<CompiledAhead | undefined>;
  /** Ends the wait for a process. */
  readonly giveUp: AbortController;
}

function anticipate(pool: CompilePool, { trial }: ScheduledTrial): Anticipated {
  const giveUp = new AbortController();
  const compiled = trial.failure ? Promise.resolve(undefined) : pool.compile(trial.source, giveUp.signal);
  // Reported if its turn comes.
  compiled.catch(() => undefined);
  return { compiled, giveUp };
}

interface Queued {
  readonly scheduled: ScheduledTrial;
  readonly compiled: Promise<CompiledAhead | undefined>;
}

class TrialQueue {
  readonly #waiting: number[];
  readonly #ahead: Queued[] = [];
  readonly #prepare: (index: number) => ScheduledTrial;
  readonly #compile: (trial: ScheduledTrial) => Promise<CompiledAhead | undefined>;
  readonly #lead: number;

  /** @param lead - trials whose compilations may wait for their measurement */
  constructor(
    indices: readonly number[],
    lead: number,
    prepare: (index: number) => ScheduledTrial,
    compile: (trial: ScheduledTrial) => Promise<CompiledAhead | undefined>,
  ) {
    this.#waiting = [...indices].reverse();
    this.#lead = lead;
    this.#prepare = prepare;
    this.#compile = compile;
  }

  next(): Queued | undefined {
    while (this.#ahead.length < this.#lead) {
      const index = this.#waiting.pop();
      if (index === undefined) break;
      const scheduled = this.#prepare(index);
      const compiled = this.#compile(scheduled);
      // Awaited when its turn comes; an earlier failure must not end the process.
      compiled.catch(() => undefined);
      this.#ahead.push({ scheduled, compiled });
    }
    return this.#ahead.shift();
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
