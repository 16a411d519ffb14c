/** What NVRTC and hiprtc have in common. */
export {
  describeRtc,
  rtcResult,
  type RtcDescription,
  type RtcFunctionName,
  type RtcLibraryParts,
  type RtcResultName,
} from './rtc-description';
export { resultNameOf, rtcError, rtcNotLoaded, RtcLibrary, type RtcFunction } from './rtc-library';
export { RtcProgram, type ProgramParts } from './rtc-program';
export {
  compileProgram,
  nvrtcRefusedName,
  programArtifact,
  refusedName,
  refusedOption,
  unknownName,
  type CompiledProgram,
  type RefusedName,
} from './compile-program';
export { standardHeaders } from './standard-headers';
