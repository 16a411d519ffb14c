/** Copies between two devices, of one backend or of two. */
import type { Buffer } from './buffer';
import type { DeviceContext } from './device-context';
import type { Driver, MemoryHandle, QueueHandle } from '../spi/driver';
import type { OrderedQueue } from './stream-order';

/** One side of a copy. */
export interface PeerSide {
  readonly context: DeviceContext;
  readonly stream: OrderedQueue;
  readonly memory: MemoryHandle;
  readonly byteOffset: number;
  readonly buffer: Buffer;
}

/**
 * Copies all of `source` to where `destination` points, after what was enqueued on both queues before.
 *
 * Devices of one backend copy directly where the driver can (`peer-copy`); others go through host memory.
 */
export async function copyBetweenDevices(destination: PeerSide, source: PeerSide): Promise<void> {
  const { byteLength } = source.buffer;
  if (byteLength === 0) return;
  await transferOn(destination, (driver, queue) => driver.completion(queue));
  if (source.context.backend === destination.context.backend && source.context.driver.capabilities.has('peer-copy')) {
    await transferOn(source, (driver, queue) => {
      source.buffer.assertFilled();
      if (!driver.copyToPeer) throw source.context.lacking('peer-copy');
      const { memory, byteOffset } = destination;
      driver.copyToPeer(
        queue,
        destination.context.driver,
        memory,
        byteOffset,
        source.memory,
        source.byteOffset,
        byteLength,
      );
      return driver.completion(queue);
    });
    return;
  }
  const bytes = new Uint8Array(byteLength);
  await transferOn(source, (driver, queue) => {
    source.buffer.assertFilled();
    return driver.copyToHost(queue, source.memory, source.byteOffset, bytes);
  });
  await transferOn(destination, (driver, queue) =>
    driver.copyToDevice(queue, destination.memory, destination.byteOffset, bytes),
  );
}

function transferOn(side: PeerSide, start: (driver: Driver, queue: QueueHandle) => Promise<void>): Promise<void> {
  return side.context.transfer('copyFromPeer', side.stream, start);
}
