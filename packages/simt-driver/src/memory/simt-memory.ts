/** An allocation of any kind, and how each kind is allocated and freed. */
import { HeddleError } from '@heddle/core';
import type { MemoryHandle, MemoryKind } from '@heddle/core/backend';
import type { SimtContext } from '../simt-context';
import { closeHostView, openHostView } from './host-view';

// Usable from every context of the process, and from the device.
const hostPortable = 1;
const hostMapped = 2;
const managedGlobal = 1;

export class SimtMemory implements MemoryHandle {
  #view: ArrayBuffer | undefined;

  private constructor(
    /** Where the device sees the memory. */
    readonly address: bigint,
    readonly byteLength: number,
    readonly kind: MemoryKind | 'borrowed',
    /** Where the host sees it; 0 if it does not. */
    readonly hostAddress: bigint,
  ) {}

  /** @throws HeddleError `OUT_OF_MEMORY` with what was asked and what is free */
  static allocate(context: SimtContext, byteLength: number, kind: MemoryKind): SimtMemory {
    const out = new BigUint64Array(1);
    const call = { device: 'memoryAllocate', pinned: 'hostAllocate', managed: 'managedAllocate' } as const;
    const value =
      kind === 'device'
        ? context.status('memoryAllocate', out, byteLength)
        : kind === 'pinned'
          ? context.status('hostAllocate', out, byteLength, hostPortable | hostMapped)
          : context.status('managedAllocate', out, byteLength, managedGlobal);
    if (value !== 0) throw allocationFailure(context, context.failure(value, call[kind]), byteLength, kind);
    const address = out[0] ?? 0n;
    if (kind === 'device') return new SimtMemory(address, byteLength, kind, 0n);
    if (kind === 'managed') return new SimtMemory(address, byteLength, kind, address);
    context.call('hostDevicePointer', out, address, 0);
    return new SimtMemory(out[0] ?? address, byteLength, kind, address);
  }

  /** Memory that something else owns: a module's variable, an array of another library. */
  static borrow(address: bigint, byteLength: number): SimtMemory {
    return new SimtMemory(address, byteLength, 'borrowed', 0n);
  }

  /** Gives the memory back. The caller has made sure that the device does not need it any more. */
  release(context: SimtContext): void {
    const view = this.#view;
    this.#view = undefined;
    if (view === undefined) this.releaseUnseen(context);
    else {
      closeHostView(view, () => {
        this.releaseUnseen(context);
      });
    }
  }

  /** The same for memory whose view was never shown to a user. */
  releaseUnseen(context: SimtContext): void {
    if (this.kind === 'pinned') context.release('hostFree', this.hostAddress);
    else if (this.kind !== 'borrowed') context.release('memoryFree', this.address);
  }

  /** The host's view, always the same object. Undefined for memory that the host does not see. */
  hostView(): ArrayBuffer | undefined {
    if (this.hostAddress === 0n) return undefined;
    if (this.#view === undefined) {
      this.#view = openHostView(this.hostAddress, this.byteLength);
      pageLocked.add(this.#view);
    }
    return this.#view;
  }
}

// Views of memory that the device reads and writes directly, while the host goes on.
const pageLocked = new WeakSet<ArrayBufferLike>();

/** Notes that a buffer's memory is locked in place; {@link forgetPageLocked} is its end. */
export function notePageLocked(buffer: ArrayBuffer): void {
  pageLocked.add(buffer);
}

export function forgetPageLocked(buffer: ArrayBuffer): void {
  pageLocked.delete(buffer);
}

/** True for bytes that a copy engine accesses in place: they are in use until the copy has ended. */
export function isPageLocked(bytes: Uint8Array): boolean {
  return pageLocked.has(bytes.buffer);
}

/** The error for memory that could not be had: with what was asked, and what is free. */
export function allocationFailure(
  context: SimtContext,
  failure: HeddleError,
  requested: number,
  kind: MemoryKind,
): HeddleError {
  if (failure.code !== 'OUT_OF_MEMORY') return failure;
  const free = kind === 'device' ? freeBytes(context) : undefined;
  const room = free === undefined ? '' : `; ${free} are free`;
  return new HeddleError('OUT_OF_MEMORY', `no room for ${requested} bytes of ${kind} memory${room}`, {
    backend: context.backend,
    call: failure.call ?? '',
    status: failure.status ?? '',
    resource: `${kind} memory`,
    requested,
    ...(free === undefined ? {} : { max: free }),
    cause: failure,
  });
}

function freeBytes(context: SimtContext): number | undefined {
  const [free, total] = [new BigUint64Array(1), new BigUint64Array(1)];
  return context.status('memoryInfo', free, total) === 0 ? Number(free[0]) : undefined;
}
