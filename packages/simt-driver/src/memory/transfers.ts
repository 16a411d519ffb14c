/** Copies between host and device, in stream order. */
import { argumentError, internalError, type RectangleCopy, type RectangleSide } from '@heddle/core/backend';
import type { SimtContext } from '../simt-context';
import type { Completions } from '../stream/completions';
import type { SimtQueue } from '../stream/simt-queue';
import { makeStruct } from './layouts';
import { RingTransfers } from './ring-transfers';
import { isPageLocked, type SimtMemory } from './simt-memory';
import { StagingPool } from './staging';

/** Up to this an array is copied to page-locked memory on the spot: it takes a tenth of a millisecond. */
const copiedAtOnceBytes = 1024 ** 2;
/** Where rings are not possible: above this the driver copies an array by itself, holding the event loop. */
const stagedBytes = 64 * 1024 ** 2;

export class Transfers {
  readonly #context: SimtContext;
  readonly #completions: Completions;
  readonly #staging: StagingPool;
  readonly #rings: RingTransfers;

  constructor(context: SimtContext, completions: Completions) {
    this.#context = context;
    this.#completions = completions;
    this.#staging = new StagingPool(context);
    this.#rings = new RingTransfers(context, completions, this.#staging);
  }

  /**
   * Resolves when the bytes are on the device.
   *
   * @param staged - called when `source` may change again, if that is earlier
   */
  async toDevice(queue: SimtQueue, destination: bigint, source: Uint8Array, staged?: () => void): Promise<void> {
    refuseCapture(queue);
    if (isPageLocked(source)) {
      this.#context.call('copyHostToDeviceAsync', destination, source, source.byteLength, queue.stream);
      await this.#completions.ofQueue(queue);
      return;
    }
    if (this.#takesRing(queue, source)) {
      await this.#rings.toDevice(queue, destination, source, staged);
      return;
    }
    if (source.byteLength > stagedBytes) {
      // The driver returns once it has read the array; the last bytes may still be on their way.
      this.#context.call('copyHostToDeviceAsync', destination, source, source.byteLength, queue.stream);
      staged?.();
      await this.#completions.ofQueue(queue);
      return;
    }
    const memory = this.#stage(source);
    await this.#fromStaging(queue, memory, staged, () => {
      this.#context.call('copyHostToDeviceAsync', destination, memory.hostAddress, source.byteLength, queue.stream);
    });
  }

  /** Resolves when `target` holds the bytes. */
  async toHost(queue: SimtQueue, source: bigint, target: Uint8Array): Promise<void> {
    refuseCapture(queue);
    if (isPageLocked(target)) {
      this.#context.call('copyDeviceToHostAsync', target, source, target.byteLength, queue.stream);
      await this.#completions.ofQueue(queue);
      return;
    }
    if (this.#takesRing(queue, target)) {
      await this.#rings.toHost(queue, source, target);
      return;
    }
    const staged = this.#staging.take(target.byteLength);
    await this.#throughStaging(queue, staged, target, () => {
      this.#context.call('copyDeviceToHostAsync', staged.hostAddress, source, target.byteLength, queue.stream);
    });
  }

  /**
   * Runs a copy described by a volume struct whose one side is densely packed host memory. Resolves when it is done.
   *
   * @param enqueue - enqueues the copy with the host side at the given address
   */
  async volumeToDevice(queue: SimtQueue, source: Uint8Array, enqueue: (host: bigint) => void): Promise<void> {
    refuseCapture(queue);
    const memory = this.#stage(source);
    await this.#fromStaging(queue, memory, undefined, () => {
      enqueue(memory.hostAddress);
    });
  }

  /** The same in the other direction. Resolves when `target` holds the bytes. */
  async volumeToHost(queue: SimtQueue, target: Uint8Array, enqueue: (host: bigint) => void): Promise<void> {
    refuseCapture(queue);
    const staged = this.#staging.take(target.byteLength);
    await this.#throughStaging(queue, staged, target, () => {
      enqueue(staged.hostAddress);
    });
  }

  /** Copies a box between two pitched volumes. Resolves when the copy is done. */
  async rectangle(queue: SimtQueue, copy: RectangleCopy): Promise<void> {
    const { extent, source, destination } = copy;
    const [bytes, rows, slices] = extent;
    const span = (side: RectangleSide): number => (slices - 1) * side.slicePitch + (rows - 1) * side.rowPitch + bytes;
    if (source.memory instanceof Uint8Array && destination.memory instanceof Uint8Array) {
      throw argumentError('copyRectangle: one side at least must be device memory');
    }
    if (source.memory instanceof Uint8Array) {
      const used = source.memory.subarray(source.offset, source.offset + span(source));
      const device = deviceAddress(destination);
      await this.volumeToDevice(queue, used, (host) => {
        this.#enqueueVolume(queue, extent, { ...source, host }, { ...destination, device });
      });
      return;
    }
    const device = deviceAddress(source);
    if (destination.memory instanceof Uint8Array) {
      const used = destination.memory.subarray(destination.offset, destination.offset + span(destination));
      await this.#boxToHost(queue, extent, { ...source, device }, destination, used);
      return;
    }
    this.#enqueueVolume(queue, extent, { ...source, device }, { ...destination, device: deviceAddress(destination) });
    await this.#completions.ofQueue(queue);
  }

  /** Ends the transfers that threads have a part in. */
  settle(): Promise<void> {
    return this.#rings.settle();
  }

  /** Resolves when those have ended by themselves. */
  settled(): Promise<void> {
    return this.#rings.settled();
  }

  /** Gives the staging memory back. */
  close(): void {
    this.#staging.clear();
  }

  /** Forgets staging memory that went with its device. */
  forget(): void {
    this.#staging.forget();
  }

  // Threads need memory that nobody takes away or moves.
  #takesRing(queue: SimtQueue, { buffer, byteLength }: Uint8Array): boolean {
    const stays = buffer instanceof ArrayBuffer && (buffer as { readonly resizable?: boolean }).resizable !== true;
    return stays && byteLength > copiedAtOnceBytes && this.#rings.isPossible(queue);
  }

  // What lies between the box's rows belongs to the caller: only the rows themselves are written.
  async #boxToHost(
    queue: SimtQueue,
    extent: RectangleCopy['extent'],
    source: VolumeSide,
    destination: RectangleSide,
    used: Uint8Array,
  ): Promise<void> {
    const [bytes, rows, slices] = extent;
    const dense = new Uint8Array(bytes * rows * slices);
    await this.volumeToHost(queue, dense, (host) => {
      this.#enqueueVolume(queue, extent, source, { host, rowPitch: bytes, slicePitch: bytes * rows });
    });
    for (let slice = 0; slice < slices; slice++) {
      for (let row = 0; row < rows; row++) {
        const from = (slice * rows + row) * bytes;
        used.set(dense.subarray(from, from + bytes), slice * destination.slicePitch + row * destination.rowPitch);
      }
    }
  }

  #enqueueVolume(queue: SimtQueue, extent: RectangleCopy['extent'], source: VolumeSide, destination: VolumeSide): void {
    const [bytes, rows, slices] = extent;
    const { layout, memoryType } = this.#context.api.volumeCopy;
    const [from, to] = [sideOf('source', source, rows), sideOf('destination', destination, rows)];
    const struct = makeStruct(layout, {
      srcMemoryType: memoryType[from.place],
      srcHost: from.host,
      srcDevice: from.device,
      srcPitch: from.pitch,
      srcHeight: from.height,
      dstMemoryType: memoryType[to.place],
      dstHost: to.host,
      dstDevice: to.device,
      dstPitch: to.pitch,
      dstHeight: to.height,
      WidthInBytes: bytes,
      Height: rows,
      Depth: slices,
    });
    this.#context.call('copyVolumeAsync', struct, queue.stream);
  }

  #stage(source: Uint8Array): SimtMemory {
    const staged = this.#staging.take(source.byteLength);
    new Uint8Array(viewOf(staged), 0, source.byteLength).set(source);
    return staged;
  }

  // The array itself is free as soon as its bytes are in the staging memory. After a fault that goes with the device.
  async #fromStaging(
    queue: SimtQueue,
    memory: SimtMemory,
    staged: (() => void) | undefined,
    enqueue: () => void,
  ): Promise<void> {
    enqueue();
    const ended = this.#completions.ofQueue(queue);
    staged?.();
    await ended;
    this.#staging.give(memory);
  }

  async #throughStaging(queue: SimtQueue, staged: SimtMemory, target: Uint8Array, enqueue: () => void): Promise<void> {
    enqueue();
    await this.#completions.ofQueue(queue);
    target.set(new Uint8Array(viewOf(staged), 0, target.byteLength));
    this.#staging.give(staged);
  }
}

