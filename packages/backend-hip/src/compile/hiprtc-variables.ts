/** Environment variables that hiprtc reads. It runs in this process, so all of it is part of the cache key. */
import { comgrVariables, hipOptionRules, joinedVariables, linkerRules } from '@heddle/core/backend';

const code = 'https://github.com/ROCm/clr/blob/amd-staging/hipamd/src/hiprtc/hiprtcInternal.cpp';

export const hiprtcVariables = joinedVariables(
  [
    { name: 'HIPRTC_COMPILE_OPTIONS_APPEND', role: 'options', at: 'end', rules: hipOptionRules, source: code },
    { name: 'HIPRTC_LINK_OPTIONS_APPEND', role: 'options', at: 'end', rules: linkerRules, source: code },
  ],
  comgrVariables,
);
