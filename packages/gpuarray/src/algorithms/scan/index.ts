export {
  compress,
  copyIf,
  partition,
  removeIf,
  uniqueConsecutive,
  type ConditionOptions,
  type Partition,
  type Selection,
} from './compaction';
export { cumprod, cumsum } from './cumulative';
export { diff, type DiffOptions } from './diff';
export { ListOfListsBuilder, type BuiltList, type ListOfListsOptions } from './list-of-lists';
export { flatNonzero, nonzero } from './nonzero';
export {
  exclusiveScanKernel,
  inclusiveScanKernel,
  ScanKernel,
  type ScanArgument,
  type ScanCallOptions,
  type ScanKernelOptions,
  type SimpleScanOptions,
} from './scan-kernel';
export type { ScanFunction } from './scan-kernel-types';
