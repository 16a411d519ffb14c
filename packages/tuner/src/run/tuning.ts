/** A run as its user holds it: a promise of the result, and the records as they come. */
import { userFailure } from '../options';
import type { TuningRecord } from '../results/record';
import type { DirectedObjective } from '../results/objectives';
import type { Budget, TuneKernelOptions } from '../request/tune-options';
import type { TuningResult } from '../results/tuning-result';
import { TuningRun } from './tuning-run';

type ResultOf<R extends TuningRecord> = TuningResult<R['configuration']>;

/** A run that has begun. `Record` is the record of its configurations. */
export class Tuning<Record extends TuningRecord = TuningRecord>
  implements PromiseLike<ResultOf<Record>>, AsyncIterable<Record>
{
  readonly #run: TuningRun;
  readonly #result: Promise<ResultOf<Record>>;
  readonly #records: Record[] = [];
  #wake: (() => void)[] = [];
  /** Promises that `onRecord` gave, if it is asynchronous. */
  readonly #reports: Promise<void>[] = [];
  #isDone = false;

  /** Use `tuneKernel`. */
  constructor(...internal: never);
  /** @internal */
  constructor(options: TuneKernelOptions);
  constructor(options: TuneKernelOptions) {
    this.#run = new TuningRun(options, (record) => {
      this.#records.push(record as Record);
      this.#tell(options.onRecord, record);
      this.#wakeReaders();
    });
    this.#result = this.#withListener(this.#run.execute());
    const end = (): void => {
      this.#isDone = true;
      this.#wakeReaders();
    };
    // A reader hears of the failure too, so it is not a failure that nobody handles.
    this.#result.then(end, end);
  }

  /** The records so far; they stay if the run fails. */
  get records(): readonly Record[] {
    return this.#records;
  }

  /** Valid configurations in the search space; undefined until the run has its devices and has built it. */
  get spaceSize(): number | undefined {
    return this.#run.spaceSize;
  }

  /** What is improved, and in which direction; empty if the options are wrong. */
  get objectives(): readonly DirectedObjective[] {
    return this.#run.objectives;
  }

  /** How much the run may do at most. */
  get budget(): Budget {
    return this.#run.budget;
  }

  /** Ends the run; its result is what was measured. */
  stop(): void {
    this.#run.stop();
  }

  then<A = ResultOf<Record>, B = never>(
    onFulfilled?: ((result: ResultOf<Record>) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#result.then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<ResultOf<Record> | B> {
    return this.#result.catch(onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<ResultOf<Record>> {
    return this.#result.finally(onFinally);
  }

  /** The records from the first on. Leaving the loop early ends the run. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Record, void, undefined> {
    let next = 0;
    let isComplete = false;
    try {
      for (;;) {
        const record = this.#records[next];
        if (record) {
          next++;
          yield record;
        } else if (this.#isDone) break;
        else await new Promise<void>((resolve) => this.#wake.push(resolve));
      }
      isComplete = true;
      await this.#result;
    } finally {
      if (!isComplete) this.stop();
    }
  }

  #tell(onRecord: TuneKernelOptions['onRecord'], record: TuningRecord): void {
    const failure = (cause: unknown): Error =>
      userFailure('onRecord', cause, { parameter: 'onRecord', values: record.configuration });
    let answer: unknown;
    try {
      answer = onRecord?.(record);
    } catch (cause) {
      throw failure(cause);
    }
    if (!(answer instanceof Promise)) return;
    const report = answer.then(
      () => undefined,
      (cause: unknown) => {
        this.stop();
        throw failure(cause);
      },
    );
    // Reported when the run has ended; until then nobody listens.
    report.catch(() => undefined);
    this.#reports.push(report);
  }

  async #withListener(execution: Promise<ResultOf<Record>>): Promise<ResultOf<Record>> {
    const result = await execution;
    await Promise.all(this.#reports);
    return result;
  }

  #wakeReaders(): void {
    const readers = this.#wake;
    this.#wake = [];
    for (const wake of readers) wake();
  }
}
