/** From what a caller calls a stream to the driver's queue. */
import { describe } from '../diagnostics/describe';
import { argumentError } from '../errors';
import type { QueueHandle } from '../spi/driver';
import type { DeviceContext } from './device-context';
import type { Stream } from './stream';

/**
 * The queue of a stream, or the default one where none is named.
 *
 * @throws HeddleError `ARGUMENT` for something that is no stream, or one that is disposed or another device's
 */
export function queueOf(
  stream: Stream | undefined,
  context: DeviceContext,
  defaultQueue: () => QueueHandle,
): QueueHandle {
  if (stream === undefined) return defaultQueue();
  assertIsStream(stream);
  return stream.queueFor(context);
}

/**
 * Checks what {@link queueOf} checks. The stream's queue gets no work, and no wait for other streams.
 *
 * @throws HeddleError `ARGUMENT` for something that is no stream, or one that is disposed or another device's
 */
export function assertStream(stream: Stream | undefined, context: DeviceContext): void {
  if (stream === undefined) return;
  assertIsStream(stream);
  stream.assertOf(context);
}

function assertIsStream(stream: Stream): void {
  // Not instanceof: the stream may be of another copy of this package.
  if (typeof (stream as Partial<Stream> | null)?.queueFor === 'function') return;
  throw argumentError(`a stream comes from device.createStream(), not ${describe(stream)}`, { parameter: 'stream' });
}
