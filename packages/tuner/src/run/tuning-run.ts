/** One run, from its options to its result. */
import type { HeddleError } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { readCacheFile, type CacheFile } from '../files/cache-file';
import type { PythonJson } from '../files/python-json';
import { TuningStore } from '../journal/tuning-store';
import { userFailure } from '../options';
import { buildSearchSpace, type SearchSpace } from '../space';
import { createRandom, type Strategy } from '../strategy';
import { createSearch, runStrategy } from '../strategy/search';
import { fromPlainError } from '../worker/plain-error';
import type { DeviceFacts, Verdict } from '../worker/protocol';
import type { UserVerification } from '../worker/trial-executor';
import { checkOptions } from '../request/check-options';
import { chooseStrategy } from '../request/choose-strategy';
import { blockSizeNames } from '../request/launch-geometry';
import { metricsOf } from '../request/metrics';
import { objectivesOf, type DirectedObjective } from '../results/objectives';
import { measurement } from './measurement';
import { openExecutors, type OpenExecutors } from './open-executors';
import type { TuningRecord } from '../results/record';
import { RecordKeeper } from './record-keeper';
import { inputsOf, type RunInputs } from '../request/run-inputs';
import { StopConditions } from './stop-conditions';
import { summarize } from './summarize';
import { trialMaker, type TrialMaker } from '../request/trial-maker';
import { TrialScheduler } from './trial-scheduler';
import type { Budget, TuneKernelOptions } from '../request/tune-options';
import type { TuningResult } from '../results/tuning-result';

/** What a run is made of, once its options have been checked. */
interface Prepared {
  readonly inputs: RunInputs;
  readonly makeTrial: TrialMaker;
  readonly strategy: Strategy;
  readonly budget: Budget;
  readonly objectives: readonly DirectedObjective[];
  readonly recorded: CacheFile | undefined;
}

/** What is open while it runs. */
interface Opened {
  readonly executors: OpenExecutors | undefined;
  readonly space: SearchSpace;
  readonly store: TuningStore | undefined;
  readonly keeper: RecordKeeper;
  readonly devices: readonly DeviceFacts[];
}

export class TuningRun {
  readonly #options: TuneKernelOptions;
  readonly #stop: StopConditions;
  readonly #onRecord: (record: TuningRecord) => void;
  readonly #started = performance.now();
  readonly #startedAt = new Date().toISOString();
  #setupSeconds = 0;
  #prepared: Pick<Prepared, 'objectives' | 'budget'> | undefined;
  #spaceSize: number | undefined;
  /** What `verify` threw: an outcome tells of it as text alone. */
  #verifyFailure: HeddleError | undefined;

  constructor(options: TuneKernelOptions, onRecord: (record: TuningRecord) => void) {
    this.#options = options;
    this.#onRecord = onRecord;
    this.#stop = new StopConditions(options);
  }

  /** Empty if the options are wrong. */
  get objectives(): readonly DirectedObjective[] {
    return this.#prepared?.objectives ?? [];
  }

  get budget(): Budget {
    return this.#prepared?.budget ?? {};
  }

  /** Undefined until the space has been built. */
  get spaceSize(): number | undefined {
    return this.#spaceSize;
  }

  /** Ends the run; {@link execute} then resolves with what was measured. */
  stop(): void {
    this.#stop.stop('reader');
  }