// A graph would read and write the host's memory at every launch, long after the promise has been kept.
function refuseCapture(queue: SimtQueue): void {
  if (!queue.capturing) return;
  throw argumentError('a transfer from or to the host cannot be captured into a graph', {
    hint: 'Transfer before the capture, or copy from pinned memory with copyFrom.',
  });
}

interface VolumeSide {
  readonly rowPitch: number;
  readonly slicePitch: number;
  readonly host?: bigint;
  readonly device?: bigint;
}

// The driver counts a slice in rows, so its pitch must be a whole number of them.
function sideOf(name: string, side: VolumeSide, rows: number) {
  const { rowPitch, slicePitch, host, device } = side;
  const pitch = Math.max(rowPitch, 1);
  if (slicePitch % pitch !== 0) {
    throw argumentError(
      `${name}.slicePitch ${slicePitch} is not a multiple of rowPitch ${rowPitch}, as this device needs`,
    );
  }
  return {
    place: host === undefined ? ('device' as const) : ('host' as const),
    host: host ?? 0n,
    device: device ?? 0n,
    pitch,
    height: Math.max(rows, slicePitch / pitch),
  };
}

function deviceAddress({ memory, offset }: RectangleSide): bigint {
  return (memory as SimtMemory).address + BigInt(offset);
}

function viewOf(memory: SimtMemory): ArrayBuffer {
  const view = memory.hostView();
  if (!view) throw internalError('page-locked memory has no host view');
  return view;
}
