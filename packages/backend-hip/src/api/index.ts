/** HIP and hiprtc themselves, typed: what the backend is built on. */
export { HipRuntime, type HipFunctionName } from './hip-runtime';
export type { HipFunctions } from './generated/functions';
export * from './generated/enumerations';
export { assertKnownArchitecture, HiprtcLibrary } from '../library/hiprtc-library';
export {
  hiprtc,
  hiprtcResults,
  hiprtcSignatures,
  type HiprtcFunctionName,
  type HiprtcResult,
} from '../library/hiprtc-functions';
export {
  comgrCandidates,
  hipCandidates,
  hipLibraryVariable,
  hiprtcCandidates,
  hiprtcLibraryVariable,
  rocmFolders,
} from '../library/find-hip';
