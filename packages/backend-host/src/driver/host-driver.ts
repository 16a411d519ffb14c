/** One host device: core's driver interface over the runtime. */
import koffi from 'koffi';
import { HeddleError, type DType, type DeviceProperties } from '@heddle/core';
import type {
  ArgumentLayout,
  Artifact,
  Capability,
  Compiler,
  Driver,
  EntryAttributes,
  EventHandle,
  MemoryHandle,
  MemoryKind,
  ModuleHandle,
  PreparedLaunch,
  QueueHandle,
  QueueOptions,
  RectangleCopy,
  TextureDescription,
  TextureHandle,
} from '@heddle/core/backend';
import type { RuntimeFunctions } from '../runtime/runtime-abi';
import { checkStatus } from '../runtime/runtime-error';
import { HostEntry, HostEvent, HostMemory, HostModule, HostQueue, streamWordBytes } from './handles';
import { HostLaunch } from './launch';
import { callPlainFunction } from './plain-call';
import { QueueWaits } from './queue-waits';
import { rectangleRecord } from './rectangle';
import { HostTextures } from './textures';

const notFound = 4;
const snapshotFlag = 1;
/** Copies up to this size are made at once, so that the caller may reuse the array. */
const snapshotBytes = 65536;

export interface HostDriverParts {
  readonly runtime: RuntimeFunctions;
  readonly properties: DeviceProperties;
  readonly capabilities: ReadonlySet<Capability>;
  readonly compilers: readonly Compiler[];
  /** Artifacts are loaded only by the CPU they were compiled for. */
  readonly artifactFormat: string;
  /** Gives back what the compilers hold. */
  readonly disposeCompilers: () => void;
}

export class HostDriver implements Driver {
  readonly properties: DeviceProperties;
  readonly capabilities: ReadonlySet<Capability>;
  readonly compilers: readonly Compiler[];
  readonly #runtime: RuntimeFunctions;
  readonly #format: string;
  readonly #disposeCompilers: () => void;
  readonly #waits: QueueWaits;
  readonly #textures = new HostTextures();
  readonly #queues = new Set<HostQueue>();
  #disposed = false;
  #device: number;

  constructor(parts: HostDriverParts) {
    this.#runtime = parts.runtime;
    this.properties = parts.properties;
    this.capabilities = parts.capabilities;
    this.compilers = parts.compilers;
    this.#format = parts.artifactFormat;
    this.#disposeCompilers = parts.disposeCompilers;
    this.#waits = new QueueWaits(parts.runtime);
    this.#device = this.#openDevice();
  }

  // Memory ------------------------------------------------------------------------------------------------------

  // Host-visible memory is JavaScript's own, so that a view of it stays valid when the buffer is gone.
  allocate(byteLength: number, kind: MemoryKind): HostMemory {
    if (kind !== 'device') {
      const array = new ArrayBuffer(byteLength);
      return new HostMemory(Number(koffi.address(new Uint8Array(array))), byteLength, array);
    }
    const address = this.#out('allocate', (out) => this.#runtime.allocate(this.#device, byteLength, out));
    return new HostMemory(address, byteLength);
  }

  free(memory: HostMemory): void {
    if (memory.shown) this.#releaseShown(memory.shown);
    else this.#check('free', this.#runtime.free(this.#device, memory.start));
  }

  addressOf(memory: MemoryHandle, byteOffset: number): bigint {
    return memory.address + BigInt(byteOffset);
  }

  hostView(memory: HostMemory): ArrayBuffer {
    if (memory.shown) return memory.shown;
    throw new HeddleError('UNSUPPORTED', 'only pinned and managed memory has a host view', { backend: 'host' });
  }

  memoryInfo(): { freeBytes: number; totalBytes: number } {
    const words = new BigUint64Array(2);
    this.#check('memory_info', this.#runtime.memoryInfo(words.subarray(0, 1), words.subarray(1, 2)));
    return { freeBytes: Number(words[0]), totalBytes: Number(words[1]) };
  }

  // Queues ------------------------------------------------------------------------------------------------------

