/** Heddle on OpenCL devices of every vendor, through the system's OpenCL loader. */
import { HeddleError, type Backend } from '@heddle/core';
import { apiVersion, argumentError, type Driver, type OpenOptions } from '@heddle/core/backend';
import { filterDevices, findDevices, findPlatforms } from './discover';
import { OpenClDriver } from './opencl-driver';
import { filterOf, probeOffThread, probeOpenCl } from './probe';

/** Options of `openDevice('opencl', …)` besides core's own. */
export interface OpenClOptions extends OpenOptions {
  /** Part of a platform's name or vendor, in any case: `NVIDIA`, `portable`. */
  readonly platform?: string;
  /** Kind of device. */
  readonly type?: 'gpu' | 'cpu' | 'accelerator';
}

/** The plugin: `openDevice(backend)`, or `openDevice('opencl')` if this package is installed. */
export const backend: Backend = {
  name: 'opencl',
  apiVersion,
  packageName: '@heddle/backend-opencl',
  probe: (options) => probeOffThread(options),
  open: async (deviceIndex, options) => openDriver(deviceIndex, options),
};

function openDriver(deviceIndex: number, options: OpenOptions): Driver {
  const probed = probeOpenCl(options);
  if (!probed.available) {
    throw new HeddleError('UNAVAILABLE', probed.reason, { backend: 'opencl', hint: probed.hint });
  }
  const devices = filterDevices(findDevices(findPlatforms()), filterOf(options));
  const found = devices.find(({ index }) => index === deviceIndex);
  if (found) return new OpenClDriver(found);
  const names = devices.map(({ index, name }) => `${index}: ${name}`).join('; ');
  throw argumentError(`there is no OpenCL device ${deviceIndex} here; there are ${names}`, {
    backend: 'opencl',
    parameter: 'device',
  });
}

export { OpenClCompiler } from './opencl-compiler';
export { OpenClDriver } from './opencl-driver';
