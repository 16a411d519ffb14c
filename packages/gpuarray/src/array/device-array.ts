/** An array's place in device memory: its life, and its way to the host and back. */
import {
  dtypeInfo,
  dtypes,
  HeddleError,
  type Buffer,
  type Device,
  type DType,
  type Stream,
  type TypedArray,
} from '@heddle/core';
import {
  internalError,
  argumentError,
  arrayHolds,
  arrayTag,
  bufferSymbol,
  describe,
  turnSymbol,
  type ArgumentTurn,
  type ArrayOf,
  type DeviceArgument,
  type DeviceReference,
  type TurnArgument,
} from '@heddle/core/backend';
import { type ArrayContext, type PooledMemory } from './device-context';
import { isContiguous } from './contiguous-strides';
import { sizeOf, type Shape } from './shape';
import type { StridedArray } from './strided-array';

/** On arrays of every copy of the package, to tell those of another one. */
export const arrayBrand = Symbol.for('heddle.gpu-array');

const codes: ReadonlyMap<string, number> = new Map(dtypes.map((dtype, code) => [dtype, code]));

export class DeviceArray<D extends DType = DType> implements StridedArray<D>, DeviceArgument, TurnArgument, Disposable {
  readonly dtype: D;
  readonly shape: Shape;
  /** In elements; negative or 0 in some views. */
  readonly strides: readonly number[];
  /** The first element's place in {@link buffer}, in elements. */
  readonly offset: number;
  readonly size: number;
  /** Elements follow each other in memory, the last axis fastest. */
  readonly isContiguous: boolean;
  /** @internal */
  readonly memory: PooledMemory;
  /** @internal Position of the dtype in the list of all. */
  readonly dtypeCode: number;
  readonly #owner: boolean;
  readonly #lease: number;
  #disposed = false;
  #view: Buffer | undefined;

  /** @internal Use `gpuArrays(device)`. */
  constructor(
    memory: PooledMemory,
    dtype: D,
    shape: Shape,
    strides: readonly number[],
    offset: number,
    owner: boolean,
  ) {
    this.memory = memory;
    this.dtype = dtype;
    this.shape = shape;
    this.strides = strides;
    this.offset = offset;
    this.size = sizeOf(shape);
    this.isContiguous = isContiguous(shape, strides);
    this.dtypeCode = DeviceArray.codeOf(dtype);
    this.#owner = owner;
    this.#lease = memory.lease;
  }

  /** @internal True for what has the private fields of this class. */
  static isArray(value: unknown): value is DeviceArray {
    return typeof value === 'object' && value !== null && #lease in value;
  }

  /** @internal */
  get [arrayBrand](): true {
    return true;
  }

  /** @internal */
  static codeOf(dtype: DType): number {
    const code = codes.get(dtype);
    if (code === undefined) throw internalError(`'${dtype}' has no code`);
    return code;
  }

  get device(): Device {
    return this.memory.context.device;
  }

  /** @internal */
  get context(): ArrayContext {
    return this.memory.context;
  }

  /** The stream on which the array's methods do their work. Launch kernels of your own on it. */
  get stream(): Stream {
    return this.memory.home.stream;
  }

  /** The device memory that holds the elements, from {@link offset} on; raw, so that every pointer takes it. */
  get buffer(): Buffer {
    return this.memory.buffer;
  }

  /** Number of axes. */
  get ndim(): number {
    return this.shape.length;
  }

  /** Bytes of one element. */
  get itemsize(): number {
    return dtypeInfo(this.dtype).byteLength;
  }

  /** Bytes of all elements. */
  get byteLength(): number {
    return this.size * this.itemsize;
  }

  get disposed(): boolean {
    return this.#disposed || this.memory.lease !== this.#lease || this.memory.buffer.disposed;
  }

