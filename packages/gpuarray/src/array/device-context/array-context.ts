/** What all arrays of one device share: its memory, its compiled kernels, and the work that waits for a compiler. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isHeddleError, type Device, type Stream } from '@heddle/core';
import { argumentError, describe, type WorkQueue } from '@heddle/core/backend';
import { assertDevice } from './assert-device';
import { ArrayStream } from './array-stream';
import { DeviceMemory } from './device-memory';
import { hasMethod } from './has-method';
import type { PooledMemory } from './pooled-memory';

/** The stream that the running code has been told to use, through promises too. */
const chosen = new AsyncLocalStorage<ArrayStream>();

export class ArrayContext {
  readonly device: Device;
  /** What waits for kernels to be compiled: operations on arrays, and calls of core that came after them. */
  readonly queue: WorkQueue;
  readonly memory: DeviceMemory;
  readonly defaultStream: ArrayStream;
  /** By key: see kernels/kernel-cache. */
  readonly kernels = new Map<string, unknown>();
  /** Streams of the user, while they are in use for arrays. */
  readonly #streams = new Map<Stream, ArrayStream>();

  constructor(device: Device) {
    this.device = device;
    this.queue = device.work;
    this.memory = new DeviceMemory(this);
    this.defaultStream = new ArrayStream(this, undefined);
  }

  /** Memory of at least so many bytes, for work on the present stream; its contents are undefined. */
  allocate(byteLength: number): PooledMemory {
    return this.stream.memory.take(byteLength);
  }

  /** True if order between streams has to be seen to. */
  get hasStreams(): boolean {
    return this.#streams.size > 0;
  }

  /** Where work that is asked for now goes. */
  get stream(): ArrayStream {
    if (this.#streams.size === 0) return this.defaultStream;
    return this.#chosen()?.active ?? this.defaultStream;
  }

  /** All streams in use. */
  streams(): readonly ArrayStream[] {
    return [this.defaultStream, ...this.#streams.values()];
  }

  /** A stream of the device as arrays use it, from now on. */
  streamFor(stream: Stream): ArrayStream {
    if (stream === this.device.defaultStream) return this.defaultStream;
    const known = this.#streams.get(stream);
    if (known !== undefined) return known;
    assertOf(this.device, stream);
    const made = new ArrayStream(this, stream);
    // Work of the time when nobody counted it.
    this.defaultStream.enqueued += 1;
    made.follow(this.defaultStream, this.defaultStream.enqueued);
    this.#streams.set(stream, made);
    return made;
  }

  /** Ends the use of a stream: the default stream takes over its memory and its arrays, after its work. */
  retire(stream: ArrayStream): void {
    if (stream === this.defaultStream || this.#streams.get(stream.stream) !== stream) return;
    // The memory may go to any of them.
    for (const other of this.#streams.values()) other.follow(stream, stream.enqueued);
    stream.retire(this.defaultStream);
    this.#streams.delete(stream.stream);
    if (!this.hasStreams) this.memory.release();
  }

  /** Runs `body` with its work going to a stream. */
  on<T>(stream: ArrayStream, body: () => T): T {
    return this.hasStreams ? chosen.run(stream, body) : body();
  }

  /** False if the running code has been told a stream, or there is but one. */
  get mayChoose(): boolean {
    return this.#streams.size > 0 && this.#chosen() === undefined;
  }

  #chosen(): ArrayStream | undefined {
    const stream = chosen.getStore();
    return stream?.context === this ? stream : undefined;
  }
}

/** @throws HeddleError `ARGUMENT` for a stream that work of this device cannot go to */
function assertOf(device: Device, stream: Stream): void {
  if (!hasMethod(stream, 'record')) {
    throw argumentError(`on takes a stream of the device, not ${describe(stream)}`);
  }
  using probe = device.createEvent();
  try {
    stream.record(probe);
  } catch (cause) {
    if (!isHeddleError(cause, 'ARGUMENT')) throw cause;
    throw argumentError('on: the stream is of another device, or has been disposed', { cause });
  }
}

interface KnownContext {
  readonly context: ArrayContext;
  /** A device that was reset has another default stream, and none of its memory and modules. */
  readonly life: object;
}

const contexts = new WeakMap<Device, KnownContext>();
let lastDevice: Device | undefined;
let last: KnownContext | undefined;

/** The context of a device; one for each of its lives. */
export function contextOf(device: Device): ArrayContext {
  const known = device === lastDevice ? last : contexts.get(device);
  if (known === undefined) assertDevice(device);
  const life = device.defaultStream;
  if (known?.life === life) {
    lastDevice = device;
    last = known;
    return known.context;
  }
  const made = { context: new ArrayContext(device), life };
  contexts.set(device, made);
  lastDevice = device;
  last = made;
  return made.context;
}
