/** Takes device memory and puts it under a buffer. */
import type { DeviceReference } from '../arguments/device-reference';
import { dtypeInfo, type DType } from '../dtype/dtype';
import { HeddleError, argumentError } from '../errors';
import type { MemoryKind } from '../spi/driver';
import { Buffer } from './buffer';
import type { DeviceContext } from './device-context';
import type { OrderedQueue } from './stream-order';

/**
 * @param byteLength - a multiple of the dtype's size, or 0
 * @throws HeddleError `OUT_OF_MEMORY`, `RESOURCE` for more than one allocation may have
 */
export function allocateBuffer<D extends DType | undefined>(
  context: DeviceContext,
  dtype: D,
  byteLength: number,
  kind: MemoryKind,
  defaultQueue: () => OrderedQueue,
): Buffer<D> {
  checkByteLength(context, dtype, byteLength);
  context.watchMemory();
  // Drivers refuse empty allocations; an empty array still has an owner, a device and an end of life.
  const memory = context.call('allocate', (driver) => driver.allocate(Math.max(byteLength, 1), kind));
  const reference: DeviceReference = {
    device: context,
    address: memory.address,
    dtype,
    byteLength,
    contiguous: true,
    unusable: undefined,
  };
  const resource = {
    kind: 'buffer',
    byteLength,
    reference,
    release: () => {
      context.driver.free(memory);
    },
  };
  const allocation = { memory, kind, byteLength, resource };
  context.ownership.own(allocation, resource);
  return new Buffer(context, allocation, { dtype, byteOffset: 0, byteLength }, defaultQueue, true);
}

function checkByteLength(context: DeviceContext, dtype: DType | undefined, byteLength: number): void {
  if (!Number.isSafeInteger(byteLength) || byteLength < 0) {
    throw argumentError(`a buffer has a whole number of bytes, not ${byteLength}`);
  }
  if (dtype !== undefined && byteLength % dtypeInfo(dtype).byteLength !== 0) {
    throw argumentError(`${byteLength} bytes are not a whole number of ${dtype} elements`);
  }
  const max = context.driver.properties.limits.allocationBytes;
  if (byteLength > max) {
    throw new HeddleError('OUT_OF_MEMORY', `${byteLength} bytes in one buffer; this device allows ${max}`, {
      backend: context.backend,
      resource: 'allocation bytes',
      requested: byteLength,
      max,
    });
  }
}
