/**
 * One open device, as a backend gives it to core.
 *
 * Everything that reaches a driver has been checked by core: extents within limits, offsets within allocations,
 * arguments packed. A driver only translates, and turns the vendor's statuses into HeddleErrors.
 *
 * Methods that enqueue return at once. Those that wait return promises and wait off the event loop's thread.
 */
import type { ArgumentLayout } from '../arguments';
import type { Dim3 } from './extents';
import type { DType } from '../dtype/dtype';
import type { HeddleError } from '../errors';
import type { Artifact } from './artifact';
import type { Capability } from './capabilities';
import type { Compiler } from './compiler';
import type { DeviceProperties } from './device-properties';
import type { TextureDescription, TextureHandle } from './texture';

/** `device` is on the device; `pinned` and `managed` are host memory that {@link Driver.hostView} shows. */
export type MemoryKind = 'device' | 'pinned' | 'managed';

/** An allocation. Drivers subclass these handles and take their own class back. */
export interface MemoryHandle {
  /** The 64-bit word that stands for the start of the memory in an argument record. */
  readonly address: bigint;
}

/**
 * An ordered queue of commands: what users call a stream. Queues are independent of each other; core keeps the default
 * stream in order with the others, with {@link Driver.recordEvent} and {@link Driver.waitEvent}.
 */
export interface QueueHandle {
  readonly handle: 'queue';
}

export interface EventHandle {
  readonly handle: 'event';
}

export interface ModuleHandle {
  readonly handle: 'module';
}

/** A kernel in a loaded module. */
export interface EntryHandle {
  readonly handle: 'entry';
}

export interface QueueOptions {
  /** Lower runs earlier; 0 is normal. Out of the device's range is clamped to it. */
  readonly priority: number;
  readonly outOfOrder: boolean;
}

/** Facts about a compiled kernel. A fact is absent if the vendor does not know it. */
export interface EntryAttributes {
  readonly maxThreadsPerBlock?: number;
  readonly registersPerThread?: number;
  readonly sharedBytes?: number;
  readonly localBytesPerThread?: number;
  readonly constantBytes?: number;
  /** Block sizes that are a multiple of this run best. */
  readonly preferredBlockMultiple?: number;
  /** Where the compiler put each parameter: core compares it with its own packing. */
  readonly parameters?: readonly { readonly offset: number; readonly byteLength: number }[];
  /**
   * Its parameters as C declarations (`__global const float* x`), if the vendor knows them: the signature of a kernel
   * in a binary, if the user gave none.
   */
  readonly signature?: readonly string[];
  /** Everything else, by the vendor's names. */
  readonly vendorAttributes?: Readonly<Record<string, number | boolean>>;
}

/** Shape of a launch after all checks. */
export interface PreparedGeometry {
  readonly grid: Dim3;
  readonly block: Dim3;
  /** Dynamic shared memory of one block, in bytes. */
  readonly sharedBytes: number;
  readonly cooperative: boolean;
}

/** A kernel with a fixed place for its arguments, ready to be enqueued again and again. */
export interface PreparedLaunch {
  /** Sets the shape of the launches that follow. */
  setGeometry(geometry: PreparedGeometry): void;
  /** Reads the arguments out of the record now, enqueues, returns. Called once per launch: no allocation. */
  enqueue(queue: QueueHandle): void;
  /**
   * Enqueues `count` launches in a tight loop and measures each on the device.
   *
   * @returns milliseconds of each launch, in order
   */
  time(queue: QueueHandle, count: number): Promise<Float64Array>;
  dispose(): void;
}

/** A copy of a box between two pitched volumes. Bytes along x; rows along y; slices along z. */
export interface RectangleCopy {
  readonly extent: Dim3;
  readonly source: RectangleSide;
  readonly destination: RectangleSide;
}

export interface RectangleSide {
  /** Device memory, or bytes of the host. */
  readonly memory: MemoryHandle | Uint8Array;
  /** Byte offset of the box's first byte. */
  readonly offset: number;
  readonly rowPitch: number;
  readonly slicePitch: number;
}

export interface Driver {
  readonly properties: DeviceProperties;
  readonly capabilities: ReadonlySet<Capability>;
  /** In order of preference. */
  readonly compilers: readonly Compiler[];

  // Memory ------------------------------------------------------------------------------------------------------
  /** Takes `byteLength` > 0 bytes. @throws HeddleError `OUT_OF_MEMORY` */
  allocate(byteLength: number, kind: MemoryKind): MemoryHandle;
  /** Gives memory back once everything enqueued so far no longer needs it. */
  free(memory: MemoryHandle): void;
  /** The word for a part of an allocation. Where pointers are not plain addresses the driver makes a sub-buffer. */
  addressOf(memory: MemoryHandle, byteOffset: number, byteLength: number): bigint;
  /** The host's view of `pinned` or `managed` memory, without a copy. */
  hostView?(memory: MemoryHandle): ArrayBuffer;
  /** Bytes free and in all, now. */
  memoryInfo(): { readonly freeBytes: number; readonly totalBytes: number };

  // Queues ------------------------------------------------------------------------------------------------------
  createQueue(options: QueueOptions): QueueHandle;
  /** Destroys a queue after what is in it has run; does not wait. */
  destroyQueue(queue: QueueHandle): void;
  /** Resolves when all that was enqueued before this call has run; rejects with the fault of a launch among it. */
  completion(queue: QueueHandle): Promise<void>;
  /** The same, waiting in native code on this thread: for measurements and scripts, never on a server. */
  waitBlocking(queue: QueueHandle): void;
  /** True when nothing enqueued is left to run. */
  isIdle(queue: QueueHandle): boolean;

