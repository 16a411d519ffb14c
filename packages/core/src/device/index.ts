export {
  Buffer,
  type ArrayClass,
  type HostArrayOf,
  type ReadOptions,
  type TransferOptions,
  type WriteOptions,
} from './buffer';
export type { CompileOptions } from './compile-source';
export { detectLanguage } from './detect-language';
export { Device, type AllocateOptions, type LoadOptions, type UploadOptions } from './device';
export { DeviceCompiler, type Compilation } from './device-compiler';
export { Event } from './event';
export { Graph } from './graph';
export { Kernel, type LaunchOptions } from './kernel';
export type { LinkObject, LinkOptions, LinkSource, ObjectOptions } from './link-sources';
export { checkGeometry, type LaunchGeometry, type LaunchShape } from './launch-geometry';
export { Module, type KernelOf, type KernelOptions } from './module';
export { PlainFunction } from './plain-function';
export type { RectangleCopyOptions, Volume } from './rectangle-copy';
export { Stream, type StreamOptions } from './stream';
export { Texture, type TextureOptions } from './texture';
