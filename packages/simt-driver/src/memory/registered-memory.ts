/** Ordinary memory of the host, locked in place so that the device reads and writes it at full speed. */
import koffi from 'koffi';
import { argumentError } from '@heddle/core/backend';
import type { SimtContext } from '../simt-context';
import { forgetPageLocked, notePageLocked, SimtMemory } from './simt-memory';

// Usable from every context of the process, and from the device.
const portable = 1;
const mapped = 2;

export interface RegisteredMemory extends Disposable {
  /** The same memory as the device sees it. */
  readonly memory: SimtMemory;
  /** Unlocks it. The caller has made sure that the device does not need it any more. */
  dispose(): void;
}

/**
 * Locks an array's memory. Copies from and to the array then take no detour.
 *
 * @param buffer - stays in place, and must not be transferred, until {@link RegisteredMemory.dispose}
 * @throws HeddleError `ARGUMENT` for memory that is locked already, or that can move
 */
export function registerMemory(context: SimtContext, buffer: ArrayBuffer): RegisteredMemory {
  if ((buffer as { readonly resizable?: boolean }).resizable === true || buffer.byteLength === 0) {
    throw argumentError('an ArrayBuffer of fixed length, not empty, can be registered', { backend: context.backend });
  }
  const address = BigInt(koffi.address(buffer));
  context.call('hostRegister', address, buffer.byteLength, portable | mapped);
  const out = new BigUint64Array(1);
  context.call('hostDevicePointer', out, address, 0);
  notePageLocked(buffer);
  let open = true;
  const dispose = (): void => {
    if (!open) return;
    open = false;
    forgetPageLocked(buffer);
    context.release('hostUnregister', address);
  };
  return { memory: SimtMemory.borrow(out[0] ?? address, buffer.byteLength), dispose, [Symbol.dispose]: dispose };
}
