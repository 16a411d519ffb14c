/** What is asked of a device before anything is made on it. */
import { argumentError, describe } from '@heddle/core/backend';
import { hasMethod } from './has-method';

/** @throws HeddleError `ARGUMENT` if the value is not a device; the promise from `openDevice` has its own message */
export function assertDevice(device: unknown): void {
  // By what it does: devices of another copy of the core serve as well.
  if (hasMethod(device, 'createStream')) return;
  if (device instanceof Promise) {
    throw argumentError('arrays are made on a device, not on the promise of one', {
      parameter: 'device',
      hint: 'Await it: gpuArrays(await openDevice()).',
    });
  }
  throw argumentError(`arrays are made on a device, not on ${describe(device)}`, {
    parameter: 'device',
    hint: 'Pass what await openDevice() gives.',
  });
}
