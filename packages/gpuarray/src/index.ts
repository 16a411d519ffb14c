/** Arrays on devices, with NumPy's operations, and kernels over their elements. */
export { Arrays, gpuArrays, type ArraySource, type LikeOptions } from './arrays';
export { GpuArray, type Nested, type OperandOf } from './array/gpu-array';
export type { StridedArray } from './array/strided-array';
export type { Index } from './array/slice-indices';
export { contiguous, isContiguous } from './array/contiguous';
export { emptyArray } from './creation/empty';
export { arrayFrom, uploadArray } from './creation/from-host';
export type { ArrayOptions } from './creation/from-host';
export type { NestedValues, StridedData } from './creation/host-data';
export type { FloatOf, Promoted, QuotientOf, RealOf, Scalar, With, WithScalar } from './dtype';
export { promoteTypes } from './dtype';
export type { IndexMode, TakeOptions } from './operations/gather';
export type { Indices } from './operations/indices';
export { kernelHeader } from './kernels/kernel-header';
export type { ElementwiseKernelOptions } from './elementwise/elementwise-kernel';
export type {
  ElementwiseKernel,
  LooseElementwiseKernel,
  ParameterError,
  PointerKernel,
} from './elementwise/kernel-types';
export type { IndexRange } from './elementwise/pointer-kernel';
export * from './files';
export * from './linear-algebra';
export * from './random';
export * from './reduction';
export * from './scan';
export * from './sort';
