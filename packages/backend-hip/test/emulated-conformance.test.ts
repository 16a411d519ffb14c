/** The conformance kit through HIP's interface over NVIDIA's driver, on an emulated device: no GPU is needed. */
import { readFileSync } from 'node:fs';
import { runConformance } from '@heddle/conformance';
import { backend } from '@heddle/backend-hip';
import { builtPrograms } from '../../../tools/sources/test/built-sources';
import { useEmulatedHip } from './support/emulated-hip';

if (!useEmulatedHip()) {
  it.skip('there is no C++ compiler, or the emulator does not run on this kind of machine', () => undefined);
} else {
  // Without a device the kit skips all of its cases, which would look like a success.
  it('sees the emulated device', async () => {
    expect(await backend.probe()).toMatchObject({ available: true, devices: [{ name: 'Heddle emulated GPU' }] });
  });
  const programs = builtPrograms('backend-hip');
  runConformance({ backend, programs, describe, it, beforeAll, afterAll });
  // ROCm's compiler is an LLVM, which ends a process that has another one in it, PoCL's say.
  it('leaves the libraries of ROCm alone', () => {
    expect(readFileSync('/proc/self/maps', 'utf8')).not.toMatch(/libamd_comgr|libamdhip64/);
  });
}
