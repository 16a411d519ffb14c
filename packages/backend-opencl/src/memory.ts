/** Buffers: taking, parting and giving back device memory. */
import { HeddleError } from '@heddle/core';
import { argumentError, type MemoryHandle, type MemoryKind } from '@heddle/core/backend';
import { constants, numberOf, readInfo, type Handle } from './api';
import type { Context } from './context';

/** A cl_mem, with what hangs on it. */
export class DeviceMemory implements MemoryHandle {
  /** Sub-buffers by offset and length. */
  readonly parts = new Map<string, Handle>();

  constructor(
    /** The cl_mem: what a kernel's pointer parameter receives. */
    readonly address: Handle,
    readonly byteLength: number,
    readonly kind: MemoryKind,
    /** Start of the shared virtual memory under it; 0n if it is none. */
    readonly sharedPointer: bigint,
  ) {}
}

export class MemoryStore {
  readonly #context: Context;
  #takenBytes = 0;
  #releases = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * How often memory has been given back. A driver may use the handle of released memory for the next, and yet tell
   * them apart inside: a kernel that remembers its arguments by handle sets them anew when this has changed.
   */
  get releases(): number {
    return this.#releases;
  }

  /** @throws HeddleError `OUT_OF_MEMORY` */
  allocate(byteLength: number, kind: MemoryKind): DeviceMemory {
    this.#assertRoom(byteLength);
    const { calls, handle } = this.#context;
    const sharedPointer = kind === 'managed' ? this.#allocateShared(byteLength) : 0n;
    const flags =
      constants.CL_MEM_READ_WRITE |
      (kind === 'pinned' ? constants.CL_MEM_ALLOC_HOST_PTR : 0) |
      // A buffer over shared virtual memory: everything that takes buffers takes it, and its address stays the same.
      (kind === 'managed' ? constants.CL_MEM_USE_HOST_PTR : 0);
    let address: Handle;
    try {
      address = this.#context.create(
        'clCreateBuffer',
        'creation',
        (status) =>
          calls.clCreateBuffer(handle, flags, byteLength, sharedPointer === 0n ? null : sharedPointer, status),
        { resource: 'device memory', requested: byteLength },
      );
    } catch (error) {
      if (sharedPointer !== 0n) calls.clSVMFree(handle, sharedPointer);
      throw error;
    }
    this.#takenBytes += byteLength;
    this.#context.opened('memory');
    return new DeviceMemory(address, byteLength, kind, sharedPointer);
  }

  /**
   * Gives memory back. The driver keeps a buffer until the commands that use it have run; shared virtual memory it
   * does not, so that waits for `idle`.
   */
  free(memory: DeviceMemory, idle: () => Promise<unknown>): void {
    const { calls, handle } = this.#context;
    for (const part of memory.parts.values()) {
      calls.clReleaseMemObject(part);
      this.#context.closed('sub-buffer');
    }
    memory.parts.clear();
    const status = calls.clReleaseMemObject(memory.address);
    this.#context.closed('memory');
    this.#takenBytes -= memory.byteLength;
    this.#releases += 1;
    if (memory.sharedPointer !== 0n) void idle().finally(() => calls.clSVMFree(handle, memory.sharedPointer));
    this.#context.check('clReleaseMemObject', status, 'transfer');
  }

  /**
   * The handle for a part of an allocation.
   *
   * @throws HeddleError `ARGUMENT` for a part outside the allocation, or that starts where the device cannot split it
   */
  part(memory: DeviceMemory, byteOffset: number, byteLength: number): Handle {
    if (byteOffset < 0 || byteLength < 1 || byteOffset + byteLength > memory.byteLength) {
      throw argumentError(
        `bytes ${byteOffset} to ${byteOffset + byteLength} lie outside an allocation of ${memory.byteLength}`,
        {
          backend: 'opencl',
          requested: byteOffset + byteLength,
          max: memory.byteLength,
        },
      );
    }
    // A kernel cannot tell how long its buffer is, so one that starts at the beginning needs no part.
    if (byteOffset === 0) return memory.address;
    const key = `${byteOffset}+${byteLength}`;
    const known = memory.parts.get(key);
    if (known !== undefined) return known;
    const part = this.#createPart(memory, byteOffset, byteLength);
    memory.parts.set(key, part);
    return part;
  }

  /** Bytes in all, and those that are free: as the vendor tells, else as this process has left them. */
  info(): { readonly freeBytes: number; readonly totalBytes: number } {
    const { calls, device, facts } = this.#context;
    const { totalBytes } = facts.properties;
    const kibibytes = facts.extensions.has('cl_amd_device_attribute_query')
      ? numberOf(
          readInfo((...rest) => calls.clGetDeviceInfo(device, constants.CL_DEVICE_GLOBAL_FREE_MEMORY_AMD, ...rest)),
        )
      : undefined;
    const freeBytes = kibibytes === undefined ? totalBytes - this.#takenBytes : kibibytes * 1024;
    return { freeBytes: Math.max(0, freeBytes), totalBytes };
  }

  // Drivers take memory only when it is first used, some of them (PoCL) out of the system's for all: what goes beyond
  // the device would be noticed long after, or end the process. So this process's own account is kept.
  #assertRoom(byteLength: number): void {
    const { totalBytes, limits } = this.#context.facts.properties;
    const free = totalBytes - this.#takenBytes;
    const max = Math.min(free, limits.allocationBytes);
    if (byteLength <= max) return;
    throw new HeddleError('OUT_OF_MEMORY', `${byteLength} bytes are more than the ${max} that can be had at once`, {
      backend: 'opencl',
      resource: 'device memory',
      requested: byteLength,
      max,
    });
  }

  #allocateShared(byteLength: number): bigint {
    const { calls, handle } = this.#context;
    const pointer = calls.clSVMAlloc(handle, constants.CL_MEM_READ_WRITE, byteLength, 0);
    if (pointer !== 0n) return pointer;
    throw new HeddleError('OUT_OF_MEMORY', `${byteLength} bytes of shared virtual memory are not to be had`, {
      backend: 'opencl',
      call: 'clSVMAlloc',
      resource: 'shared virtual memory',
      requested: byteLength,
    });
  }

  #createPart(memory: DeviceMemory, byteOffset: number, byteLength: number): Handle {
    const { calls, facts } = this.#context;
    if (byteOffset % facts.bufferAlignment !== 0) {
      throw argumentError(
        `a part of a buffer starts at a multiple of ${facts.bufferAlignment} bytes here, not at ${byteOffset}`,
        {
          backend: 'opencl',
          parameter: 'byteOffset',
        },
      );
    }
    const region = BigUint64Array.of(BigInt(byteOffset), BigInt(byteLength));
    const part = this.#context.create('clCreateSubBuffer', 'creation', (status) =>
      calls.clCreateSubBuffer(
        memory.address,
        constants.CL_MEM_READ_WRITE,
        constants.CL_BUFFER_CREATE_TYPE_REGION,
        region,
        status,
      ),
    );
    this.#context.opened('sub-buffer');
    return part;
  }
}
