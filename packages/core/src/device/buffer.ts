/** Device memory, typed or raw, whole or a part. */
import {
  bufferSymbol,
  turnSymbol,
  type ArgumentTurn,
  type DeviceArgument,
  type DeviceReference,
  type FailedCall,
  type TurnArgument,
} from '../arguments/device-reference';
import { describe } from '../diagnostics/describe';
import { dtypeInfo, type DType, type TypedArray } from '../dtype/dtype';
import { HeddleError, argumentError } from '../errors';
import type { Driver, MemoryHandle, MemoryKind, QueueHandle } from '../spi/driver';
import { traceCopy } from '../tracing';
import { assertNotAborted, untilAborted } from './abort';
import type { DeviceContext } from './device-context';
import { passOn, tell } from './failed-call';
import type { OwnedResource } from './ownership';
import { assertOptions } from '../diagnostics';
import { assertSameElements, checkedStart, clampIndex } from './buffer-elements';
import { bytesOf, bytesOfElements } from './host-bytes';
import { copyBetweenDevices, type PeerSide } from './peer-copy';
import {
  isUntilStaged,
  readNames,
  stagedOrDone,
  transferNames,
  writeNames,
  type ArrayClass,
  type HostArrayOf,
  type ReadOptions,
  type TransferOptions,
  type WriteOptions,
} from './transfer-options';
import { ViewReference } from './view-reference';
import type { Stream } from './stream';
import type { OrderedQueue } from './stream-order';
import { orderedQueueOf } from './stream-queue';

/**
 * @internal Device memory with its place among the device's open handles. The buffer and all its views hold this one
 * object: the memory is freed when the last of them is garbage-collected.
 */
export interface Allocation {
  readonly memory: MemoryHandle;
  readonly kind: MemoryKind;
  readonly byteLength: number;
  readonly resource: OwnedResource;
  /** A call that waited, was to write the memory, and failed. */
  failed?: FailedCall;
}

/** @internal The part of an allocation that a buffer shows. */
export interface BufferRange<D extends DType | undefined> {
  readonly dtype: D;
  readonly byteOffset: number;
  readonly byteLength: number;
}

/**
 * A range of device memory. With a dtype its lengths and offsets count elements; without one (raw) they count bytes.
 *
 * A buffer made by `allocate`, `upload` or `zeros` owns its memory; `slice` and `as` give views that keep it alive
 * and end with it.
 */