  /**
   * The memory for kernels of your own, as a pointer to the first element. Launch them on {@link stream}. A launch runs
   * after operations that wait for their kernels to be compiled.
   *
   * @throws HeddleError `ARGUMENT` while operations wait, if the caller is not a launch of core
   */
  [bufferSymbol](): DeviceReference {
    this.assertUsable('a launch');
    const { queue } = this.context;
    if (queue.waits) queue.assertPending();
    else this.memory.assertFilled();
    if (!this.isContiguous) {
      throw argumentError('a strided view cannot be passed to a kernel that takes a pointer', {
        hint: 'Pass a.copy(), or its buffer, offset and strides.',
      });
    }
    if (!queue.waits) this.#announceLaunch();
    return (this.#view ??= this.#makeView())[bufferSymbol]();
  }

  /** What a launch that waits for its turn needs to know of the array. */
  [turnSymbol](): ArgumentTurn {
    const turn = this.memory[turnSymbol]();
    return {
      begin: () => {
        turn.begin();
        this.#announceLaunch();
      },
      fail: (call) => turn.fail(call),
    };
  }

  /**
   * The elements on the host, in row-major order, once all operations before have run.
   *
   * @throws HeddleError the failure of an operation that the array came from, with its name
   */
  async get(): Promise<ArrayOf<D>> {
    this.assertUsable('get');
    const dense = this.isContiguous ? this : this.densified();
    try {
      return await dense.#read();
    } finally {
      if (dense !== this) dense.dispose();
    }
  }

  /**
   * Copies host elements, in row-major order, over those of the array. The source must not change until the promise
   * resolves.
   *
   * @param source - a typed array of the dtype, as long as the array
   */
  async set(source: ArrayOf<D>): Promise<void> {
    this.assertUsable('set');
    const array = this.checkSource(source);
    if (this.isContiguous) await this.write(array);
    else {
      const staging = this.stage(array);
      try {
        await staging.written;
      } finally {
        staging.array.dispose();
      }
    }
  }

  /** Frees the memory after the enqueued work has run. On a view, it ends only the view. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    if (this.#owner) this.memory.release(this.#lease);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** @internal @throws HeddleError `ARGUMENT` after dispose, `DEVICE_LOST` if the device is */
  assertUsable(operation: string): void {
    if (!DeviceArray.isArray(this)) {
      throw argumentError(`${operation} is called on a proxy of an array`, { hint: 'Call it on the array itself.' });
    }
    if (!this.disposed) return;
    const { lost } = this.device;
    if (lost !== undefined) {
      throw new HeddleError('DEVICE_LOST', `${operation}: the device of the array is lost`, { cause: lost });
    }
    throw argumentError(`${operation}: the array has been disposed, or its memory was lost in a device reset`);
  }

  /** @internal Starts copying a checked source to a dense array. */
  write(source: TypedArray): Promise<void> {
    if (this.size === 0) return Promise.resolve();
    const { queue } = this.context;
    const stream = onStreamOf(this, () => this.context.stream);
    const offset = this.offset * this.itemsize;
    return queue.result(() =>
      stream.active.run([], [this], (place) => this.buffer.write(bytesOf(source), { ...place, offset })),
    );
  }

  /** @internal The source as the bytes of this array's elements. */
  checkSource(source: TypedArray): TypedArray {
    if (!ArrayBuffer.isView(source) || !arrayHolds(source, this.dtype)) {
      const given = ArrayBuffer.isView(source) ? `a ${arrayTag(source)}` : describe(source);
      throw argumentError(`an array of ${this.dtype} is set from a ${dtypeInfo(this.dtype).array.name}, not ${given}`);
    }
    const { lanes } = dtypeInfo(this.dtype);
    if (source.length !== this.size * lanes) {
      throw argumentError(
        `the array has ${this.size} elements, which are ${this.size * lanes} values; got ${source.length}`,
      );
    }
    return source;
  }

  /** @internal A dense copy; the subclass knows how. */
  protected densified(): DeviceArray<D> {
    throw internalError(`${this.constructor.name} cannot be copied`);
  }

  /** @internal Writes by way of a dense array. */
  protected stage(_source: TypedArray): { readonly array: DeviceArray<D>; readonly written: Promise<void> } {
    throw internalError(`${this.constructor.name} cannot be written`);
  }

  async #read(): Promise<ArrayOf<D>> {
    const info = dtypeInfo(this.dtype);
    const host = new info.array(this.size * info.lanes) as ArrayOf<D>;
    const { queue } = this.context;
    const stream = onStreamOf(this, () => this.context.stream);
    const offset = this.offset * this.itemsize;
    await queue.result(async () => {
      // What is read is complete only where all that wrote it has succeeded.
      this.memory.assertFilled();
      if (this.size === 0) return;
      await stream.active.run([this], [], (place) => this.buffer.readInto(bytesOf(host), { ...place, offset }));
    });
    return host;
  }

  // What the launch does with the elements is not known: it is taken for a write, on the array's stream.
  #announceLaunch(): void {
    if (this.context.hasStreams) this.memory.home.announce([], [this]);
  }

  #makeView(): Buffer {
    const start = this.offset * this.itemsize;
    return this.buffer.slice(start, start + this.byteLength).as(this.dtype);
  }
}

/**
 * Does what a method of the array asks for, on the stream that the running code has been told to use, else on the
 * array's own. Every method that enqueues work calls it.
 */
export function onStreamOf<T>({ memory: { context, home } }: DeviceArray, work: () => T): T {
  return context.mayChoose ? context.on(home, work) : work();
}

function bytesOf(array: TypedArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
