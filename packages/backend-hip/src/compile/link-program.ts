/** hiprtc's linker: LLVM bitcode of several programs made into one binary, in memory. */
import { HeddleError } from '@heddle/core';
import type { Artifact } from '@heddle/core/backend';
import { linkObjects, reasonInLog, resultNameOf, rtcError, type LinkCall } from '@heddle/simt-driver';
import { hiprtc, type HiprtcFunctionName } from '../library/hiprtc-functions';
import type { HiprtcLibrary } from '../library/hiprtc-library';

// HIPRTC_JIT_INPUT_*: a library over NVIDIA's driver takes the first ones, AMD's the last.
const inputTypes: Readonly<Record<string, number>> = {
  cubin: 0,
  ptx: 1,
  fatbin: 2,
  object: 3,
  library: 4,
  bitcode: 100,
  'bundled-bitcode': 101,
  'bitcode-archive': 102,
};

/** The functions that linking needs: hiprtc has them from ROCm 5.3 on. */
export const linkFunctions: readonly HiprtcFunctionName[] = [
  'hiprtcGetBitcodeSize',
  'hiprtcGetBitcode',
  'hiprtcLinkCreate',
  'hiprtcLinkAddData',
  'hiprtcLinkComplete',
  'hiprtcLinkDestroy',
];

const names: Readonly<Record<LinkCall, HiprtcFunctionName>> = {
  linkCreate: 'hiprtcLinkCreate',
  linkAdd: 'hiprtcLinkAddData',
  linkComplete: 'hiprtcLinkComplete',
};

/**
 * Links for the device whose context is the calling thread's, and holds the thread while it does.
 *
 * @throws HeddleError `COMPILE` for a function that none of them defines, or several do; `ARGUMENT` for a form that
 * is not linked
 */
export function linkProgram(
  library: HiprtcLibrary,
  objects: readonly Pick<Artifact, 'format' | 'bytes'>[],
): { readonly bytes: Uint8Array; readonly log: string } {
  return linkObjects(
    {
      backend: 'hip',
      title: 'hiprtc',
      inputTypes,
      create: (...args) => library.function('hiprtcLinkCreate')(...args),
      add: (linker, type, { bytes, name }) =>
        library.function('hiprtcLinkAddData')(linker, type, bytes, bytes.byteLength, name, 0, null, null),
      complete: (...args) => library.function('hiprtcLinkComplete')(...args),
      destroy: (linker) => void library.function('hiprtcLinkDestroy')(linker),
      failure: (call, value, log) => linkError(names[call], value, log),
    },
    objects,
  );
}

// HIPRTC_ERROR_LINKING
const linkingFailed = 100;

function linkError(call: HiprtcFunctionName, value: number, log: string): HeddleError {
  const named = resultNameOf(hiprtc, value);
  if (named === 'HIPRTC_ERROR_OUT_OF_MEMORY') return rtcError(hiprtc, call, named);
  const status = value === linkingFailed ? 'HIPRTC_ERROR_LINKING' : named;
  const reason = reasonInLog(log);
  return new HeddleError('COMPILE', `linking failed: ${reason === '' ? `${call} failed: ${status}` : reason}`, {
    backend: 'hip',
    call,
    status,
    log,
  });
}
