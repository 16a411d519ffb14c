/**
 * The conformance kit through HIP's interface over NVIDIA's driver (tools/hip-on-nvidia), on the emulated driver and the
 * emulated NVRTC of tools/emulator: no GPU is needed.
 */
import { runConformance } from '@heddle/conformance';
import { backend } from '@heddle/backend-hip';
import { emulatedToolkit } from '../../../tools/emulator/test/emulated-toolkit';
import { hipOnNvidia } from './support/hip-on-nvidia';

const toolkit = emulatedToolkit();
const library = hipOnNvidia();

if (toolkit === undefined || library === undefined) {
  it.skip('there is no C++ compiler, or the emulator does not run on this kind of machine', () => undefined);
} else {
  // Programs that cases start find them here too.
  process.env['HEDDLE_CUDA_LIBRARY'] = toolkit.driver;
  process.env['HEDDLE_NVRTC_LIBRARY'] = toolkit.nvrtc;
  process.env['HEDDLE_HIP_LIBRARY'] = library;
  const programs = { backend: '@heddle/backend-hip', execArgv: ['--import', 'tsx'] };
  runConformance({ backend, programs, describe, it, beforeAll, afterAll });
}
