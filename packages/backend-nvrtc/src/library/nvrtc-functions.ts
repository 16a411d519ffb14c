/** libnvrtc's functions beyond those of every run-time compiler. */
import { describeRtc, type RtcFunctionName, type RtcResultName } from '@heddle/simt-driver';

const ownFunctions = {
  nvrtcGetNumSupportedArchs: 'p',
  nvrtcGetSupportedArchs: 'p',
  nvrtcGetPTXSize: 'h p',
  nvrtcGetPTX: 'h p',
  nvrtcGetCUBINSize: 'h p',
  nvrtcGetCUBIN: 'h p',
  nvrtcGetLTOIRSize: 'h p',
  nvrtcGetLTOIR: 'h p',
  nvrtcGetOptiXIRSize: 'h p',
  nvrtcGetOptiXIR: 'h p',
  nvrtcGetPCHHeapSize: 'p',
  nvrtcSetPCHHeapSize: 'z',
  nvrtcGetPCHCreateStatus: 'h',
  nvrtcGetPCHHeapSizeRequired: 'h p',
} as const;

const ownResults = [
  'NVRTC_ERROR_TIME_FILE_WRITE_FAILED',
  'NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED',
  'NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED',
  'NVRTC_ERROR_PCH_CREATE',
  'NVRTC_ERROR_CANCELLED',
  'NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED',
] as const;

export type NvrtcFunctionName = RtcFunctionName<'nvrtc', typeof ownFunctions>;

/** nvrtcResult by name. */
export type NvrtcResult = RtcResultName<'nvrtc', (typeof ownResults)[number]>;

export const nvrtc = describeRtc({
  backend: 'nvrtc',
  title: 'NVRTC',
  prefix: 'nvrtc',
  functions: ownFunctions,
  results: ownResults,
});

/** What the functions take, by name, and the results by number. */
export const { signatures: nvrtcSignatures, results: nvrtcResults } = nvrtc;