  async execute(): Promise<TuningResult> {
    try {
      const prepared = this.#prepare();
      this.#prepared = prepared;
      const opened = await this.#open(prepared);
      try {
        const ended = await this.#search(prepared, opened);
        // On the disk before the result is handed out; an error of the search must not keep it from there.
        opened.store?.finish();
        return summarize({
          options: this.#options,
          ...prepared,
          ...opened,
          stoppedBy: this.#stop.reason ?? ended,
          seconds: { total: (performance.now() - this.#started) / 1000, setup: this.#setupSeconds },
          startedAt: this.#startedAt,
        });
      } finally {
        opened.store?.finish();
        await opened.executors?.close();
      }
    } finally {
      this.#stop.dispose();
    }
  }

  // Everything that can be wrong without a device is found here.
  #prepare(): Prepared {
    const options = this.#options;
    checkOptions(options);
    const inputs = inputsOf(options);
    if (options.simulationMode === true && options.cache === undefined) {
      throw argumentError('simulationMode takes its results from a cache file', {
        parameter: 'cache',
        hint: "Name it: cache: 'results.json'.",
      });
    }
    return {
      inputs,
      makeTrial: trialMaker(options, inputs),
      ...chooseStrategy(options),
      objectives: objectivesOf(options),
      recorded: options.simulationMode === true ? recordedResults(options) : undefined,
    };
  }

  async #open(prepared: Prepared): Promise<Opened> {
    const options = this.#options;
    const { recorded, inputs, objectives } = prepared;
    const metrics = metricsOf(options);
    const executors = recorded ? undefined : await openExecutors(options, inputs, this.#verification());
    try {
      const devices = executors?.executors.map(({ device }) => device) ?? [];
      const space = this.#space(devices, recorded);
      this.#spaceSize = space.size;
      const store = recorded ? undefined : this.#openStore(devices, objectives);
      const keeper = new RecordKeeper({
        options,
        metrics,
        objectives,
        store,
        recorded,
        onRecord: this.#onRecord,
      });
      this.#setupSeconds = (performance.now() - this.#started) / 1000;
      return { executors, space, store, keeper, devices };
    } catch (error) {
      await executors?.close();
      throw error;
    }
  }

  #space(devices: readonly DeviceFacts[], recorded: CacheFile | undefined): SearchSpace {
    const { tune, restrictions } = this.#options;
    const most = Math.min(...devices.map(({ maxThreadsPerBlock }) => maxThreadsPerBlock));
    return buildSearchSpace({
      parameters: tune,
      ...(restrictions === undefined ? {} : { restrictions }),
      ...(recorded || !Number.isFinite(most) ? {} : { maxThreadsPerBlock: most }),
      blockSizeNames: blockSizeNames(this.#options),
    });
  }

  #openStore(devices: readonly DeviceFacts[], objectives: readonly DirectedObjective[]): TuningStore | undefined {
    const { cache, kernel, tune } = this.#options;
    if (cache === undefined) return undefined;
    return new TuningStore(cache, {
      deviceName: devices[0]?.name ?? '',
      kernelName: kernel,
      problemSize: problemSizeOf(this.#options),
      parameters: tune,
      objective: objectives.map(({ name }) => name),
    });
  }

  /** Runs the strategy to its end, or to that of the budget. */
  async #search(prepared: Prepared, opened: Opened): Promise<'strategy' | 'evaluations'> {
    const { seed = 0 } = this.#options;
    const { budget } = prepared;
    this.#stop.startClock(budget.seconds);
    const search = createSearch({
      space: opened.space,
      random: createRandom(seed),
      ...(budget.evaluations === undefined ? {} : { evaluations: budget.evaluations }),
      isLimited: budget.evaluations !== undefined || budget.seconds !== undefined,
      signal: this.#stop.signal,
      ...measurement({
        ...opened,
        makeTrial: prepared.makeTrial,
        scheduler: opened.executors && this.#scheduler(opened, opened.executors),
        device: opened.devices[0]?.name ?? prepared.recorded?.deviceName ?? '',
        cache: this.#options.cache,
        isStopped: () => this.#stop.isStopped,
        requestError: (error) => this.#verifyFailure ?? fromPlainError(error),
      }),
    });
    const ended = await runStrategy(prepared.strategy, search);
    return ended === 'budget' || search.remaining <= 0 ? 'evaluations' : 'strategy';
  }

  #scheduler({ keeper }: Opened, executors: OpenExecutors): TrialScheduler {
    // Aborting the run also kills the trials in progress.
    this.#stop.onImmediateStop = () => {
      for (const executor of executors.executors) executor.stop();
    };
    return new TrialScheduler({
      executors: executors.executors,
      pool: executors.pool,
      isStopped: () => this.#stop.isStopped,
      best: () => keeper.bestTime,
    });
  }

  /** The user's verification with the arguments in their places. */
  #verification(): UserVerification {
    const { verify, answer, tolerance, arguments: given } = this.#options;
    return async (outputs): Promise<Verdict> => {
      if (!verify) return { correct: true };
      const results = given.map((_, argument) => outputs.find((output) => output.argument === argument)?.array);
      let verdict: unknown;
      try {
        verdict = await verify(answer, results, tolerance);
      } catch (cause) {
        throw (this.#verifyFailure = userFailure('verify', cause, {
          parameter: 'verify',
          hint: 'For a wrong result it gives false, or a text that says what is wrong.',
        }));
      }
      if (verdict === true) return { correct: true };
      if (verdict === false) return { correct: false, message: 'verify says that the result is wrong' };
      if (typeof verdict === 'string') return { correct: false, message: verdict };
      throw argumentError(`verify gave ${String(verdict)}, which is not a verdict`, {
        parameter: 'verify',
        hint: 'It must give true for a right result, and false or a text that says what is wrong for another.',
      });
    };
  }
}

function recordedResults(options: TuneKernelOptions): CacheFile {
  const { cache = '', kernel, tune } = options;
  const file = readCacheFile(cache);
  const names = Object.keys(tune);
  const sameNames =
    file.parameterNames.length === names.length && names.every((name, i) => file.parameterNames[i] === name);
  if (file.kernelName !== kernel || !sameNames) {
    throw argumentError(
      `${String(cache)} has results of ${file.kernelName}(${file.parameterNames.join(', ')}), not of ${kernel}(${names.join(', ')})`,
      { parameter: 'cache' },
    );
  }
  return file;
}

/** The problem size as files have it. A function has no value that holds for all configurations: its text stands for it. */
function problemSizeOf({ problemSize }: TuneKernelOptions): PythonJson {
  if (typeof problemSize === 'function') return problemSize.toString();
  return typeof problemSize === 'object' ? [...problemSize] : problemSize;
}
