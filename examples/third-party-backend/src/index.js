// @ts-check
/** The plugin that Heddle finds: whether this backend can serve here, and how it is opened. */
import { HeddleError } from '@heddle/core';
import { apiVersion } from '@heddle/core/backend';
import { compilerVersion } from './serial-compiler.js';
import { SerialDriver } from './serial-driver.js';

/** @type {import('@heddle/core').Backend} */
export const backend = {
  name: 'serial',
  packageName: 'heddle-backend-serial',
  apiVersion,
  async probe() {
    const version = await compilerVersion();
    if (version === undefined) {
      return { available: false, reason: 'There is no C compiler.', hint: 'Install one: apt-get install gcc' };
    }
    return { available: true, version, devices: [{ index: 0, name: 'One thread', type: 'cpu' }] };
  },
  async open() {
    const version = await compilerVersion();
    if (version === undefined) throw new HeddleError('UNAVAILABLE', 'there is no C compiler', { backend: 'serial' });
    return new SerialDriver(version);
  },
};

export default backend;
