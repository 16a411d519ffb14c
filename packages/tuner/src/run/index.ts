/** Runs: what they are given, what they give. */
export type { Failure } from '../failure';
export type { RecordTimes, TuningRecord } from '../results/record';
export type {
  BenchmarkOptions,
  Budget,
  DeviceChoice,
  Extent,
  GridDivisor,
  KernelArgument,
  KernelSource,
  Metric,
  MetricInputs,
  OfConfiguration,
  ProblemSize,
  SourceText,
  TextureMemory,
  TimeLimits,
  ToleranceOptions,
  ToleranceValue,
  TuneKernelOptions,
  Verify,
} from '../request/tune-options';
export type { TuningEnvironment, TuningResult } from '../results/tuning-result';
export type { Tuning } from './tuning';
// The values too: @heddle/cli shows a run by them.
export { higherIsBetterByName, valueOf, type DirectedObjective, type Objective } from '../results/objectives';
export { tunablePrecision, type TunablePrecision } from '../request/tunable-precision';
