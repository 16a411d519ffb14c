/** Arrays on devices, with NumPy's operations, and kernels over their elements. */
export { Arrays, gpuArrays } from './api/arrays';
export type { SpecialFunctions } from './api/special';
export type { LogSumExpOptions, SoftmaxOptions } from './algorithms/reduction/log-sum-exp';
export type { DTypeOption, EyeOptions, LikeOptions, LinspaceOptions } from './api/array-creation';
export type { ArraySource } from './algorithms/creation/source-types';
export { GpuArray, type Nested, type OperandOf } from './array/gpu-array';
export type {
  ArgOptions,
  Axis,
  CumulativeOptions,
  ExtremeOptions,
  MatmulOptions,
  MeanOptions,
  ReductionOptions,
  SortOptions,
  SumOptions,
  VarianceOptions,
} from './array/method-options';
export type { StridedArray } from './array/strided-array';
export type { Index } from './array/slice-indices';
export { contiguous, isContiguous } from './algorithms/elementwise/contiguous';
export { emptyArray } from './array/empty';
export { arrayFrom, uploadArray } from './algorithms/creation/from-host';
export type { ArrayOptions } from './algorithms/creation/from-host';
export type { NestedValues, StridedData } from './algorithms/creation/host-data';
export type { FloatOf, Promoted, QuotientOf, RealOf, Scalar, With, WithScalar } from './array/dtype';
export { promoteTypes } from './array/dtype';
export type { IndexMode, TakeOptions } from './algorithms/rearrange/gather';
export type { Indices } from './algorithms/rearrange/indices';
export { kernelHeader } from './kernel-kit/kernel-header';
export type { CloseOptions } from './algorithms/evaluate';
export type { ElementwiseKernelOptions } from './algorithms/elementwise/elementwise-kernel';
export type { ElementwiseKernel, LooseElementwiseKernel, PointerKernel } from './algorithms/elementwise/kernel-types';
export type { ParameterError } from './kernel-kit/parameter-types';
export type { IndexRange } from './algorithms/elementwise/pointer-kernel';
export * from './algorithms/files';
export * from './algorithms/linear-algebra';
export * from './algorithms/random';
export * from './algorithms/reduction';
export * from './algorithms/scan';
export * from './algorithms/sort';
