/** Device memory of one process, used by another on the same machine. */
import { argumentError } from '@heddle/core/backend';
import type { SimtContext } from '../simt-context';
import { SimtMemory } from './simt-memory';

const handleBytes = 64;
/** CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS */
const lazyPeerAccess = 1;

/**
 * A handle to send to another process. The allocation must outlive its use there.
 *
 * @param memory - a whole allocation of the device
 */
export function shareMemory(context: SimtContext, memory: SimtMemory): Uint8Array {
  if (memory.kind !== 'device')
    throw argumentError(`${memory.kind} memory cannot be shared`, { backend: context.backend });
  const handle = new Uint8Array(handleBytes);
  context.call('shareMemory', handle, memory.address);
  return handle;
}

/**
 * Memory of another process. A process cannot open its own.
 *
 * @param handle - from {@link shareMemory}
 * @param byteLength - of the allocation, which the handle does not tell
 */
export function openShared(
  context: SimtContext,
  handle: Uint8Array,
  byteLength: number,
): { readonly memory: SimtMemory; close(): void } {
  if (handle.byteLength !== handleBytes) {
    throw argumentError(`a handle has ${handleBytes} bytes, not ${handle.byteLength}`, { backend: context.backend });
  }
  const out = new BigUint64Array(1);
  context.call('openShared', out, { bytes: handle }, lazyPeerAccess);
  const address = out[0] ?? 0n;
  return {
    memory: SimtMemory.borrow(address, byteLength),
    close: () => {
      context.release('closeShared', address);
    },
  };
}
