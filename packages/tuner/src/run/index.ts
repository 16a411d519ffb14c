/** Runs: what they are given, what they give. */
export type { Failure, RecordTimes, TuningRecord } from './record';
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
  Objective,
  OfConfiguration,
  ProblemSize,
  SourceText,
  TextureMemory,
  TimeLimits,
  ToleranceOptions,
  ToleranceValue,
  TuneKernelOptions,
  Verify,
} from './tune-options';
export type { TuningEnvironment, TuningResult } from './tuning-result';
export type { Tuning } from './tuning';
// The values too: @heddle/cli shows a run by them.
export { higherIsBetterByName, objectivesOf, valueOf, type DirectedObjective } from './objectives';
export { tunablePrecision, type TunablePrecision } from './tunable-precision';
