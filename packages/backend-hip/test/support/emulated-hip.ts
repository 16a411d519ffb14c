/**
 * HIP's interface over NVIDIA's driver (tools/hip-on-nvidia), on the emulated driver and the emulated NVRTC of
 * tools/emulator: no GPU is needed.
 */
import koffi from 'koffi';
import { emulatedToolkit } from '../../../../tools/emulator/test/emulated-toolkit';
import { hipOnNvidia } from './hip-on-nvidia';

/** Chooses it for this process, and for those it starts. @returns false where this machine does not build it */
export function useEmulatedHip(): boolean {
  const toolkit = emulatedToolkit();
  const library = hipOnNvidia();
  if (toolkit === undefined || library === undefined) return false;
  setVariable('HEDDLE_CUDA_LIBRARY', toolkit.driver);
  setVariable('HEDDLE_NVRTC_LIBRARY', toolkit.nvrtc);
  setVariable('HEDDLE_HIP_LIBRARY', library);
  return true;
}

// A test's process.env is jest's own object; the library, which is in C, reads the process's.
function setVariable(name: string, value: string): void {
  process.env[name] = value;
  const set = koffi.load('libc.so.6').func('setenv', 'int', ['str', 'str', 'int']) as (
    name: string,
    value: string,
    overwrite: number,
  ) => number;
  if (set(name, value, 1) !== 0) throw new Error(`the C library refused to set ${name}`);
}
