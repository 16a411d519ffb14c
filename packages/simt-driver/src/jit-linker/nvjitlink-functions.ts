/** The functions of libnvJitLink, with what they take, its results and the kinds of its inputs. */

/** Letters: `p` memory of the host, `h` a linker's handle, `s` text read during the call, `i` int, `z` size_t. */
export const nvJitLinkSignatures = {
  nvJitLinkVersion: 'p p',
  nvJitLinkCreate: 'p i p',
  nvJitLinkDestroy: 'p',
  nvJitLinkAddData: 'h i p z s',
  nvJitLinkAddFile: 'h i s',
  nvJitLinkComplete: 'h',
  nvJitLinkGetLinkedCubinSize: 'h p',
  nvJitLinkGetLinkedCubin: 'h p',
  nvJitLinkGetLinkedPtxSize: 'h p',
  nvJitLinkGetLinkedPtx: 'h p',
  nvJitLinkGetLinkedLTOIRSize: 'h p',
  nvJitLinkGetLinkedLTOIR: 'h p',
  nvJitLinkGetErrorLogSize: 'h p',
  nvJitLinkGetErrorLog: 'h p',
  nvJitLinkGetInfoLogSize: 'h p',
  nvJitLinkGetInfoLog: 'h p',
} as const;

export type NvJitLinkFunctionName = keyof typeof nvJitLinkSignatures;

/** nvJitLinkResult by number. */
export const nvJitLinkResults = [
  'NVJITLINK_SUCCESS',
  'NVJITLINK_ERROR_UNRECOGNIZED_OPTION',
  'NVJITLINK_ERROR_MISSING_ARCH',
  'NVJITLINK_ERROR_INVALID_INPUT',
  'NVJITLINK_ERROR_PTX_COMPILE',
  'NVJITLINK_ERROR_NVVM_COMPILE',
  'NVJITLINK_ERROR_INTERNAL',
  'NVJITLINK_ERROR_THREADPOOL',
  'NVJITLINK_ERROR_UNRECOGNIZED_INPUT',
  'NVJITLINK_ERROR_FINALIZE',
  'NVJITLINK_ERROR_NULL_INPUT',
  'NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS',
  'NVJITLINK_ERROR_INCORRECT_INPUT_TYPE',
  'NVJITLINK_ERROR_ARCH_MISMATCH',
  'NVJITLINK_ERROR_OUTDATED_LIBRARY',
  'NVJITLINK_ERROR_MISSING_FATBIN',
  'NVJITLINK_ERROR_UNRECOGNIZED_ARCH',
  'NVJITLINK_ERROR_UNSUPPORTED_ARCH',
  'NVJITLINK_ERROR_LTO_NOT_ENABLED',
] as const;

export type NvJitLinkResult = (typeof nvJitLinkResults)[number];

/** nvJitLinkInputType by the format of an artifact. */
export const nvJitLinkInputs = { cubin: 1, ptx: 2, ltoir: 3, fatbin: 4, object: 5, library: 6, any: 10 } as const;

export type NvJitLinkInput = keyof typeof nvJitLinkInputs;
