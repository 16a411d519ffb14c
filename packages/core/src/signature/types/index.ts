/** Kernels and their arguments, as `tsc` sees them. */
export type { LooseArgument, TypedDeviceArgument } from './c-types';
export type { KernelArguments, KernelName, KernelNamed, KernelTypeError } from './kernel-arguments';
export type {
  KernelTable,
  KernelTableType,
  KernelType,
  LooseKernel,
  LooseKernelTable,
  ParseKernels,
} from './kernel-table';
export type { ParameterType } from './parameter-list';
