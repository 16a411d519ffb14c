/** The CUDA driver API, typed: every function, enumeration and struct of cuda.h. */
export { Callable, invoke } from './callable';
export { CudaDriver, type CudaFunctionName } from './cuda-driver';
export { readKernelAttribute, setKernelCacheConfig, writeKernelAttribute } from './kernel-settings';
export {
  StructView,
  type FieldName,
  type FieldPlace,
  type FieldType,
  type FieldValue,
  type StructDescription,
} from './struct-view';
export type { Bytes, Callback, DriverCall, Handle, Integer, Pointer, Text } from './parameter-types';
export type { CudaDriverFunctions } from './generated/functions';
export * from './generated/enumerations';
export * from './generated/structs';
export * from './generated/constants';
