/**
 * Tries configurations on one device: compiles, runs once, verifies, measures.
 *
 * The same class serves in a worker process and, without isolation, in the caller's own.
 */
import {
  dtypeInfo,
  HeddleError,
  type CompileOptions,
  type Device,
  type DType,
  type Module,
  type TypedArray,
} from '@heddle/core';
import type { ObservedOutput, Observer } from '../observer/observer';
import { observerName } from '../observer/observer-name';
import { disposeObservers } from './open-observers';
import { benchmark, observeContinuously, observedLaunch } from './benchmark';
import { classifyFailure } from './classify-failure';
import { DeviceComparison } from './comparison';
import { describeMismatch } from './describe-mismatch';
import { DeviceInputs } from './device-inputs';
import { guarded } from './guarded-observer';
import type { InputStore } from './input-store';
import { createLauncher, type BoundArray, type Launcher } from './launcher';
import type { ExpectedArgument, Trial, TrialOutcome, TrialPhase, TrialSource, Verdict } from './protocol';
import { isReplayObserver } from './replay-observer';
import { TrialFailure } from './trial-failure';
import { TunedClocks } from './tuned-clocks';

/** The contents of an argument after a launch. */
export interface ReadOutput {
  readonly argument: number;
  readonly dtype: DType;
  readonly array: TypedArray;
}

/** The services that a runner needs from its owner. */
export interface TrialHost {
  /** A phase begins: its time limit runs from now. */
  phase(phase: TrialPhase): void;
  /** The user's own verification of the arguments after the first launch. */
  verify(outputs: readonly ReadOutput[]): Promise<Verdict>;
}

interface Progress {
  readonly spent: { compilation: number; verification: number; benchmark: number };
  measurements: Record<string, number | readonly number[] | string>;
}

export class TrialRunner {
  readonly #device: Device;
  readonly #inputs: DeviceInputs;
  readonly #observers: readonly Observer[];
  readonly #comparison: DeviceComparison;
  readonly #clocks: TunedClocks;
  readonly #host: TrialHost;

  constructor(device: Device, store: InputStore, observers: readonly Observer[], host: TrialHost) {
    this.#device = device;
    this.#inputs = new DeviceInputs(device, store);
    this.#observers = observers.map((observer, place) => guarded(observer, observerName(observer, place)));
    this.#comparison = new DeviceComparison(device);
    this.#clocks = new TunedClocks(device);
    this.#host = host;
  }

  /** Tries one configuration. Never rejects: the outcome says what went wrong. */
  async run(trial: Trial): Promise<TrialOutcome> {
    const progress: Progress = { spent: { compilation: 0, verification: 0, benchmark: 0 }, measurements: {} };
    try {
      const { time, times } = await this.#run(trial, progress);
      return { time, times, ...progress };
    } catch (error) {
      const outcome = error instanceof TrialFailure ? { failure: error.failure } : classifyFailure(error);
      return { time: NaN, times: [], ...progress, ...outcome };
    }
  }

