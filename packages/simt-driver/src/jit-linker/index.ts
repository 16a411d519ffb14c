/** libnvJitLink: LTO-IR made into what the driver loads. */
export { jitLink, needsJitLink, type JitLinkTarget } from './jit-link';
export { nvJitLinkCandidates, nvJitLinkLibraryVariable } from './find-nvjitlink';
export {
  nvJitLinkInputs,
  nvJitLinkResults,
  nvJitLinkSignatures,
  type NvJitLinkFunctionName,
  type NvJitLinkInput,
  type NvJitLinkResult,
} from './nvjitlink-functions';
export { NvJitLinkLibrary, nvJitLinkResultName } from './nvjitlink-library';
export { NvJitLinker, type LinkedFormat } from './nvjitlink-linker';
