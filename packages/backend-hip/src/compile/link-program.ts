/** hiprtc's linker: LLVM bitcode of several programs made into one binary, in memory. */
import koffi from 'koffi';
import { argumentError, HeddleError, type Artifact } from '@heddle/core';
import { resultNameOf, rtcError, type HostPointer } from '@heddle/simt-driver';
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
const logBytes = 16 * 1024;
// HIPRTC_JIT_INFO_LOG_BUFFER and the three that follow it.
const logOptions = Int32Array.of(3, 4, 5, 6);

/** The functions that linking needs: hiprtc has them from ROCm 5.3 on. */
export const linkFunctions: readonly HiprtcFunctionName[] = [
  'hiprtcGetBitcodeSize',
  'hiprtcGetBitcode',
  'hiprtcLinkCreate',
  'hiprtcLinkAddData',
  'hiprtcLinkComplete',
  'hiprtcLinkDestroy',
];

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
  const [informed, failed] = [Buffer.alloc(logBytes), Buffer.alloc(logBytes)];
  const values = BigUint64Array.of(
    BigInt(koffi.address(informed)),
    BigInt(logBytes),
    BigInt(koffi.address(failed)),
    BigInt(logBytes),
  );
  const call = (name: HiprtcFunctionName, ...args: readonly (HostPointer | string)[]): void => {
    const value = library.function(name)(...args);
    if (value !== 0) throw linkError(name, value, textsOf(failed, informed));
  };
  const state = new BigUint64Array(1);
  call('hiprtcLinkCreate', logOptions.length, logOptions, values, state);
  const linker = state[0] ?? 0n;
  try {
    for (const [i, { format, bytes }] of objects.entries()) {
      const type = inputTypes[format];
      if (type === undefined) throw argumentError(`hiprtc links no ${format}`, { backend: 'hip' });
      const part = [linker, type, bytes, bytes.byteLength, `part-${i + 1}`, 0, null, null] as const;
      call('hiprtcLinkAddData', ...part);
    }
    const [address, byteLength] = [new BigUint64Array(1), new BigUint64Array(1)];
    call('hiprtcLinkComplete', linker, address, byteLength);
    // The linker owns what it made.
    const bytes = new Uint8Array(koffi.view(address[0] ?? 0n, Number(byteLength[0])).slice(0));
    return { bytes, log: textsOf(failed, informed) };
  } finally {
    library.result('hiprtcLinkDestroy', linker);
    // What is alive until here was used by the linker until here.
    values.fill(0n);
  }
}

// HIPRTC_ERROR_LINKING
const linkingFailed = 100;

function linkError(call: HiprtcFunctionName, value: number, log: string): HeddleError {
  const named = resultNameOf(hiprtc, value);
  if (named === 'HIPRTC_ERROR_OUT_OF_MEMORY') return rtcError(hiprtc, call, named);
  const status = value === linkingFailed ? 'HIPRTC_ERROR_LINKING' : named;
  const reason = /^.*?error\s*: *(.*)$/m.exec(log)?.[1] ?? log.split('\n', 1)[0] ?? '';
  return new HeddleError('COMPILE', `linking failed: ${reason === '' ? `${call} failed: ${status}` : reason}`, {
    backend: 'hip',
    call,
    status,
    log,
  });
}

function textsOf(...logs: readonly Buffer[]): string {
  return logs
    .map((log) => log.toString('utf8', 0, Math.max(0, log.indexOf(0))).trim())
    .filter((text) => text !== '')
    .join('\n');
}
