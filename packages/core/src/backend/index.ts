/**
 * Heddle for those who extend it: backends implement the service interface, and libraries build on devices.
 *
 * What applications use is in `@heddle/core`; nothing is in both entry points.
 */

// The service interface.
export { apiVersion, capabilities, describeCapability, joinedLogs, requireCapability } from '../spi';
export type {
  AddressMode,
  Artifact,
  Capability,
  Compiler,
  CompileRequest,
  DeviceLimits,
  DeviceSummary,
  Dim3,
  Driver,
  EntryAttributes,
  EntryHandle,
  EventHandle,
  FilterMode,
  GraphHandle,
  MemoryHandle,
  MemoryKind,
  ModuleHandle,
  OpenOptions,
  PreparedGeometry,
  PreparedLaunch,
  ProbeResult,
  QueueHandle,
  QueueOptions,
  RectangleCopy,
  RectangleSide,
  TextureDescription,
  TextureHandle,
  Unavailable,
} from '../spi';
export {
  firstPartyBackends,
  isNotInstalled,
  loadBackend,
  registerBackend,
  registeredBackends,
  unavailable,
} from '../registry';

// Compilers: dialects, options, programs, and what they read from the environment.
export { cudaDialect, hipDialect, hipFacts, openclDialect } from '../dialect';
export type { CudaDialectOptions, Dialect, DialectFacts, HipDialectOptions } from '../dialect';
export {
  cOptionRules,
  fortranOptionRules,
  hipOptionRules,
  linkerRules,
  nvccOptionRules,
  nvrtcOptionRules,
  openClOptionsIn,
  openclOptionRules,
} from '../compiler-options';
export type { GivenOption, OptionRules, PassingOption, ReservedOption } from '../compiler-options';
export {
  comgrVariables,
  compilerInputs,
  hostCompilerVariables,
  joinedVariables,
  rocmParts,
} from '../compiler-environment';
export type { CompilerInputs, CompilerVariable } from '../compiler-environment';
export {
  inCompilerTurn,
  readOutput,
  runCompiler,
  startByNode,
  withTemporaryFolder,
  writeHeaders,
} from '../compiler-programs';
export type {
  CompilerOutcome,
  EndedCompiler,
  ProgramEnd,
  ProgramInput,
  ProgramOutput,
  ProgramStart,
  RunCompilerOptions,
  RunningProgram,
  StartProgram,
} from '../compiler-programs';
export { artifactKey } from '../cache';
export type { ArtifactKey, ArtifactMetadata, ArtifactRequest, CachedArtifact, CacheEntry, JsonValue } from '../cache';

// Errors, and what compilers say.
export { argumentError, errorDetails, internalError, type ErrorDetails } from '../errors';
export {
  assertOptions,
  assertOptionsObject,
  compileError,
  describe,
  didYouMean,
  firstDiagnostic,
  nearestNames,
  notOptions,
  numberedExcerpt,
  optionNames,
  parseDiagnostics,
  pathOfUrl,
  restoredCharacters,
} from '../diagnostics';
export type { Diagnostic, FailedCompilation, GivenTexts } from '../diagnostics';

// Signatures and arguments of kernels.
export {
  canonicalName,
  describeParameter,
  entryNamesIn,
  entryNamesOf,
  expressionByParameters,
  kernelExpressions,
  parseGlobals,
  parseKernels,
  placedTokens,
  signatureFor,
  symbolExpressions,
  symbolsNamed,
} from '../signature';
export type {
  DataModel,
  KernelArguments,
  KernelName,
  KernelNamed,
  KernelSignature,
  KernelTable,
  KernelTableType,
  LooseArgument,
  LooseKernelTable,
  OptionSyntax,
  Parameter,
  ParameterKind,
  ParameterType,
  ParseOptions,
  PlacedToken,
  ReaderInputs,
  SourceFiles,
  StructField,
} from '../signature';
export { bufferSymbol, layoutOf, turnSymbol } from '../arguments';
export type {
  ArgumentLayout,
  ArgumentSlot,
  ArgumentTurn,
  DeviceArgument,
  DeviceReference,
  TurnArgument,
} from '../arguments';

// Element types.
export {
  arrayHolds,
  arrayTag,
  bfloat16FromNumber,
  bfloat16Max,
  dtypeOfArray,
  float16FromNumber,
  float16Max,
  integerRanges,
  isDType,
  numberFromBfloat16,
  numberFromFloat16,
  scalarCheck,
  scalarProblem,
  scalarStores,
} from '../dtype';
export type { ArrayOf, Complex, DTypeInfo, DTypeKind, ScalarCheck, ScalarOf, ScalarStore } from '../dtype';

// Work and memory of libraries.
export type {
  Awaitable,
  Compilation,
  HostArrayOf,
  LinkObject,
  LinkSource,
  RectangleCopyOptions,
  TransferOptions,
  Volume,
  WorkQueue,
} from '../device';
export { MemoryPressure, MemoryPool } from '../memory-pool';
export type { MemoryArena, PoolAllocator, PoolBlock, PoolLimit, PoolStatistics, StreamMark } from '../memory-pool';
export { debug, traceTune } from '../tracing';
export type { CacheTrace, CompileTrace, CopyTrace, LaunchTrace, LeakTrace, TuneTrace } from '../tracing';
export { onAbort } from '../abort-listeners';

// Files that users name, and files that Heddle may remove.
export {
  assertLibraryFile,
  assertNotOthers,
  fileBeginsWith,
  fileReadError,
  fileWriteError,
  firstOwnPath,
  flushFolder,
  isUnfinishedName,
  leadsToSameFile,
  occupantOf,
  openCarefully,
  ownMark,
  placeOfFile,
  readCarefully,
  readUserFile,
  readUserText,
  removeIfOpen,
  removeOwnFile,
  writeFileWhole,
  writeFileWholeSync,
} from '../files';
export type { Append, FoundFile, Occupant, WholeFileOptions } from '../files';
