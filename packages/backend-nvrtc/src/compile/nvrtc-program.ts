/** One program of NVRTC, and the forms of what it makes. */
import { RtcProgram } from '@heddle/simt-driver';
import type { NvrtcFunctionName, NvrtcResult } from '../library/nvrtc-functions';

export type { ProgramParts } from '@heddle/simt-driver';

/** The binary forms a program is asked for. */
export type BinaryFormat = 'cubin' | 'ptx' | 'ltoir';

const getters = {
  cubin: ['nvrtcGetCUBINSize', 'nvrtcGetCUBIN'],
  ptx: ['nvrtcGetPTXSize', 'nvrtcGetPTX'],
  ltoir: ['nvrtcGetLTOIRSize', 'nvrtcGetLTOIR'],
} as const;

export class NvrtcProgram extends RtcProgram<NvrtcFunctionName, NvrtcResult> {
  /** The compiled program. @throws HeddleError `UNSUPPORTED` for a form that the options did not produce */
  binary(format: BinaryFormat): Uint8Array {
    const [sizeGetter, getter] = getters[format];
    const bytes = this.output(sizeGetter, getter, format);
    const last = bytes.byteLength - 1;
    return format === 'ptx' && bytes[last] === 0 ? bytes.subarray(0, last) : bytes;
  }
}
