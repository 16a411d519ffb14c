/** Fills device memory with a repeated pattern. */
import type { SimtContext } from '../simt-context';
import type { SimtQueue } from '../stream/simt-queue';

/**
 * The driver repeats 1, 2 or 4 bytes. Longer patterns that repeat a shorter one are reduced to it; for the others the
 * first element is written word by word, and then what is filled is doubled until it is all there: a copy for each
 * power of two, all of them at the memory's speed, and fit for capture into a graph.
 */
export function fillMemory(
  context: SimtContext,
  queue: SimtQueue,
  address: bigint,
  byteLength: number,
  pattern: Uint8Array,
): void {
  const unit = shortest(pattern);
  const view = new DataView(unit.buffer, unit.byteOffset, unit.byteLength);
  if (unit.byteLength === 1) context.call('fill8Async', address, view.getUint8(0), byteLength, queue.stream);
  else if (unit.byteLength === 2) {
    context.call('fill16Async', address, view.getUint16(0, true), byteLength / 2, queue.stream);
  } else if (unit.byteLength === 4) {
    context.call('fill32Async', address, view.getUint32(0, true), byteLength / 4, queue.stream);
  } else fillByDoubling(context, queue, address, byteLength, view);
}

function fillByDoubling(
  context: SimtContext,
  queue: SimtQueue,
  address: bigint,
  byteLength: number,
  unit: DataView,
): void {
  for (let at = 0; at < unit.byteLength; at += 4) {
    context.call('fill32Async', address + BigInt(at), unit.getUint32(at, true), 1, queue.stream);
  }
  for (let filled = unit.byteLength; filled < byteLength; filled *= 2) {
    const more = Math.min(filled, byteLength - filled);
    context.call('copyAsync', address + BigInt(filled), address, more, queue.stream);
  }
}

/** The shortest pattern of 1, 2, 4… bytes that repeats to the given one. */
function shortest(pattern: Uint8Array): Uint8Array {
  let unit = pattern;
  while (unit.byteLength > 1) {
    const half = unit.byteLength / 2;
    for (let i = 0; i < half; i++) if (unit[i] !== unit[half + i]) return unit;
    unit = unit.subarray(0, half);
  }
  return unit;
}
