/** The conformance kit against the emulated driver and the stand-in for nvcc of tools/emulator: no GPU is needed. */
import { runConformance } from '@heddle/conformance';
import { backend } from '@heddle/backend-cuda';
import { emulatedToolkit } from '../../../tools/emulator/test/emulated-toolkit';
import { builtPrograms } from '../../../tools/sources/test/built-sources';

const toolkit = emulatedToolkit();

if (toolkit === undefined) {
  it.skip('there is no C++ compiler, or the emulator does not run on this kind of machine', () => undefined);
} else {
  // Programs that cases start find them here too. A real nvcc of this machine makes code that only GPUs run.
  process.env['HEDDLE_CUDA_LIBRARY'] = toolkit.driver;
  process.env['HEDDLE_NVCC'] = toolkit.nvcc;
  const programs = builtPrograms('backend-cuda');
  runConformance({ backend, programs, describe, it, beforeAll, afterAll });
}
