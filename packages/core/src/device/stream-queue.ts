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
  // Not instanceof: the stream may be of another copy of this package.
  if (typeof (stream as Partial<Stream> | null)?.queueFor !== 'function') {
    throw argumentError(`a stream comes from device.createStream(), not ${describe(stream)}`, { parameter: 'stream' });
  }
  return stream.queueFor(context);
}
