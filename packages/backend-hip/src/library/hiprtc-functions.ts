/** The functions of hiprtc, with what they take, and its results. */
import type { RtcDescription } from '@heddle/simt-driver';

/** Letters: `p` memory of the host, `h` a program handle, `s` text read during the call, `i` int, `z` size_t. */
export const hiprtcSignatures = {
  hiprtcVersion: 'p p',
  hiprtcCreateProgram: 'p p p i p p',
  hiprtcDestroyProgram: 'p',
  hiprtcCompileProgram: 'h i p',
  hiprtcAddNameExpression: 'h s',
  hiprtcGetLoweredName: 'h s p',
  hiprtcGetProgramLogSize: 'h p',
  hiprtcGetProgramLog: 'h p',
  hiprtcGetCodeSize: 'h p',
  hiprtcGetCode: 'h p',
  // From ROCm 5.3 on.
  hiprtcGetBitcodeSize: 'h p',
  hiprtcGetBitcode: 'h p',
  hiprtcLinkCreate: 'i p p p',
  hiprtcLinkAddData: 'h i p z s i p p',
  hiprtcLinkAddFile: 'h i s i p p',
  hiprtcLinkComplete: 'h p p',
  hiprtcLinkDestroy: 'h',
} as const;

export type HiprtcFunctionName = keyof typeof hiprtcSignatures;

/** hiprtcResult by number; HIPRTC_ERROR_LINKING is 100. */
export const hiprtcResults = [
  'HIPRTC_SUCCESS',
  'HIPRTC_ERROR_OUT_OF_MEMORY',
  'HIPRTC_ERROR_PROGRAM_CREATION_FAILURE',
  'HIPRTC_ERROR_INVALID_INPUT',
  'HIPRTC_ERROR_INVALID_PROGRAM',
  'HIPRTC_ERROR_INVALID_OPTION',
  'HIPRTC_ERROR_COMPILATION',
  'HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE',
  'HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION',
  'HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION',
  'HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID',
  'HIPRTC_ERROR_INTERNAL_ERROR',
] as const;

export type HiprtcResult = (typeof hiprtcResults)[number];

/** hiprtc as the shared run-time compiler sees it. */
export const hiprtc: RtcDescription<HiprtcFunctionName, HiprtcResult> = {
  backend: 'hip',
  title: 'hiprtc',
  signatures: hiprtcSignatures,
  results: hiprtcResults,
  versionFunction: 'hiprtcVersion',
  program: {
    create: 'hiprtcCreateProgram',
    destroy: 'hiprtcDestroyProgram',
    compile: 'hiprtcCompileProgram',
    addNameExpression: 'hiprtcAddNameExpression',
    loweredName: 'hiprtcGetLoweredName',
    logSize: 'hiprtcGetProgramLogSize',
    log: 'hiprtcGetProgramLog',
  },
};
