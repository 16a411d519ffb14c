/** The conformance kit against the emulated driver and the emulated NVRTC of tools/emulator: no GPU is needed. */
import { runConformance } from '@heddle/conformance';
import { backend } from '@heddle/backend-nvrtc';
import { emulatedToolkit } from '../../../tools/emulator/test/emulated-toolkit';
import { builtPrograms } from '../../../tools/sources/test/built-sources';

const toolkit = emulatedToolkit();

if (toolkit === undefined) {
  it.skip('there is no C++ compiler, or the emulator does not run on this kind of machine', () => undefined);
} else {
  // Programs that cases start find them here too.
  process.env['HEDDLE_CUDA_LIBRARY'] = toolkit.driver;
  process.env['HEDDLE_NVRTC_LIBRARY'] = toolkit.nvrtc;
  const programs = builtPrograms('backend-nvrtc');
  runConformance({ backend, programs, describe, it, beforeAll, afterAll });
}
