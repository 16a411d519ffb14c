/** The driver that CUDA's and HIP's backends share. Users meet it through a backend; its authors build on it. */
export { simtBackend, type BackendCompilers, type ContextOptions, type SimtBackendDescription } from './simt-backend';
export { SimtDriver, type SimtDriverOptions } from './simt-driver';
export { SimtApi } from './simt-api';
export { SimtContext, type ContextKind, type ContextNeed } from './simt-context';
export { SimtMemory } from './memory/simt-memory';
export { adviseManaged, prefetchManaged, type MemoryAdvice, type MemoryPlace } from './memory/managed-advice';
export { allocateOrdered, freeOrdered } from './memory/ordered-memory';
export { registerMemory, type RegisteredMemory } from './memory/registered-memory';
export { openShared, shareMemory } from './memory/shared-handles';
export { complexHeader } from './module/complex-header';
export { linkImages } from './module/link-images';
export { linkObjects, reasonInLog, type LinkCall, type LinkedPart, type ObjectLinker } from './module/link-objects';
export * from './jit-linker';
export { updateGraph, type SimtGraph } from './stream/graphs';
export { SimtQueue } from './stream/simt-queue';
export { kernelSymbols } from './module/kernel-symbols';
export { initialize, probeDevices } from './probe';
export { status, statusError, type NamedStatus } from './status';
export { deepCallsFitWorkers, prepareForeignStacks } from './library/foreign-stacks';
export { lazyFunctions } from './library/lazy-functions';
export { isAbsent, loadFirst, type LoadedLibrary, type LoadFailure } from './library/load-library';
export { cuda } from './symbols/cuda';
export { hip } from './symbols/hip';
export { hipDeviceAttributes } from './symbols/hip-device-attributes';
export {
  foreignTypesOf,
  signatures,
  type ArgumentsOf,
  type FunctionName,
  type HostPointer,
} from './symbols/signatures';
export type { DeviceFacts, KernelAttributeNumbers, KernelParameters, NeededAttribute, Vendor } from './symbols/vendor';
export { CompilerProgram, FoundByPath, type CompilerProgramDetails } from './toolkit/compiler-program';
export { failingHeader } from './toolkit/failing-header';
export { newestFirst, pythonPackageFolders, toolkitFolders } from './toolkit/find-files';
export { foldersOnPath, locateProgram } from './toolkit/locate-program';
export { refusedMark, refusedSource, type Refusal } from './toolkit/refused-source';
export {
  runSourceCompiler,
  type SourceCompiler,
  type SourceRun,
  type SourceRunResult,
} from './toolkit/run-source-compiler';
export { markedNames } from './module/marked-names';
export { markedExpressions, marksFile, markText } from './module/name-marks';
export * from './run-time-compiler';
