/** Runs the same tests on every device that this machine has: the host, which is always there, and OpenCL. */
import type { Device } from '@heddle/core';
import { gpuArrays, type Arrays } from '@heddle/gpuarray';
import { openTestDevice } from './open-test-device';

export interface TestDevice {
  readonly device: Device;
  readonly ga: Arrays;
}

/** Names of the backends to test, from HEDDLE_TEST_BACKENDS where it is set. */
export const testBackends: readonly string[] = (process.env['HEDDLE_TEST_BACKENDS'] ?? 'host,opencl').split(',');

/** One of them, for what is decided before any device is asked, such as whether an option exists. */
export const oneTestBackend: readonly string[] = testBackends.slice(0, 1);

/** A group of tests per backend. The device is opened before them and closed after. */
export function onDevices(title: string, tests: (test: TestDevice) => void, backends = testBackends): void {
  describe.each(backends)(`${title} on %s`, (backend) => {
    const opened: { device?: Device; ga?: Arrays } = {};
    beforeAll(async () => {
      opened.device = await openTestDevice(backend);
      opened.ga = gpuArrays(opened.device);
    });
    afterAll(async () => {
      await opened.device?.dispose();
    });
    tests({
      get device() {
        if (!opened.device) throw new Error('the device is not open');
        return opened.device;
      },
      get ga() {
        if (!opened.ga) throw new Error('the device is not open');
        return opened.ga;
      },
    });
  });
}
