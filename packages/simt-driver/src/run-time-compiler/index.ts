/** What NVRTC and hiprtc have in common. */
export { rtcResult, type ProgramFunctions, type RtcDescription } from './rtc-description';
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
