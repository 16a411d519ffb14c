/** CuPy's raw kernels in TypeScript, on Heddle's devices. The README of this package has the table of translations. */
export { currentDevice, getDevice, useDevice } from './current-device';
export type { CompilerBackend, RawOptions } from './compile-options';
export { RawKernel, type FunctionOptions, type RawArguments, type RawLaunchOptions } from './raw-kernel';
export { RawModule, type LogStream, type RawModuleOptions } from './raw-module';
export { clearMemo, memoize } from './memoize';
export { compileWithCache, type CompileWithCacheOptions } from './compile-with-cache';
