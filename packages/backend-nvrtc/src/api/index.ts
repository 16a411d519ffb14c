/** The typed functions of NVRTC and nvJitLink, on which the backend is built. */
export { NvrtcLibrary, nvrtcError, resultName, type NvrtcFunction } from '../library/nvrtc-library';
export { nvrtcResults, nvrtcSignatures, type NvrtcFunctionName, type NvrtcResult } from '../library/nvrtc-functions';
export { NvrtcProgram, type BinaryFormat, type ProgramParts } from '../compile/nvrtc-program';
export { nvrtcCandidates, nvrtcLibraryVariable, toolkitIncludeFolders } from '../library/find-nvrtc';
export {
  nvJitLinkCandidates,
  nvJitLinkInputs,
  NvJitLinker,
  NvJitLinkLibrary,
  nvJitLinkLibraryVariable,
  nvJitLinkResultName,
  nvJitLinkResults,
  nvJitLinkSignatures,
  type LinkedFormat,
  type NvJitLinkFunctionName,
  type NvJitLinkInput,
  type NvJitLinkResult,
} from '@heddle/simt-driver';
