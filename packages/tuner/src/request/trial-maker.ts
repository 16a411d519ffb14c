/** From a configuration to a trial: everything that depends on the user's functions is decided here. */
import { argumentError } from '@heddle/core/backend';
import type { Configuration } from '../space';
import type { BenchmarkPlan, Trial } from '../worker/protocol';
import { isPlainFunction, sourceOf, type PreparedSource } from './kernel-source';
import { blockSizeNames, proposedGeometryOf } from './launch-geometry';
import type { Failure } from '../failure';
import type { RunInputs } from './run-inputs';
import type { TuneKernelOptions } from './tune-options';

/** A trial before it is known what is best so far. */
export type PreparedTrial = Omit<Trial, 'best'> &
  Pick<PreparedSource, 'sourceHash'> & {
    /** Why there is nothing to try. */
    readonly failure?: Failure;
  };

export type TrialMaker = (configuration: Configuration) => PreparedTrial;

/** @throws HeddleError `ARGUMENT` for options that cannot be right for any configuration */
export function trialMaker(options: TuneKernelOptions, inputs: RunInputs): TrialMaker {
  const propose = proposedGeometryOf(options);
  const source = sourceOf(options, blockSizeNames(options));
  const isFunction = isPlainFunction(options);
  const plan = benchmarkPlan(options);
  return (configuration) => {
    const { problem, ...geometry } = propose(configuration);
    return {
      configuration,
      ...source(configuration, geometry),
      ...geometry,
      ...(problem === undefined ? {} : { failure: { kind: 'invalid', message: problem } }),
      isFunction,
      arguments: inputs.argumentsOf(configuration),
      expected: inputs.expectedOf(configuration),
      hasVerifier: options.verify !== undefined,
      constants: inputs.constants,
      textures: inputs.textures,
      benchmark: plan,
    };
  };
}

function benchmarkPlan({ iterations = 7, benchmark = {} }: TuneKernelOptions): BenchmarkPlan {
  const {
    warmupMilliseconds = 100,
    warmupTolerance = 0.02,
    flushCache = false,
    rotateInputs = 1,
    earlyStop,
  } = benchmark;
  positiveInteger('iterations', iterations);
  positiveInteger('rotateInputs', rotateInputs);
  if (earlyStop !== undefined && !(earlyStop > 0.5 && earlyStop < 1)) {
    throw argumentError(`earlyStop is a confidence between 0.5 and 1, not ${earlyStop}`, { parameter: 'earlyStop' });
  }
  return {
    iterations,
    warmupMilliseconds,
    warmupTolerance,
    flushCache,
    rotate: rotateInputs,
    rejectOutliers: benchmark.outliers !== 'keep',
    earlyStopConfidence: earlyStop,
  };
}

function positiveInteger(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return;
  throw argumentError(`${name} must be a positive integer, not ${String(value)}`, { parameter: name });
}