export class Buffer<D extends DType | undefined = DType | undefined>
  implements DeviceArgument, TurnArgument, Disposable
{
  readonly #context: DeviceContext;
  readonly #allocation: Allocation;
  readonly #byteOffset: number;
  readonly #owner: boolean;
  readonly #defaultQueue: () => OrderedQueue;
  /** What a library that manages the memory is told of launches that wait. */
  #managedBy: WeakRef<TurnArgument> | undefined;
  #reference: DeviceReference | undefined;
  #disposed = false;

  /** Element type; undefined for raw bytes, which every pointer parameter accepts. */
  readonly dtype: D;
  readonly byteLength: number;
  /** Elements; bytes for raw memory. */
  readonly length: number;

  /** Use `device.allocate`, `device.upload` or `device.zeros`. */
  constructor(...internal: never);
  /** @internal */
  constructor(
    context: DeviceContext,
    allocation: Allocation,
    range: BufferRange<D>,
    defaultQueue: () => OrderedQueue,
    owner: boolean,
  );
  constructor(
    context: DeviceContext,
    allocation: Allocation,
    range: BufferRange<D>,
    defaultQueue: () => OrderedQueue,
    owner: boolean,
  ) {
    this.#context = context;
    this.#allocation = allocation;
    this.#byteOffset = range.byteOffset;
    this.#defaultQueue = defaultQueue;
    this.#owner = owner;
    this.dtype = range.dtype;
    this.byteLength = range.byteLength;
    this.length = range.byteLength / this.#elementBytes;
  }

  /**
   * The address of the memory on the device, for pointers in device memory and for vendors' libraries. It does not keep
   * the buffer alive, and its use is not checked: keep the buffer until the device is done.
   *
   * @throws HeddleError `UNSUPPORTED` if memory has no addresses: without `device-pointers`, as in OpenCL
   * @throws HeddleError `ARGUMENT` once the buffer cannot be used any more
   */
  get address(): bigint {
    this.#assertUsable();
    this.#context.require('device-pointers', 'the address of a buffer');
    return this[bufferSymbol]().address;
  }

  /** What a launch reads: the word for the memory and what it holds. */
  [bufferSymbol](): DeviceReference {
    // Frameworks wrap what they watch in a Proxy, which reaches everything of a buffer but what is private in it.
    if (!(#reference in this)) {
      throw argumentError('a proxy of a buffer is none', {
        hint: 'Pass the buffer itself: keep it out of reactive state, or take it out again (toRaw and the like).',
      });
    }
    return (this.#reference ??= this.#makeReference());
  }

  /** What a launch that waits for its turn needs to know of the memory. */
  [turnSymbol](): ArgumentTurn {
    const manager = this.#managedBy?.deref();
    if (manager !== undefined) return manager[turnSymbol]();
    const allocation = this.#allocation;
    return {
      begin: () => {
        passOn(allocation.failed);
      },
      fail: (call) => {
        allocation.failed = call;
        return false;
      },
    };
  }

  /** For libraries that lend the memory: they are told of launches that wait, instead of those who read. */
  managedBy(manager: TurnArgument): void {
    this.#managedBy = new WeakRef(manager);
  }

  /**
   * Copies a host array to the device, in stream order. Resolves when the data is on the device.
   *
   * @param source - its elements must fit from `offset` on; it must not change until the promise resolves
   * @throws HeddleError `ARGUMENT` for an array of another type or too long; nothing is copied
   * @throws HeddleError the fault of an earlier launch on the stream
   */
  async write(source: TypedArray | DataView | ArrayBuffer, options: WriteOptions = {}): Promise<void> {
    assertOptions('write', options, writeNames);
    const untilStaged = isUntilStaged(options.until);
    const bytes = bytesOfElements(source, this.dtype);
    const start = this.#range(options.offset, bytes.byteLength / this.#elementBytes);
    if (bytes.byteLength === 0) return;
    const stream = this.#stream(options.stream);
    await this.#context.transfer('write', stream, (driver, queue) => {
      traceCopy(this.#context.backend, 'host-to-device', bytes.byteLength, options.stream);
      const copy = (staged?: () => void): Promise<void> =>
        driver.copyToDevice(queue, this.#allocation.memory, start.byteOffset, bytes, staged);
      return untilStaged ? stagedOrDone(copy) : copy();
    });
  }

  /**
   * Copies elements to a new host array, after everything enqueued so far on the stream.
   *
   * @param arrayClass - the type to read raw memory as, if not bytes: `read(Float32Array)`
   * @throws HeddleError `ARGUMENT` for an array class that cannot hold the buffer's dtype
   * @throws HeddleError the fault of an earlier launch on the stream
   */
  read(options?: ReadOptions): Promise<HostArrayOf<D>>;
  read<A extends TypedArray>(arrayClass: ArrayClass<A>, options?: ReadOptions): Promise<A>;
  async read(first?: ArrayClass<TypedArray> | ReadOptions, second?: ReadOptions): Promise<TypedArray> {
    const arrayClass = typeof first === 'function' ? first : this.#arrayClass();
    const options = (typeof first === 'function' ? second : first) ?? {};
    if (ArrayBuffer.isView(options)) {
      throw argumentError(`read takes a class of arrays, not ${describe(options)}`, {
        hint: 'readInto(array) fills an array that is there.',
      });
    }
    const length = options.length ?? this.length - (options.offset ?? 0);
    const { byteLength } = this.#range(options.offset, length);
    if (byteLength % arrayClass.BYTES_PER_ELEMENT !== 0) {
      throw argumentError(
        `${byteLength} bytes are not a whole number of ${arrayClass.BYTES_PER_ELEMENT}-byte elements`,
      );
    }
    const array = new arrayClass(new ArrayBuffer(byteLength));
    await this.readInto(array, options);
    return array;
  }

  /** Copies elements into an array of the caller, as many as it holds. It must not be used until the promise resolves. */
  async readInto(target: TypedArray | DataView | ArrayBuffer, options: ReadOptions = {}): Promise<void> {
    assertOptions('read', options, readNames);
    const bytes = bytesOfElements(target, this.dtype);
    const start = this.#range(options.offset, bytes.byteLength / this.#elementBytes);
    const stream = this.#stream(options.stream);
    assertNotAborted(options.signal, 'read');
    if (bytes.byteLength === 0) return;
    const transfer = this.#context.transfer('read', stream, (driver, queue) => {
      this.assertFilled();
      traceCopy(this.#context.backend, 'device-to-host', bytes.byteLength, options.stream);
      return driver.copyToHost(queue, this.#allocation.memory, start.byteOffset, bytes);
    });
    await untilAborted(transfer, options.signal, 'read');
  }

  /** Copies another buffer of this device over the start of this one, or from `offset` on, in stream order. */
  copyFrom(source: Buffer, options: TransferOptions = {}): void {
    if (typeof source !== 'object' || source === null || !(#context in source)) {
      throw argumentError(`copyFrom takes a buffer of this device, not ${describe(source)}`);
    }
    if (source.#context !== this.#context) {
      throw argumentError('the source belongs to another device', { hint: 'Await copyFromPeer() instead.' });
    }
    assertOptions('copyFrom', options, transferNames);
    source.#assertUsable();
    assertSameElements(this.dtype, source.dtype);
    const target = this.#range(options.offset, source.byteLength / this.#elementBytes);
    if (source.byteLength === 0) return;
    this.#enqueue('copyFrom', options.stream, (driver, queue) => {
      passOn(source.#allocation.failed);
      traceCopy(this.#context.backend, 'device-to-device', source.byteLength, options.stream);
      driver.copyOnDevice(
        queue,
        this.#allocation.memory,
        target.byteOffset,
        source.#allocation.memory,
        source.#byteOffset,
        source.byteLength,
      );
    });
  }

  /**
   * Copies a buffer of any device, this one or another, over the start of this one, or from `offset` on.
   *
   * @returns when the copy is done; both buffers must stay untouched until then
   */
  async copyFromPeer(source: Buffer, options: TransferOptions = {}): Promise<void> {
    if (typeof source !== 'object' || source === null || !(#context in source)) {
      throw argumentError(`copyFromPeer takes a buffer, not ${describe(source)}`);
    }
    assertOptions('copyFromPeer', options, transferNames);
    source.#assertUsable();
    assertSameElements(this.dtype, source.dtype);
    const target = this.#range(options.offset, source.byteLength / this.#elementBytes);
    await copyBetweenDevices(
      this.#peerSide(this.#stream(options.stream), target.byteOffset),
      source.#peerSide(source.#defaultQueue(), source.#byteOffset),
    );
  }

  /** Sets every byte to `byte` (0 to 255), in stream order. */
  fill(byte: number, options: ReadOptions = {}): void {
    if (!Number.isInteger(byte) || byte < 0 || byte > 255) {
      throw argumentError(`fill takes a byte, 0 to 255, not ${describe(byte)}`, {
        hint: 'fillPattern() repeats the bytes of an element.',
      });
    }
    this.fillPattern(Uint8Array.of(byte), options);
  }

  /**
   * Repeats a pattern over the buffer, in stream order.
   *
   * @param pattern - an array of 1, 2, 4, 8 or 16 bytes: `Float32Array.of(1.5)`
   */
  fillPattern(pattern: TypedArray, options: ReadOptions = {}): void {
    assertOptions('fill', options, readNames);
    const bytes = bytesOf(pattern);
    const length = options.length ?? this.length - (options.offset ?? 0);
    const { byteOffset, byteLength } = this.#range(options.offset, length);
    if (![1, 2, 4, 8, 16].includes(bytes.byteLength)) {
      throw argumentError(`a pattern has 1, 2, 4, 8 or 16 bytes, not ${bytes.byteLength}`);
    }
    if (byteLength % bytes.byteLength !== 0 || byteOffset % bytes.byteLength !== 0) {
      throw argumentError(
        `a pattern of ${bytes.byteLength} bytes does not divide ${byteLength} bytes at ${byteOffset}`,
      );
    }
    if (byteLength === 0) return;
    // Copied, since the driver may read it after this call.
    const copy = bytes.slice();
    this.#enqueue('fill', options.stream, (driver, queue) => {
      traceCopy(this.#context.backend, 'fill', byteLength, options.stream);
      driver.fill(queue, this.#allocation.memory, byteOffset, byteLength, copy);
    });
  }

  /** A view of elements `start` to `end` (exclusive), counted like `Array.prototype.slice`. No copy. */
  slice(start = 0, end = this.length): Buffer<D> {
    this.#assertUsable();
    const from = clampIndex(start, this.length);
    const to = Math.max(from, clampIndex(end, this.length));
    return this.#view(this.dtype, this.#byteOffset + from * this.#elementBytes, (to - from) * this.#elementBytes);
  }

  /** The same memory seen as elements of another type. No copy. */
  as<E extends DType>(dtype: E): Buffer<E> {
    this.#assertUsable();
    const { byteLength } = dtypeInfo(dtype);
    if (this.byteLength % byteLength !== 0 || this.#byteOffset % byteLength !== 0) {
      throw argumentError(
        `${this.byteLength} bytes at ${this.#byteOffset} cannot be read as ${dtype}: the size or the offset is not a multiple of ${byteLength}`,
      );
    }
    return this.#view(dtype, this.#byteOffset, this.byteLength);
  }

  /**
   * Pinned and managed memory as the host sees it, without a copy. The caller keeps device and host apart in time.
   *
   * @throws HeddleError `UNSUPPORTED` for plain device memory
   */
  hostView(): HostArrayOf<D> {
    this.#assertUsable();
    const { kind, memory } = this.#allocation;
    const view = kind === 'device' ? undefined : this.#context.call('hostView', (driver) => driver.hostView?.(memory));
    if (!view) {
      throw new HeddleError('UNSUPPORTED', 'only pinned and managed memory can be seen by the host', {
        backend: this.#context.backend,
        hint: "Allocate it with { kind: 'pinned' }.",
      });
    }
    const arrayClass = this.#arrayClass();
    return new arrayClass(view, this.#byteOffset, this.byteLength / arrayClass.BYTES_PER_ELEMENT) as HostArrayOf<D>;
  }

  /** True once the buffer cannot be used any more: it or its owner was disposed, or its memory was lost. */
  get disposed(): boolean {
    return this.#disposed || this.#allocation.resource.reference?.unusable !== undefined;
  }

  /** Gives the memory back. On a view it ends nothing but the view's use of it, which the owner's dispose ends too. */
  dispose(): void {
    this.#disposed = true;
    if (this.#owner) this.#context.ownership.release(this.#allocation.resource);
    if (this.#reference) this.#reference.unusable ??= 'disposed';
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** For libraries that lend the memory. @throws what a call that was to fill it failed with, in its turn */
  assertFilled(): void {
    tell(this.#allocation.failed);
  }

  /** @internal For drivers' optional features: the allocation and where this buffer starts in it. */
  location(): { readonly memory: MemoryHandle; readonly byteOffset: number } {
    this.#assertUsable();
    return { memory: this.#allocation.memory, byteOffset: this.#byteOffset };
  }

  get #elementBytes(): number {
    return this.dtype === undefined ? 1 : dtypeInfo(this.dtype).byteLength;
  }

  #arrayClass(): { readonly BYTES_PER_ELEMENT: number; new (b: ArrayBuffer, o?: number, l?: number): TypedArray } {
    return this.dtype === undefined ? Uint8Array : dtypeInfo(this.dtype).array;
  }

  #stream(stream: Stream | undefined): OrderedQueue {
    return orderedQueueOf(stream, this.#context, this.#defaultQueue);
  }

  /** Enqueues what writes this memory. If it has to wait and fails then, who reads the memory is told. */
  #enqueue(operation: string, on: Stream | undefined, enqueue: (driver: Driver, queue: QueueHandle) => void): void {
    const stream = this.#stream(on);
    this.#context.enqueue(operation, stream, enqueue, (call) => {
      if (!this[turnSymbol]().fail(call)) this.#context.order.noteFailure(stream, call);
    });
  }

  #view<E extends DType | undefined>(dtype: E, byteOffset: number, byteLength: number): Buffer<E> {
    const range = { dtype, byteOffset, byteLength };
    const view = new Buffer(this.#context, this.#allocation, range, this.#defaultQueue, false);
    view.#managedBy = this.#managedBy;
    return view;
  }

  #peerSide(stream: OrderedQueue, byteOffset: number): PeerSide {
    return { context: this.#context, stream, memory: this.#allocation.memory, byteOffset, buffer: this };
  }

  // The owner's reference is shared, so that all who hold it see at once that the owner is disposed.
  #makeReference(): DeviceReference {
    const whole = this.#allocation.resource.reference;
    if (!whole) throw argumentError('the buffer has no device memory');
    if (this.#owner && whole.dtype === this.dtype) return whole;
    if (this.#byteOffset % this.#context.driver.properties.offsetAlignment !== 0) {
      throw argumentError(
        `a view at byte ${this.#byteOffset} cannot be passed to a kernel here: its offset must be a multiple of ` +
          `${this.#context.driver.properties.offsetAlignment}`,
      );
    }
    const address =
      this.byteLength === 0 || whole.unusable !== undefined
        ? whole.address
        : this.#context.call('addressOf', (driver) =>
            driver.addressOf(this.#allocation.memory, this.#byteOffset, this.byteLength),
          );
    const reference = new ViewReference(whole, address, this.dtype, this.byteLength);
    if (this.#disposed) reference.unusable = 'disposed';
    return reference;
  }

  #assertUsable(): void {
    this.#context.assertUsable();
    const unusable = this.#allocation.resource.reference?.unusable;
    if (unusable !== undefined) throw argumentError(`the buffer is ${unusable}`);
    if (this.#disposed) throw argumentError('the view is disposed');
  }

  // The byte range inside the allocation.
  #range(offset: number | undefined, length: number): { byteOffset: number; byteLength: number } {
    this.#assertUsable();
    const start = checkedStart(this, offset, length);
    return { byteOffset: this.#byteOffset + start * this.#elementBytes, byteLength: length * this.#elementBytes };
  }
}
