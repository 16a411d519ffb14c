/** A kernel that runs with the best parameters there are for its device and problem. */
import type { Device, Kernel, Module, Stream } from '@heddle/core';
import { argumentError, debug } from '@heddle/core/backend';
import { checkOptionsOf, type KindsOf } from '../options';
import { checkParts } from '../request/check-options';
import { descriptionKinds, type KernelDescription } from '../request/kernel-options';
import { geometryOf } from '../request/launch-geometry';
import type { Configuration, ParameterValue } from '../space';
import { nearestResult, type ResultMatch } from './nearest-result';
import { prepareKernel, type PreparedKernel } from './prepared-launch';

export interface TunedKernelOptions extends KernelDescription {
  /** A file that `storeResults` wrote. */
  readonly results: string;
}

const optionKinds: KindsOf<TunedKernelOptions> = { ...descriptionKinds, results: 'text' };

/**
 * A kernel compiled with the best configuration that a results file has for its device and problem size; the nearest
 * one if it has none, and {@link TunedKernel.match} says so.
 */
export class TunedKernel implements Disposable {
  readonly match: ResultMatch;
  readonly #prepared: PreparedKernel;

  private constructor(match: ResultMatch, prepared: PreparedKernel) {
    this.match = match;
    this.#prepared = prepared;
  }

  /**
   * Chooses a configuration and compiles it.
   *
   * @throws HeddleError `ARGUMENT` for a results file of another kernel, a problem size that depends on parameters, or
   *   an unknown option
   */
  static async open(device: Device, options: TunedKernelOptions): Promise<TunedKernel> {
    checkOptionsOf('TunedKernel', optionKinds, options, ['kernel', 'source', 'problemSize', 'results']);
    checkParts(options);
    const { results, ...description } = options;
    const wanted = { kernel: options.kernel, device: device.name, problemSize: problemSizeOf(options) };
    const match = nearestResult(results, wanted);
    if (!match.isExact) debug('%s: no result for this device and problem size: %s', options.kernel, match.explanation);
    return new TunedKernel(match, await prepareKernel(device, description, match.result.configuration));
  }

  get configuration(): Configuration {
    return this.match.result.configuration;
  }

  get kernel(): Kernel {
    return this.#prepared.kernel;
  }

  get module(): Module {
    return this.#prepared.module;
  }

  /** Enqueues one launch for the problem size it was opened with. */
  launch(...args: unknown[]): void {
    this.#launch(undefined, args);
  }

  /** The same, on a stream. */
  launchOn(stream: Stream, ...args: unknown[]): void {
    this.#launch(stream, args);
  }

  dispose(): void {
    this.#prepared.module.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #launch(stream: Stream | undefined, args: unknown[]): void {
    const { kernel, geometry } = this.#prepared;
    kernel.launch({ ...geometry, ...(stream === undefined ? {} : { stream }) }, ...(args as never[]));
  }
}

// For the choice the size must be known before the configuration is.
function problemSizeOf(options: KernelDescription): readonly number[] {
  const { problemSize } = options;
  const list = typeof problemSize === 'object' ? problemSize : [problemSize];
  if (list.every((extent): extent is number => typeof extent === 'number')) {
    // Checks the numbers as a launch would.
    geometryOf({ problemSize: list, tune: noParameters })({});
    return list;
  }
  throw argumentError('a tuned kernel needs its problem size in numbers', { parameter: 'problemSize' });
}

const noParameters: Readonly<Record<string, readonly ParameterValue[]>> = {};