  createQueue({ priority }: QueueOptions): HostQueue {
    const stream = this.#out('stream_create', (out) => this.#runtime.streamCreate(this.#device, priority, out));
    const words = new BigUint64Array(koffi.view(BigInt(this.#runtime.streamWords(stream)), streamWordBytes));
    const queue = new HostQueue(stream, words);
    this.#queues.add(queue);
    return queue;
  }

  destroyQueue(queue: HostQueue): void {
    this.#queues.delete(queue);
    this.#waits.destroyWhenIdle(queue);
  }

  async completion(queue: QueueHandle): Promise<void> {
    await this.#waits.complete(queue as HostQueue);
  }

  waitBlocking(queue: HostQueue): void {
    const ticket = queue.enqueued;
    this.#check('stream_wait', this.#runtime.streamWait(queue.stream, 0, -1));
    this.#waits.throwFault(queue, ticket);
  }

  isIdle(queue: HostQueue): boolean {
    return queue.enqueued === queue.completed;
  }

  // Transfers ---------------------------------------------------------------------------------------------------

  async copyToDevice(
    queue: HostQueue,
    destination: HostMemory,
    offset: number,
    source: Uint8Array,
    staged?: () => void,
  ): Promise<void> {
    const { byteLength } = source;
    const flags = byteLength <= snapshotBytes ? snapshotFlag : 0;
    this.#check('copy', this.#runtime.copyIn(queue.stream, destination.start + offset, source, byteLength, flags));
    const done = this.#waits.completeHolding(queue, source);
    if (flags === snapshotFlag) staged?.();
    await done;
  }

  async copyToHost(queue: HostQueue, source: HostMemory, offset: number, target: Uint8Array): Promise<void> {
    this.#check('copy', this.#runtime.copyOut(queue.stream, target, source.start + offset, target.byteLength, 0));
    await this.#waits.completeHolding(queue, target);
  }

  copyOnDevice(
    queue: HostQueue,
    destination: HostMemory,
    destinationOffset: number,
    source: HostMemory,
    sourceOffset: number,
    byteLength: number,
  ): void {
    const to = destination.start + destinationOffset;
    this.#check('copy', this.#runtime.copy(queue.stream, to, source.start + sourceOffset, byteLength, 0));
  }

  fill(queue: HostQueue, memory: HostMemory, offset: number, byteLength: number, pattern: Uint8Array): void {
    const start = memory.start + offset;
    this.#check('fill', this.#runtime.fill(queue.stream, start, byteLength, pattern, pattern.byteLength));
  }

  async copyRectangle(queue: HostQueue, copy: RectangleCopy): Promise<void> {
    const { record, hostSides } = rectangleRecord(copy);
    this.#check('copy_rectangle', this.#runtime.copyRectangle(queue.stream, record));
    await this.#waits.completeHolding(queue, hostSides);
  }

  // Modules -----------------------------------------------------------------------------------------------------

  async loadModule(artifact: Artifact): Promise<HostModule> {
    if (artifact.format !== this.#format) {
      throw new HeddleError('ARGUMENT', `this device loads ${this.#format}, not '${artifact.format}'`, {
        backend: 'host',
        parameter: 'format',
        hint: 'A binary of the host backend runs only on the kind of processor it was compiled for.',
      });
    }
    const { bytes } = artifact;
    const module = this.#out('module_load', (out) =>
      this.#runtime.moduleLoad(this.#device, bytes, bytes.byteLength, out),
    );
    return Promise.resolve(new HostModule(module));
  }

  unloadModule({ module }: HostModule): void {
    this.#check('module_unload', this.#runtime.moduleUnload(module));
  }

  entry(module: ModuleHandle, name: string): HostEntry {
    const { module: handle } = module as HostModule;
    const out = new BigUint64Array(1);
    if (this.#found('module_kernel_named', this.#runtime.moduleKernelNamed(handle, name, out))) {
      return new HostEntry(name, Number(out[0]), 0);
    }
    if (this.#found('module_function', this.#runtime.moduleFunction(handle, name, out))) {
      return new HostEntry(name, 0, Number(out[0]));
    }
    const names = this.#kernelNames(handle);
    throw new HeddleError('ARGUMENT', `the module has no kernel '${name}'`, {
      backend: 'host',
      kernel: name,
      hint: names.length > 0 ? `It has ${names.join(', ')}.` : 'It has none.',
    });
  }

  entryAttributes(entry: HostEntry): EntryAttributes {
    if (entry.kernel === 0) return {};
    const view = new DataView(new ArrayBuffer(64));
    this.#check('kernel_attributes', this.#runtime.kernelAttributes(entry.kernel, view));
    const parameters = Array.from({ length: view.getUint32(8, true) }, (_, index) => {
      const argument = new DataView(new ArrayBuffer(16));
      this.#check('kernel_argument', this.#runtime.kernelArgument(entry.kernel, index, argument));
      return { offset: argument.getUint32(0, true), byteLength: argument.getUint32(4, true) };
    });
    return {
      maxThreadsPerBlock: view.getUint32(20, true),
      sharedBytes: Number(view.getBigUint64(24, true)),
      preferredBlockMultiple: this.properties.warpSize,
      parameters,
      vendorAttributes: { hasBlocked: view.getUint32(16, true) !== 0 },
    };
  }

  global({ module }: HostModule, name: string): { memory: HostMemory; byteLength: number } {
    const out = new BigUint64Array(2);
    const status = this.#runtime.moduleGlobal(module, name, out.subarray(0, 1), out.subarray(1, 2));
    if (!this.#found('module_global', status)) {
      const names = this.#globalNames(module);
      throw new HeddleError('ARGUMENT', `the module has no variable '${name}'`, {
        backend: 'host',
        parameter: 'name',
        hint: names.length > 0 ? `It has ${names.join(', ')}.` : 'It has none.',
      });
    }
    const byteLength = Number(out[1]);
    return { memory: new HostMemory(Number(out[0]), byteLength), byteLength };
  }

  /** All variables of a module. */
  globals(module: HostModule): { name: string; memory: HostMemory }[] {
    return this.#globalNames(module.module).map((name) => ({ name, memory: this.global(module, name).memory }));
  }

  residentBlocks(entry: HostEntry, threadsPerBlock: number, sharedBytes: number): number {
    const out = new Uint32Array(1);
    const status = this.#runtime.kernelResidentBlocks(entry.kernel, threadsPerBlock, sharedBytes, out);
    this.#check('kernel_resident_blocks', status);
    return out[0] ?? 0;
  }

  async callFunction(
    entry: HostEntry,
    layout: ArgumentLayout,
    record: ArrayBuffer,
    returns: DType | undefined,
  ): Promise<number | undefined> {
    if (entry.functionAddress === 0) {
      throw new HeddleError('ARGUMENT', `${entry.name} is a kernel, not a plain function`, {
        backend: 'host',
        kernel: entry.name,
        hint: 'Use module.kernel and launch it.',
      });
    }
    const queue = this.createQueue({ priority: 0, outOfOrder: false });
    try {
      return await callPlainFunction(this.#runtime, { queue, entry, layout, record, returns }, () =>
        this.#waits.complete(queue),
      );
    } finally {
      this.destroyQueue(queue);
    }
  }

  // Launches ----------------------------------------------------------------------------------------------------

  prepareLaunch(entry: HostEntry, layout: ArgumentLayout, record: ArrayBuffer): PreparedLaunch {
    if (entry.kernel === 0) {
      throw new HeddleError('ARGUMENT', `${entry.name} is a plain function, not a kernel`, {
        backend: 'host',
        kernel: entry.name,
        hint: 'Use module.function and call it.',
      });
    }
    return new HostLaunch(this.#runtime, entry, layout, record, (queue) => this.#waits.complete(queue));
  }

  // Events ------------------------------------------------------------------------------------------------------

  createEvent(): HostEvent {
    return new HostEvent(this.#out('event_create', (out) => this.#runtime.eventCreate(this.#device, out)));
  }

  destroyEvent({ event }: HostEvent): void {
    this.#check('event_destroy', this.#runtime.eventDestroy(event));
  }

  recordEvent(queue: HostQueue, { event }: HostEvent): void {
    this.#check('event_record', this.#runtime.eventRecord(queue.stream, event));
  }

  waitEvent(queue: HostQueue, { event }: HostEvent): void {
    this.#check('stream_wait_event', this.#runtime.streamWaitEvent(queue.stream, event));
  }

  isEventReached({ event }: HostEvent): boolean {
    return this.#runtime.eventReached(event) === 1;
  }

  async eventCompletion(event: EventHandle): Promise<void> {
    await this.#waits.event((event as HostEvent).event);
    const fault = this.fault();
    if (fault) throw fault;
  }

  elapsedMilliseconds(start: HostEvent, end: HostEvent): number {
    const out = new Float64Array(1);
    this.#check('event_elapsed', this.#runtime.eventElapsed(start.event, end.event, out));
    return out[0] ?? NaN;
  }

  hostCallback(queue: HostQueue, callback: () => void): void {
    this.#waits.callback(queue, callback);
  }

  // Textures ----------------------------------------------------------------------------------------------------

  createTexture(description: TextureDescription): TextureHandle {
    return this.#textures.create(description, (byteLength) => this.allocate(byteLength, 'device'));
  }

  async writeTexture(queue: QueueHandle, texture: TextureHandle, source: Uint8Array): Promise<void> {
    await this.copyToDevice(queue as HostQueue, this.#textures.memoryOf(texture), 0, source);
  }

  async readTexture(queue: QueueHandle, texture: TextureHandle, target: Uint8Array): Promise<void> {
    await this.copyToHost(queue as HostQueue, this.#textures.memoryOf(texture), 0, target);
  }

  destroyTexture(texture: TextureHandle): void {
    for (const memory of this.#textures.remove(texture)) this.free(memory);
  }

  // Life --------------------------------------------------------------------------------------------------------

  fault(): HeddleError | undefined {
    return this.#disposed ? undefined : this.#waits.deviceFault(this.#device);
  }

  async reset(): Promise<void> {
    this.#close();
    this.#device = this.#openDevice();
    return Promise.resolve();
  }

  liveHandles(): Record<string, number> {
    const words = new BigUint64Array(6);
    this.#check('device_counters', this.#runtime.deviceCounters(this.#device, words));
    const [allocations, bytes, streams, events, modules] = Array.from(words, Number);
    return {
      allocations: allocations ?? 0,
      bytes: bytes ?? 0,
      streams: streams ?? 0,
      events: events ?? 0,
      modules: modules ?? 0,
    };
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#disposeCompilers();
    this.#close();
  }

  #openDevice(): number {
    const device = this.#out('device_open', (out) => this.#runtime.deviceOpen(out));
    this.#waits.open(device);
    return device;
  }

  #close(): void {
    this.#queues.clear();
    this.#waits.close();
    this.#textures.clear();
    this.#check('device_close', this.#runtime.deviceClose(this.#device));
  }

  // Transferred, the array has length 0 for code that still holds it; the memory itself stays until what is enqueued
  // now, and may use it, has run.
  #releaseShown(array: ArrayBuffer): void {
    this.#waits.holdUntilReached(structuredClone(array, { transfer: [array] }), this.#queues);
  }

  #globalNames(module: number): string[] {
    const count = this.#runtime.moduleGlobalCount(module);
    return Array.from({ length: count }, (_, index) => this.#runtime.moduleGlobalName(module, index) ?? '');
  }

  #kernelNames(module: number): string[] {
    return Array.from({ length: this.#runtime.moduleKernelCount(module) }, (_, index) => {
      const kernel = this.#out('module_kernel', (out) => this.#runtime.moduleKernel(module, index, out));
      const attributes = new BigUint64Array(8);
      this.#check('kernel_attributes', this.#runtime.kernelAttributes(kernel, attributes));
      return String(koffi.decode(attributes[0] ?? 0n, 'char', -1));
    });
  }

  #out(call: string, body: (out: BigUint64Array) => number): number {
    const out = new BigUint64Array(1);
    this.#check(call, body(out));
    return Number(out[0]);
  }

  #check(call: string, status: number): void {
    if (status !== 0) checkStatus(this.#runtime, `heddle_host_${call}`, status);
  }

  #found(call: string, status: number): boolean {
    if (status === notFound) return false;
    this.#check(call, status);
    return true;
  }
}
