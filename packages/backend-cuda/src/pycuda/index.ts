/** PyCUDA's interface in TypeScript, on Heddle's devices. The README of this package has the table of translations. */
export { autoinit, currentDevice, useDevice, type AutoinitOptions } from './current-device';
export {
  compile,
  compilePlain,
  getNvccVersion,
  preprocessSource,
  type CompileTargetForm,
  type CompileToOptions,
} from './compile';
export type { NvccOptions } from './nvcc-options';
export { SourceModule } from './source-module';
export { CudaModule, type FunctionOf } from './cuda-module';
export {
  DynamicModule,
  DynamicSourceModule,
  type DynamicFunction,
  type DynamicOptions,
  type LinkInput,
} from './dynamic-module';
export {
  KernelFunction,
  type ArgumentOrHost,
  type CallArguments,
  type CallResult,
  type PrepareOptions,
} from './kernel-function';
export type { CallOptions } from './call-options';
export type { ArgumentTypes } from './prepared-types';
export { HostArgument, In, InOut, Out } from './host-argument';
export { funcCache, functionAttribute } from './function-constants';
export {
  memAlloc,
  memcpyDtod,
  memcpyDtodAsync,
  memcpyDtoh,
  memcpyDtohAsync,
  memcpyHtod,
  memcpyHtodAsync,
  memsetD16,
  memsetD32,
  memsetD8,
  toDevice,
  type DeviceAllocation,
  type StreamOrDefault,
} from './memory';
