/** Copies between two devices, of one backend or of two. */
import type { Buffer } from './buffer';
import type { DeviceContext } from './device-context';
import type { MemoryHandle, QueueHandle } from '../spi/driver';

/** One side of a copy. */
export interface PeerSide {
  readonly context: DeviceContext;
  /** The queue to enqueue on now, in order with the device's other streams. */
  readonly queue: () => QueueHandle;
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
  // Also for an empty copy: a stream that cannot be used is refused.
  const waitedFor = destination.queue();
  if (byteLength === 0) return;
  await destination.context.callAsync('copyFromPeer', (driver) => driver.completion(waitedFor));
  if (source.context.backend === destination.context.backend && source.context.driver.capabilities.has('peer-copy')) {
    const queue = source.queue();
    source.context.call('copyFromPeer', (driver) => {
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
    });
    await source.context.callAsync('copyFromPeer', (driver) => driver.completion(queue));
    return;
  }
  const bytes = new Uint8Array(byteLength);
  await source.context.callAsync('copyFromPeer', (driver) =>
    driver.copyToHost(source.queue(), source.memory, source.byteOffset, bytes),
  );
  await destination.context.callAsync('copyFromPeer', (driver) =>
    driver.copyToDevice(destination.queue(), destination.memory, destination.byteOffset, bytes),
  );
}
