/** Where managed memory should be, said before it is needed. */
import type { SimtContext } from '../simt-context';
import type { SimtQueue } from '../stream/simt-queue';
import type { SimtMemory } from './simt-memory';

/** A side of the machine: this device, or the host. */
export type MemoryPlace = 'device' | 'host';

/**
 * - `read-mostly`: may be copied to both places, as long as nobody writes
 * - `preferred`: stays at the place when it can
 * - `accessed-by`: is mapped for the place, so that access does not fault
 */
export type MemoryAdvice = 'read-mostly' | 'preferred' | 'accessed-by';

const advices: Readonly<Record<MemoryAdvice, number>> = { 'read-mostly': 1, preferred: 3, 'accessed-by': 5 };
const host = -1;

/** Moves managed memory to a place, in stream order. */
export function prefetchManaged(
  context: SimtContext,
  queue: SimtQueue,
  memory: SimtMemory,
  place: MemoryPlace,
  range: { readonly offset: number; readonly byteLength: number } = { offset: 0, byteLength: memory.byteLength },
): void {
  const address = memory.address + BigInt(range.offset);
  context.call('managedPrefetch', address, range.byteLength, numberOf(context, place), queue.stream);
}

/** Tells the driver how managed memory will be used; `wanted: false` takes it back. */
export function adviseManaged(
  context: SimtContext,
  memory: SimtMemory,
  advice: MemoryAdvice,
  place: MemoryPlace = 'device',
  wanted = true,
): void {
  // The advice that undoes one has the next number.
  const number = advices[advice] + (wanted ? 0 : 1);
  context.call('managedAdvise', memory.address, memory.byteLength, number, numberOf(context, place));
}

function numberOf(context: SimtContext, place: MemoryPlace): number {
  return place === 'host' ? host : context.device;
}
