/**
 * Heddle for applications: open a device, compile kernels, launch them, and read the results.
 *
 * Backends and libraries find what else they need in `@heddle/core/backend`, and tests a device made of JavaScript in
 * `@heddle/core/testing`.
 */
export { openCompiler, openDevice, probeBackends, type OpenDeviceOptions } from './registry';
export { Buffer, Device, DeviceCompiler, Event, Graph, Kernel, Module, PlainFunction, Stream, Texture } from './device';
export type {
  AllocateOptions,
  CompileOptions,
  KernelOf,
  LaunchOptions,
  LinkOptions,
  LoadOptions,
  ReadOptions,
  StreamOptions,
  TextureOptions,
  UploadOptions,
  WriteOptions,
} from './device';
export { HeddleError, isHeddleError, type ErrorCode } from './errors';
export { dtypeInfo, dtypes, type DType, type TypedArray } from './dtype';
export { bfloat16ArrayFrom, float16ArrayFrom, numbersFromBfloat16, numbersFromFloat16 } from './dtype';
export { ArtifactCache, type ArtifactCacheOptions } from './cache';
export { onTrace, type TracePayloads } from './tracing';
export type { Backend, DeviceProperties, Extent } from './spi';
export type { SourceLanguage } from './signature';
