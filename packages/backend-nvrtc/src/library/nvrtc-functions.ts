/** The functions of libnvrtc, with what they take, and its results. */
import type { RtcDescription } from '@heddle/simt-driver';

/** Letters: `p` memory of the host, `h` a program handle, `s` text read during the call, `i` int, `z` size_t. */
export const nvrtcSignatures = {
  nvrtcVersion: 'p p',
  nvrtcGetNumSupportedArchs: 'p',
  nvrtcGetSupportedArchs: 'p',
  nvrtcCreateProgram: 'p p p i p p',
  nvrtcDestroyProgram: 'p',
  nvrtcCompileProgram: 'h i p',
  nvrtcGetPTXSize: 'h p',
  nvrtcGetPTX: 'h p',
  nvrtcGetCUBINSize: 'h p',
  nvrtcGetCUBIN: 'h p',
  nvrtcGetLTOIRSize: 'h p',
  nvrtcGetLTOIR: 'h p',
  nvrtcGetOptiXIRSize: 'h p',
  nvrtcGetOptiXIR: 'h p',
  nvrtcGetProgramLogSize: 'h p',
  nvrtcGetProgramLog: 'h p',
  nvrtcAddNameExpression: 'h s',
  nvrtcGetLoweredName: 'h s p',
  nvrtcGetPCHHeapSize: 'p',
  nvrtcSetPCHHeapSize: 'z',
  nvrtcGetPCHCreateStatus: 'h',
  nvrtcGetPCHHeapSizeRequired: 'h p',
} as const;

export type NvrtcFunctionName = keyof typeof nvrtcSignatures;

/** nvrtcResult by number. */
export const nvrtcResults = [
  'NVRTC_SUCCESS',
  'NVRTC_ERROR_OUT_OF_MEMORY',
  'NVRTC_ERROR_PROGRAM_CREATION_FAILURE',
  'NVRTC_ERROR_INVALID_INPUT',
  'NVRTC_ERROR_INVALID_PROGRAM',
  'NVRTC_ERROR_INVALID_OPTION',
  'NVRTC_ERROR_COMPILATION',
  'NVRTC_ERROR_BUILTIN_OPERATION_FAILURE',
  'NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION',
  'NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION',
  'NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID',
  'NVRTC_ERROR_INTERNAL_ERROR',
  'NVRTC_ERROR_TIME_FILE_WRITE_FAILED',
  'NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED',
  'NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED',
  'NVRTC_ERROR_PCH_CREATE',
  'NVRTC_ERROR_CANCELLED',
  'NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED',
] as const;

export type NvrtcResult = (typeof nvrtcResults)[number];

/** NVRTC as the shared run-time compiler sees it. */
export const nvrtc: RtcDescription<NvrtcFunctionName, NvrtcResult> = {
  backend: 'nvrtc',
  title: 'NVRTC',
  signatures: nvrtcSignatures,
  results: nvrtcResults,
  versionFunction: 'nvrtcVersion',
  program: {
    create: 'nvrtcCreateProgram',
    destroy: 'nvrtcDestroyProgram',
    compile: 'nvrtcCompileProgram',
    addNameExpression: 'nvrtcAddNameExpression',
    loweredName: 'nvrtcGetLoweredName',
    logSize: 'nvrtcGetProgramLogSize',
    log: 'nvrtcGetProgramLog',
  },
};