  async #run(trial: Trial, progress: Progress): Promise<{ time: number; times: readonly number[] }> {
    this.#host.phase('compile');
    const module = await timed(progress, 'compilation', () => compileTrial(this.#device, trial.source));
    try {
      const launcher = await createLauncher(this.#device, module, trial, this.#inputs);
      await timed(progress, 'verification', () => this.#prepareComparisons(trial, launcher));
      await this.#clocks.apply(trial.configuration);
      this.#host.phase('run');
      await this.#inputs.restore();
      for (const observer of this.#observers) {
        await observer.registerConfiguration?.({ configuration: trial.configuration, kernel: launcher.kernel });
      }
      await timed(progress, 'verification', () => this.#verify(trial, launcher));
      return await timed(progress, 'benchmark', () => this.#measure(trial, launcher, progress));
    } finally {
      module.dispose();
    }
  }

  // Compiled, and its answers uploaded, before the clock of the kernel's own run starts.
  async #prepareComparisons({ expected }: Trial, launcher: Launcher): Promise<void> {
    for (const { argument, input } of expected) {
      await this.#comparison.prepare(arrayOf(launcher, argument).dtype);
      await this.#inputs.readOnly(input);
    }
  }

  async #verify(trial: Trial, launcher: Launcher): Promise<void> {
    const observers = this.#observers.filter((observer) => observer.processOutput !== undefined);
    if (trial.expected.length === 0 && !trial.hasVerifier) return;
    await launcher.time(1);
    if (trial.hasVerifier) await this.#verifyByUser(launcher);
    else if (observers.length === 0) {
      for (const expected of trial.expected) await this.#verifyArgument(expected, launcher);
    }
    if (observers.length > 0) await this.#showOutputs(trial.expected, launcher, observers);
  }

  // An observer of accuracy measures how wrong a result is, so a wrong one is not a failure.
  async #showOutputs(
    expected: readonly ExpectedArgument[],
    launcher: Launcher,
    observers: readonly Observer[],
  ): Promise<void> {
    const outputs: ObservedOutput[] = [];
    for (const { argument, input } of expected) {
      const array = arrayOf(launcher, argument);
      const given = this.#inputs.store.arrays[input]?.dtype ?? array.dtype;
      // Answers in half precision come as bits too: then they are of the argument's own type.
      const answerDtype = dtypeInfo(array.dtype).array === dtypeInfo(given).array ? array.dtype : given;
      const answer = this.#inputs.hostArray(input, answerDtype);
      outputs.push({ argument, dtype: array.dtype, answerDtype, result: await array.buffer.read(), answer });
    }
    for (const observer of observers) await observer.processOutput?.(outputs);
  }

  async #verifyByUser(launcher: Launcher): Promise<void> {
    const outputs: ReadOutput[] = [];
    for (const { argument, dtype, buffer } of launcher.arrays) {
      outputs.push({ argument, dtype, array: await buffer.read() });
    }
    this.#host.phase('verify');
    const verdict = await this.#host.verify(outputs);
    this.#host.phase('run');
    if (!verdict.correct) throw new TrialFailure({ kind: 'wrong', message: verdict.message });
  }

  async #verifyArgument({ argument, input, tolerance }: ExpectedArgument, launcher: Launcher): Promise<void> {
    const { buffer, dtype } = arrayOf(launcher, argument);
    const answer = await this.#inputs.readOnly(input);
    if (answer.byteLength !== buffer.byteLength) {
      throw new HeddleError(
        'ARGUMENT',
        `argument ${argument + 1} has ${buffer.byteLength} bytes, its answer ${answer.byteLength}`,
        {
          parameter: 'answer',
        },
      );
    }
    const mismatch = await this.#comparison.compare(buffer, answer, dtype, tolerance);
    if (!mismatch) return;
    const message = await describeMismatch(mismatch, { argument, dtype, result: buffer, answer });
    throw new TrialFailure({ kind: 'wrong', message });
  }

  async #measure(
    trial: Trial,
    launcher: Launcher,
    progress: Progress,
  ): Promise<{ time: number; times: readonly number[] }> {
    const ofKind = (kind: Observer['kind']): Observer[] =>
      this.#observers.filter((observer) => (observer.kind ?? 'benchmark') === kind);
    for (const observer of ofKind('prologue')) await observedLaunch(launcher, [observer]);
    const { benchmark: plan } = trial;
    const { time, times, measurements } = await benchmark(
      this.#device,
      launcher,
      plan,
      ofKind('benchmark'),
      trial.best,
    );
    for (const observer of ofKind('continuous')) await observeContinuously(launcher, observer, time);
    await this.#replay(trial);
    progress.measurements = { ...measurements };
    for (const observer of this.#observers) Object.assign(progress.measurements, await observer.getResults());
    return { time, times };
  }

  async #replay(trial: Trial): Promise<void> {
    const observers = this.#observers.filter(isReplayObserver);
    if (observers.length === 0) return;
    this.#host.phase('replay');
    for (const observer of observers) await observer.replay(trial, this.#inputs.store);
    this.#host.phase('run');
  }

  /**
   * Gives back what lies on the device; the device itself stays open.
   *
   * @throws HeddleError `ARGUMENT` for what an observer threw, once everything else has been given back
   */
  async dispose(): Promise<void> {
    await this.#clocks.dispose();
    try {
      await disposeObservers(this.#observers);
    } finally {
      this.#comparison.dispose();
      this.#inputs.dispose();
    }
  }
}

/** Compiles a trial's source, or finds it in the cache. */
export async function compileTrial(device: Device, source: TrialSource): Promise<Module> {
  return device.compile<string>(source.text, compileOptions(source));
}

export function compileOptions(source: TrialSource): CompileOptions {
  const { language, fileName, names, defines, options, includeDirs, headers } = source;
  return {
    names,
    defines,
    options,
    includeDirs,
    headers,
    ...(language === undefined ? {} : { language }),
    ...(fileName === undefined ? {} : { fileName }),
  };
}

function arrayOf(launcher: Launcher, argument: number): BoundArray {
  const found = launcher.arrays.find((array) => array.argument === argument);
  if (found) return found;
  throw new HeddleError('ARGUMENT', `argument ${argument + 1} is not an array, so it has no answer`, {
    parameter: 'answer',
  });
}

async function timed<T>({ spent }: Progress, what: keyof Progress['spent'], call: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await call();
  } finally {
    spent[what] += performance.now() - started;
  }
}