  // Transfers, in queue order -------------------------------------------------------------------------------------
  /**
   * Resolves when the bytes are on the device.
   *
   * @param staged - called once when `source` may change again, if that is earlier
   */
  copyToDevice(
    queue: QueueHandle,
    destination: MemoryHandle,
    offset: number,
    source: Uint8Array,
    staged?: () => void,
  ): Promise<void>;
  /** Resolves when `target` holds the bytes. */
  copyToHost(queue: QueueHandle, source: MemoryHandle, offset: number, target: Uint8Array): Promise<void>;
  copyOnDevice(
    queue: QueueHandle,
    destination: MemoryHandle,
    destinationOffset: number,
    source: MemoryHandle,
    sourceOffset: number,
    byteLength: number,
  ): void;
  /** Fills with a repeated pattern of 1, 2, 4, 8 or 16 bytes; offset and length are multiples of it. */
  fill(queue: QueueHandle, memory: MemoryHandle, offset: number, byteLength: number, pattern: Uint8Array): void;
  /** `rectangle-copy`. Resolves when the copy is done. */
  copyRectangle?(queue: QueueHandle, copy: RectangleCopy): Promise<void>;
  /** `peer-copy`: to memory of another device of the same backend. */
  copyToPeer?(
    queue: QueueHandle,
    peer: Driver,
    destination: MemoryHandle,
    destinationOffset: number,
    source: MemoryHandle,
    sourceOffset: number,
    byteLength: number,
  ): void;

  // Modules -------------------------------------------------------------------------------------------------------
  /** @throws HeddleError `ARGUMENT` for a format or an architecture that this device does not load */
  loadModule(artifact: Artifact): Promise<ModuleHandle>;
  unloadModule(module: ModuleHandle): void;
  /** @throws HeddleError `ARGUMENT` listing the names there are, if the vendor tells */
  entry(module: ModuleHandle, name: string): EntryHandle;
  entryAttributes(entry: EntryHandle): EntryAttributes;
  /** `globals`: a variable of the module, as memory that lives as long as the module. */
  global?(module: ModuleHandle, name: string): { readonly memory: MemoryHandle; readonly byteLength: number };
  /** `occupancy`: resident blocks on one multiprocessor. */
  residentBlocks?(entry: EntryHandle, threadsPerBlock: number, sharedBytes: number): number;
  /**
   * `plain-functions`: calls a function with the packed arguments, off-thread; gives what it returned.
   *
   * @param returns - type of its result; undefined if it returns nothing
   */
  callFunction?(
    entry: EntryHandle,
    layout: ArgumentLayout,
    record: ArrayBuffer,
    returns: DType | undefined,
  ): Promise<number | undefined>;

  // Launches ------------------------------------------------------------------------------------------------------
  /** @param record - where core writes the arguments before each enqueue; it stays in place for the launch's life */
  prepareLaunch(entry: EntryHandle, layout: ArgumentLayout, record: ArrayBuffer): PreparedLaunch;

  // Events --------------------------------------------------------------------------------------------------------
  createEvent(): EventHandle;
  destroyEvent(event: EventHandle): void;
  recordEvent(queue: QueueHandle, event: EventHandle): void;
  /** Lets `queue` go on only after `event`'s last record has been reached. */
  waitEvent(queue: QueueHandle, event: EventHandle): void;
  isEventReached(event: EventHandle): boolean;
  eventCompletion(event: EventHandle): Promise<void>;
  /** Device time between two reached events. */
  elapsedMilliseconds(start: EventHandle, end: EventHandle): number;
  /** `host-callbacks`: calls back on the event loop when the queue gets there. */
  hostCallback?(queue: QueueHandle, callback: () => void): void;

  // Textures ------------------------------------------------------------------------------------------------------
  /** `textures` or `images`: memory in the vendor's own layout, filled by {@link Driver.writeTexture}. */
  createTexture?(description: TextureDescription): TextureHandle;
  /** Copies all texels, densely packed, in queue order. Resolves when they are on the device. */
  writeTexture?(queue: QueueHandle, texture: TextureHandle, source: Uint8Array): Promise<void>;
  readTexture?(queue: QueueHandle, texture: TextureHandle, target: Uint8Array): Promise<void>;
  destroyTexture?(texture: TextureHandle): void;

  // Graphs --------------------------------------------------------------------------------------------------------
  /** `graphs`: from now on the queue's commands are recorded instead of run. */
  beginCapture?(queue: QueueHandle): void;
  endCapture?(queue: QueueHandle): GraphHandle;
  launchGraph?(queue: QueueHandle, graph: GraphHandle): void;
  destroyGraph?(graph: GraphHandle): void;

  // Life ----------------------------------------------------------------------------------------------------------
  /** The fault that made the device unusable, if one did. Cheap: core asks after every failure. */
  fault(): HeddleError | undefined;
  /** `reset`: everything that lived on the device is gone; the driver serves again afterwards. */
  reset?(): Promise<void>;
  /** Live handles by kind, for leak checks. */
  liveHandles(): Readonly<Record<string, number>>;
  /** Releases the device; waits for nothing. */
  dispose(): void;
}

export interface GraphHandle {
  readonly handle: 'graph';
}
