/** hiprtc's functions beyond those of every run-time compiler. Its result HIPRTC_ERROR_LINKING is 100. */
import { describeRtc, type RtcFunctionName, type RtcResultName } from '@heddle/simt-driver';

const ownFunctions = {
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

export type HiprtcFunctionName = RtcFunctionName<'hiprtc', typeof ownFunctions>;

/** hiprtcResult by name. */
export type HiprtcResult = RtcResultName<'hiprtc', never>;

export const hiprtc = describeRtc({
  backend: 'hip',
  title: 'hiprtc',
  prefix: 'hiprtc',
  functions: ownFunctions,
  results: [],
});

/** What the functions take, by name, and the results by number. */
export const { signatures: hiprtcSignatures, results: hiprtcResults } = hiprtc;
