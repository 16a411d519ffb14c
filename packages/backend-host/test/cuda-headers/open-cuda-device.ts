/** Opens the device on which CUDA's headers are tried: the host, or a GPU, whose compiler brings its own. */
import { openDevice, type Device } from '@heddle/core';

/** What HEDDLE_TEST_BACKENDS names and compiles CUDA C++. */
export const cudaBackend =
  (process.env['HEDDLE_TEST_BACKENDS'] ?? 'host').split(',').find((name) => name !== 'opencl') ?? 'host';

export function openCudaDevice(): Promise<Device> {
  return openDevice(cudaBackend);
}
