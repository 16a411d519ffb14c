export { argmax, argmin } from './arg-extreme';
export { vdot, vectorDot, type DotOptions } from './dot';
export { mean, std, variance } from './mean';
export { max, min, prod, sum } from './sum';
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
