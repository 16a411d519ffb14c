export { argmax, argmin, type ArgOptions } from './arg-extreme';
export type { Axis } from './axes';
export { vdot, vectorDot, type DotOptions } from './dot';
export { mean, std, variance, type MeanOptions, type VarianceOptions } from './mean';
export type { ReductionOptions } from './reduce-array';
export { max, min, prod, sum, type ExtremeOptions, type SumOptions } from './sum';
export { all, any, countNonzero } from './truth';
export {
  ReductionKernel,
  type ReductionArgument,
  type ReductionCallOptions,
  type ReductionKernelOptions,
} from './reduction-kernel';
export type { CReductionOptions } from './c-reduction';
export type {
  CReductionFunction,
  LooseReductionFunction,
  ReductionCall,
  ReductionFunction,
  ReductionSource,
} from './reduction-kernel-types';
