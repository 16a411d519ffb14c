/** From what a caller calls a stream to its place in the order of the device. */
import { describe } from '../diagnostics/describe';
import { argumentError } from '../errors';
import type { DeviceContext } from './device-context';
import type { Stream } from './stream';
import type { OrderedQueue } from './stream-order';

/**
 * The stream that a call names, or the default one.
 *
 * @throws HeddleError `ARGUMENT` if it is not a stream, or one that is disposed or belongs to another device
 */
export function orderedQueueOf(
  stream: Stream | undefined,
  context: DeviceContext,
  defaultStream: () => OrderedQueue,
): OrderedQueue {
  if (stream === undefined) return defaultStream();
  assertIsStream(stream);
  return stream.orderedIn(context);
}

// A function of its own: what every launch calls stays short enough to be inlined.
function assertIsStream(stream: Stream): void {
  // Not instanceof: the stream may be of another copy of this package.
  if (typeof (stream as Partial<Stream> | null)?.orderedIn === 'function') return;
  throw argumentError(`a stream comes from device.createStream(), not ${describe(stream)}`, { parameter: 'stream' });
}
