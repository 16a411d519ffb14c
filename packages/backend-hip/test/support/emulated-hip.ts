/**
 * HIP's interface over NVIDIA's driver (tools/hip-on-nvidia), on the emulated driver and the emulated NVRTC of
 * tools/emulator: no GPU is needed.
 */
import koffi from 'koffi';
import { emulatedToolkit } from '../../../../tools/emulator/test/emulated-toolkit';
import { hipOnNvidia } from './hip-on-nvidia';

/**
 * Chooses it for the tests of a file, and for the programs that they start.
 *
 * @returns false if this machine does not build it
 */
export function useEmulatedHip(): boolean {
  const toolkit = emulatedToolkit();
  const library = toolkit && hipOnNvidia(toolkit.folder);
  if (toolkit === undefined || library === undefined) return false;
  const chosen: Readonly<Record<string, string>> = {
    HEDDLE_CUDA_LIBRARY: toolkit.driver,
    HEDDLE_NVRTC_LIBRARY: toolkit.nvrtc,
    HEDDLE_HIP_LIBRARY: library,
  };
  const before = Object.keys(chosen).map((name) => [name, process.env[name]] as const);
  for (const [name, value] of Object.entries(chosen)) setVariable(name, value);
  // Other files of tests run in this process too.
  afterAll(() => {
    for (const [name, value] of before) setVariable(name, value);
  });
  return true;
}

// A test's process.env is jest's own object; the library, which is in C, reads the process's.
function setVariable(name: string, value: string | undefined): void {
  const library = koffi.load('libc.so.6');
  let refused: unknown;
  if (value === undefined) {
    Reflect.deleteProperty(process.env, name);
    refused = library.func('unsetenv', 'int', ['str'])(name);
  } else {
    process.env[name] = value;
    refused = library.func('setenv', 'int', ['str', 'str', 'int'])(name, value, 1);
  }
  if (refused !== 0) throw new Error(`the C library refused to set ${name}`);
}
