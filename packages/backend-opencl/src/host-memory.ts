/**
 * Pinned and managed memory as the host sees it.
 *
 * OpenCL lends a buffer to the host by mapping it and takes it back by unmapping it; a command on a mapped buffer is
 * undefined. Users of Heddle have one view for the memory's life and keep host and device apart in time themselves.
 * So a viewed buffer stays mapped, a command that uses it unmaps it first, and the next wait on that command's queue
 * maps it again. On devices that share the host's memory either costs nothing.
 */
import { HeddleError } from '@heddle/core';
import { nativeAddon } from '@heddle/native';
import koffi from 'koffi';
import { constants, type Handle } from './api';
import type { Context } from './context';
import type { DeviceMemory } from './memory';
import type { CommandQueue } from './queue';

interface View {
  readonly memory: DeviceMemory;
  pointer: bigint;
  bytes: ArrayBuffer;
  /** The queue whose next wait returns the memory to the host; undefined while the host has it. */
  lentTo: CommandQueue | undefined;
}

export class HostViews {
  readonly #context: Context;
  readonly #views = new Map<DeviceMemory, View>();
  /** By every handle that a kernel may get the memory through. */
  readonly #byHandle = new Map<Handle, View>();
  /** For mapping memory that no command uses. */
  readonly #queue: () => CommandQueue;

  constructor(context: Context, queue: () => CommandQueue) {
    this.#context = context;
    this.#queue = queue;
  }

  /** True if some memory is viewed: launches look at their arguments only then. */
  get exist(): boolean {
    return this.#views.size > 0;
  }

  /** The bytes of pinned or managed memory, the same ones each time. */
  of(memory: DeviceMemory): ArrayBuffer {
    const known = this.#views.get(memory);
    if (known) {
      if (known.lentTo) this.#takeBack(known, this.#queue(), true);
      return known.bytes;
    }
    const pointer = this.#map(memory, this.#queue(), true);
    const view = { memory, pointer, bytes: showBytes(pointer, memory.byteLength), lentTo: undefined };
    this.#views.set(memory, view);
    this.#byHandle.set(memory.address, view);
    for (const part of memory.parts.values()) this.#byHandle.set(part, view);
    return view.bytes;
  }

  /** Tells of a sub-buffer made of viewed memory. */
  addPart(memory: DeviceMemory, part: Handle): void {
    const view = this.#views.get(memory);
    if (view) this.#byHandle.set(part, view);
  }

  /** Gives the memory to a command about to be enqueued. */
  lend(memory: DeviceMemory, queue: CommandQueue): void {
    const view = this.#views.get(memory);
    if (view) this.#lend(view, queue);
  }

  /** The same by the handle in an argument record. */
  lendHandle(handle: Handle, queue: CommandQueue): void {
    const view = this.#byHandle.get(handle);
    if (view) this.#lend(view, queue);
  }

  /**
   * Takes back what this queue's commands were lent. To be called before the mark that someone is going to wait for.
   *
   * @returns true if there was something to take back
   */
  takeBackFrom(queue: CommandQueue): boolean {
    let taken = false;
    for (const view of this.#views.values()) {
      if (view.lentTo !== queue) continue;
      this.#takeBack(view, queue, false);
      taken = true;
    }
    return taken;
  }

  /** Waits for a command, and for the mapping after it. Releases the event. */
  async endedWith(queue: CommandQueue, event: Handle): Promise<void> {
    const last = this.takeBackFrom(queue) ? queue.mark() : undefined;
    const { position } = queue;
    await Promise.all(last === undefined ? [queue.ended(event)] : [queue.ended(event), queue.ended(last)]);
    if (!queue.outOfOrder) queue.endedUpTo(position);
  }

  /** Ends the view of memory that is about to be released. Typed arrays over it have length 0 from then on. */
  end(memory: DeviceMemory): void {
    const view = this.#views.get(memory);
    if (!view) return;
    this.#views.delete(memory);
    this.#byHandle.delete(memory.address);
    for (const part of memory.parts.values()) this.#byHandle.delete(part);
    hideBytes(view.bytes);
    if (!view.lentTo) this.#unmap(view, this.#queue());
  }

  #lend(view: View, queue: CommandQueue): void {
    if (!view.lentTo) {
      this.#unmap(view, queue);
      if (queue.outOfOrder) this.#order(queue);
    }
    view.lentTo = queue;
  }

  #takeBack(view: View, queue: CommandQueue, blocking: boolean): void {
    if (queue.outOfOrder) this.#order(queue);
    const pointer = this.#map(view.memory, queue, blocking);
    view.lentTo = undefined;
    if (pointer === view.pointer) return;
    // The specification lets a driver map elsewhere each time; none is known that does.
    hideBytes(view.bytes);
    view.pointer = pointer;
    view.bytes = showBytes(pointer, view.memory.byteLength);
  }

  #map(memory: DeviceMemory, queue: CommandQueue, blocking: boolean): bigint {
    const { calls } = this.#context;
    const access = constants.CL_MAP_READ | constants.CL_MAP_WRITE;
    return this.#context.create('clEnqueueMapBuffer', 'transfer', (status) =>
      calls.clEnqueueMapBuffer(
        queue.address,
        memory.address,
        blocking ? 1 : 0,
        access,
        0,
        memory.byteLength,
        0,
        null,
        null,
        status,
      ),
    );
  }

  #unmap({ memory, pointer }: View, queue: CommandQueue): void {
    const status = this.#context.calls.clEnqueueUnmapMemObject(queue.address, memory.address, pointer, 0, null, null);
    this.#context.check('clEnqueueUnmapMemObject', status, 'transfer');
    queue.commandEnqueued();
  }

  #order(queue: CommandQueue): void {
    const status = this.#context.calls.clEnqueueBarrierWithWaitList(queue.address, 0, null, null);
    this.#context.check('clEnqueueBarrierWithWaitList', status, 'transfer');
  }
}

function showBytes(pointer: bigint, byteLength: number): ArrayBuffer {
  const native = nativeAddon();
  try {
    return native ? native.pinExternal(pointer, byteLength) : koffi.view(pointer, byteLength);
  } catch (error) {
    throw new HeddleError('UNSUPPORTED', 'this JavaScript engine shows no foreign memory as an ArrayBuffer', {
      backend: 'opencl',
      cause: error,
    });
  }
}

// A transfer moves the bytes into a new ArrayBuffer and leaves the old one with none.
function hideBytes(bytes: TransferableBytes): void {
  const native = nativeAddon();
  if (native) native.unpinExternal(bytes);
  // Engines that have it refuse to clone foreign memory; those that clone it do not have it.
  else if (bytes.transfer) bytes.transfer();
  else structuredClone(bytes, { transfer: [bytes] });
}

/** As of ES2024. */
type TransferableBytes = ArrayBuffer & { transfer?: () => ArrayBuffer };
