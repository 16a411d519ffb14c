/**
 * Memory that is allocated and freed in stream order, from the device's pool. Neither waits for the device, so a
 * stream's temporary memory costs microseconds.
 */
import type { SimtContext } from '../simt-context';
import type { SimtQueue } from '../stream/simt-queue';
import { allocationFailure, SimtMemory } from './simt-memory';

/**
 * Takes memory that is there for what is enqueued next; other streams must wait for an event after it.
 *
 * @param byteLength - bytes, more than 0
 * @throws HeddleError `OUT_OF_MEMORY`, `UNSUPPORTED` without the capability `stream-ordered-allocation`
 */
export function allocateOrdered(context: SimtContext, queue: SimtQueue, byteLength: number): SimtMemory {
  const out = new BigUint64Array(1);
  const value = context.status('memoryAllocateAsync', out, byteLength, queue.stream);
  if (value !== 0) {
    throw allocationFailure(context, context.failure(value, 'memoryAllocateAsync'), byteLength, 'device');
  }
  return SimtMemory.borrow(out[0] ?? 0n, byteLength);
}

/** Gives it back after what is enqueued so far on the stream, which need not be the one that took it. */
export function freeOrdered(context: SimtContext, queue: SimtQueue, memory: SimtMemory): void {
  context.call('memoryFreeAsync', memory.address, queue.stream);
}
