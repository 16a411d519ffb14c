/** One open OpenCL device: core's driver interface over the parts of this package. */
import { HeddleError, type DeviceProperties } from '@heddle/core';
import type {
  ArgumentLayout,
  Artifact,
  Capability,
  Compiler,
  Driver,
  EntryAttributes,
  EntryHandle,
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
import { BuiltPrograms } from './built-programs';
import { Context } from './context';
import { capabilitiesOf } from './device-capabilities';
import type { FoundDevice } from './discover';
import { Events, QueueEvent } from './events';
import { HostViews } from './host-memory';
import { Image, destroyImage, readImage, writeImage } from './images';
import { KernelLaunch, type LaunchServices } from './launch';
import { MemoryStore, type DeviceMemory } from './memory';
import type { KernelEntry, LoadedProgram } from './modules';
import { findEntry, loadProgram, unloadProgram } from './modules';
import { OpenClCompiler } from './opencl-compiler';
import { CommandQueue } from './queue';
import { copyRectangle } from './rectangles';
import { Transfers } from './transfers';
import { EventWaiter } from './waiter';

export class OpenClDriver implements Driver {
  readonly properties: DeviceProperties;
  readonly capabilities: ReadonlySet<Capability>;
  readonly compilers: readonly Compiler[];
  /** The context and the device's handles, for calls of OpenCL's own. */
  readonly context: Context;
  readonly #waiter: EventWaiter;
  readonly #memory: MemoryStore;
  readonly #views: HostViews;
  readonly #transfers: Transfers;
  readonly #events: Events;
  readonly #built: BuiltPrograms;
  readonly #services: LaunchServices;
  readonly #queues = new Set<CommandQueue>();
  #hostQueue: CommandQueue | undefined;

  constructor(found: FoundDevice) {
    const context = new Context(found);
    this.context = context;
    this.properties = context.facts.properties;
    this.capabilities = capabilitiesOf(context.facts);
    this.#waiter = new EventWaiter(context.library);
    this.#memory = new MemoryStore(context);
    this.#views = new HostViews(context, () => this.#queueOfHost());
    this.#transfers = new Transfers(context, this.#views);
    this.#events = new Events(context, this.#waiter, this.#views);
    this.#built = new BuiltPrograms(context);
    this.#services = { context, memory: this.#memory, views: this.#views, events: this.#events };
    this.compilers = context.facts.hasCompiler ? [new OpenClCompiler(context, this.#built)] : [];
  }

  allocate(byteLength: number, kind: MemoryKind): MemoryHandle {
    return this.#memory.allocate(byteLength, kind);
  }

  free(memory: MemoryHandle): void {
    this.#views.end(memory as DeviceMemory);
    this.#memory.free(memory as DeviceMemory, () => this.#allEnded());
  }

  addressOf(memory: MemoryHandle, byteOffset: number, byteLength: number): bigint {
    const part = this.#memory.part(memory as DeviceMemory, byteOffset, byteLength);
    this.#views.addPart(memory as DeviceMemory, part);
    return part;
  }

  hostView(memory: MemoryHandle): ArrayBuffer {
    if ((memory as DeviceMemory).kind === 'device') {
      throw new HeddleError('UNSUPPORTED', 'only pinned and managed memory can be seen by the host', {
        backend: 'opencl',
        hint: "Allocate it with { kind: 'pinned' }.",
      });
    }
    return this.#views.of(memory as DeviceMemory);
  }

  memoryInfo(): { readonly freeBytes: number; readonly totalBytes: number } {
    return this.#memory.info();
  }

  createQueue(options: QueueOptions): QueueHandle {
    const queue = new CommandQueue(this.context, this.#waiter, options);
    this.#queues.add(queue);
    return queue;
  }

  destroyQueue(queue: QueueHandle): void {
    this.#queues.delete(queue as CommandQueue);
    (queue as CommandQueue).destroy();
  }

  async completion(queue: QueueHandle): Promise<void> {
    const commands = queue as CommandQueue;
    this.#views.takeBackFrom(commands);
    await commands.allEnded();
  }

  waitBlocking(queue: QueueHandle): void {
    this.#views.takeBackFrom(queue as CommandQueue);
    (queue as CommandQueue).finish();
  }

  isIdle(queue: QueueHandle): boolean {
    return (queue as CommandQueue).isIdle();
  }

  copyToDevice(queue: QueueHandle, destination: MemoryHandle, offset: number, source: Uint8Array): Promise<void> {
    return this.#transfers.toDevice(queue as CommandQueue, destination as DeviceMemory, offset, source);
  }

  copyToHost(queue: QueueHandle, source: MemoryHandle, offset: number, target: Uint8Array): Promise<void> {
    return this.#transfers.toHost(queue as CommandQueue, source as DeviceMemory, offset, target);
  }

  copyOnDevice(
    queue: QueueHandle,
    destination: MemoryHandle,
    destinationOffset: number,
    source: MemoryHandle,
    sourceOffset: number,
    byteLength: number,
  ): void {
    const [to, from] = [destination as DeviceMemory, source as DeviceMemory];
    this.#transfers.onDevice(queue as CommandQueue, to, destinationOffset, from, sourceOffset, byteLength);
  }

  fill(queue: QueueHandle, memory: MemoryHandle, offset: number, byteLength: number, pattern: Uint8Array): void {
    this.#transfers.fill(queue as CommandQueue, memory as DeviceMemory, offset, byteLength, pattern);
  }

  copyRectangle(queue: QueueHandle, copy: RectangleCopy): Promise<void> {
    return copyRectangle(this.context, this.#views, queue as CommandQueue, copy);
  }

  loadModule(artifact: Artifact): Promise<ModuleHandle> {
    return this.context.keep(() => loadProgram(this.context, artifact, this.#built));
  }

  unloadModule(module: ModuleHandle): void {
    unloadProgram(this.context, module as LoadedProgram);
  }

  entry(module: ModuleHandle, name: string): EntryHandle {
    return findEntry(this.context, module as LoadedProgram, name);
  }

  entryAttributes(entry: EntryHandle): EntryAttributes {
    return (entry as KernelEntry).attributes;
  }

  prepareLaunch(entry: EntryHandle, layout: ArgumentLayout, record: ArrayBuffer): PreparedLaunch {
    return new KernelLaunch(this.#services, entry as KernelEntry, layout, record);
  }

  createEvent(): EventHandle {
    return new QueueEvent();
  }

  destroyEvent(event: EventHandle): void {
    this.#events.release(event as QueueEvent);
  }

  recordEvent(queue: QueueHandle, event: EventHandle): void {
    this.#events.record(queue as CommandQueue, event as QueueEvent);
  }

  waitEvent(queue: QueueHandle, event: EventHandle): void {
    this.#events.holdBack(queue as CommandQueue, event as QueueEvent);
  }

  isEventReached(event: EventHandle): boolean {
    return this.#events.isReached(event as QueueEvent);
  }

  eventCompletion(event: EventHandle): Promise<void> {
    return this.#events.reached(event as QueueEvent);
  }

  elapsedMilliseconds(start: EventHandle, end: EventHandle): number {
    return this.#events.elapsedMilliseconds(start as QueueEvent, end as QueueEvent);
  }

  hostCallback(queue: QueueHandle, callback: () => void): void {
    // A failure is reported by the call that waits for the queue; the callback has still been reached.
    void this.completion(queue).then(callback, callback);
  }

  createTexture(description: TextureDescription): TextureHandle {
    return new Image(this.context, description);
  }

  writeTexture(queue: QueueHandle, texture: TextureHandle, source: Uint8Array): Promise<void> {
    return writeImage(this.context, queue as CommandQueue, texture as Image, source);
  }

  readTexture(queue: QueueHandle, texture: TextureHandle, target: Uint8Array): Promise<void> {
    return readImage(this.context, queue as CommandQueue, texture as Image, target);
  }

  destroyTexture(texture: TextureHandle): void {
    destroyImage(this.context, texture as Image);
  }

  fault(): HeddleError | undefined {
    return this.context.fault;
  }

  liveHandles(): Readonly<Record<string, number>> {
    return this.context.live();
  }

  dispose(): void {
    this.#built.dispose();
    this.#hostQueue?.destroy();
    this.context.dispose();
  }

  // For maps of memory that no stream uses. Made at the first one.
  #queueOfHost(): CommandQueue {
    this.#hostQueue ??= new CommandQueue(this.context, this.#waiter, { priority: 0, outOfOrder: false });
    return this.#hostQueue;
  }

  #allEnded(): Promise<unknown> {
    return Promise.allSettled([...this.#queues].map((queue) => queue.allEnded()));
  }
}
