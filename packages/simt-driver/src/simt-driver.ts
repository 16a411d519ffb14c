/** The driver of one GPU, over a vendor's library. What CUDA and HIP do differently is data in the vendor's table. */
import type { DeviceProperties, HeddleError } from '@heddle/core';
import type {
  ArgumentLayout,
  Artifact,
  Capability,
  Compiler,
  Driver,
  EntryAttributes,
  MemoryKind,
  QueueOptions,
  RectangleCopy,
  TextureDescription,
} from '@heddle/core/backend';
import { isHeddleError } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { describeDevice, readFacts } from './device-properties';
import { SimtLaunch, type LaunchSurroundings } from './launch/simt-launch';
import { HandleCounts } from './handle-counts';
import { DeferredFrees } from './memory/deferred-frees';
import { fillMemory } from './memory/fill';
import { SimtMemory } from './memory/simt-memory';
import { Transfers } from './memory/transfers';
import { entryAttributes, findEntry, findGlobal, loadModule, type SimtEntry, type SimtModule } from './module/modules';
import { enablePeerAccess } from './peer-access';
import { deviceHandle, initialize } from './probe';
import { SimtContext, type ContextNeed } from './simt-context';
import type { SimtApi } from './simt-api';
import { Completions } from './stream/completions';
import { beginCapture, destroyGraph, endCapture, launchGraph, type SimtGraph } from './stream/graphs';
import { SimtEvent } from './stream/simt-event';
import { SimtQueue, faultCandidatesOf } from './stream/simt-queue';
import type { DeviceFacts, Vendor } from './symbols/vendor';
import { createTexture, destroyTexture, texelCopy, type SimtTexture } from './texture/textures';

/** CU_STREAM_NON_BLOCKING: no hidden order with the default stream of other libraries. */
const nonBlocking = 1;

/** What a backend adds to the shared driver. */
export interface SimtDriverOptions {
  /** The backend's name, for errors. */
  readonly backend: string;
  readonly vendor: Vendor;
  readonly deviceIndex: number;
  /** Default `primary`. */
  readonly context?: ContextNeed;
  /** The compilers for a device, which may link by its driver. */
  readonly compilers: (
    properties: DeviceProperties,
    capabilities: ReadonlySet<Capability>,
    context: SimtContext,
  ) => readonly Compiler[];
  /** What the compilers add to the capabilities: templates, name expressions, headers. */
  readonly compilerCapabilities: readonly Capability[];
}

export class SimtDriver implements Driver {
  readonly properties: DeviceProperties;
  readonly capabilities: ReadonlySet<Capability>;
  readonly compilers: readonly Compiler[];
  readonly #context: SimtContext;
  readonly #counts = new HandleCounts();
  readonly #queues = new Set<SimtQueue>();
  readonly #completions: Completions;
  readonly #transfers: Transfers;
  readonly #frees: DeferredFrees;
  readonly #launching: LaunchSurroundings;
  #priorities: { readonly least: number; readonly greatest: number } | undefined;

  private constructor(context: SimtContext, facts: DeviceFacts, options: SimtDriverOptions) {
    this.#context = context;
    context.refusals = options.vendor.contextRefusals(facts);
    context.waitsForWords = options.vendor.waitsForWords?.(facts) ?? true;
    this.properties = describeDevice(context.api, context.device, facts);
    this.capabilities = new Set([...options.vendor.capabilities(facts), ...options.compilerCapabilities]);
    this.compilers = options.compilers(this.properties, this.capabilities, context);
    this.#completions = new Completions(context);
    this.#transfers = new Transfers(context, this.#completions);
    this.#frees = new DeferredFrees(context, this.#completions, this.#queues);
    context.faultCandidates = () => faultCandidatesOf(this.#queues);
    context.settle = async () => {
      await Promise.all([this.#transfers.settle(), this.#completions.settle()]);
    };
    const { sharedBytesOptIn } = this.properties.limits;
    this.#launching = { context, completions: this.#completions, sharedBytesOptIn };
  }

  /** @throws HeddleError `UNAVAILABLE` without driver or device, `ARGUMENT` for an index there is not */
  static async open(options: SimtDriverOptions): Promise<SimtDriver> {
    const { vendor, deviceIndex, backend, context: kind = 'primary' } = options;
    const api = await initialize(vendor);
    const count = new Int32Array(1);
    api.call('deviceCount', count);
    if (!Number.isInteger(deviceIndex) || deviceIndex < 0 || deviceIndex >= (count[0] ?? 0)) {
      throw argumentError(`there is no device ${deviceIndex}; the driver sees ${count[0] ?? 0}`, { backend });
    }
    const device = deviceHandle(api, deviceIndex);
    const context = await SimtContext.open(api, device, backend, kind);
    return new SimtDriver(context, readFacts(api, device), options);
  }

  /** The vendor's library, for what this driver does not wrap. */
  get api(): SimtApi {
    return this.#context.api;
  }

  /** The context that every call is made in, for the functions of this package that are not part of the interface. */
  get context(): SimtContext {
    return this.#context;
  }

  /** The vendor's context, for native code and for what this driver does not wrap. */
  get nativeContext(): bigint {
    return this.#context.handle;
  }

  allocate(byteLength: number, kind: MemoryKind): SimtMemory {
    const memory = this.#frees.retrying(() => SimtMemory.allocate(this.#context, byteLength, kind));
    this.#counts.add('memory');
    return memory;
  }

  free(memory: SimtMemory): void {
    this.#counts.remove('memory');
    this.#frees.free(memory);
  }

  addressOf(memory: SimtMemory, byteOffset: number): bigint {
    return memory.address + BigInt(byteOffset);
  }

  hostView(memory: SimtMemory): ArrayBuffer {
    const view = memory.hostView();
    if (!view) throw argumentError('device memory is not seen by the host', { backend: this.#context.backend });
    return view;
  }

  memoryInfo(): { readonly freeBytes: number; readonly totalBytes: number } {
    const [free, total] = [new BigUint64Array(1), new BigUint64Array(1)];
    this.#context.call('memoryInfo', free, total);
    return { freeBytes: Number(free[0]), totalBytes: Number(total[0]) };
  }

  createQueue({ priority }: QueueOptions): SimtQueue {
    const { least, greatest } = (this.#priorities ??= this.#readPriorities());
    const out = new BigUint64Array(1);
    this.#context.call('streamCreate', out, nonBlocking, Math.max(greatest, Math.min(least, priority)));
    const queue = new SimtQueue(out[0] ?? 0n);
    this.#queues.add(queue);
    this.#counts.add('queue');
    return queue;
  }

  destroyQueue(queue: SimtQueue): void {
    if (!this.#queues.delete(queue)) return;
    this.#counts.remove('queue');
    // The driver itself ends the stream once what is in it has run.
    this.#frees.beforeDestroying(queue);
    this.#context.release('streamDestroy', queue.stream);
  }

  completion(queue: SimtQueue): Promise<void> {
    return this.#completions.ofQueue(queue);
  }

  waitBlocking(queue: SimtQueue): void {
    const { launches } = queue;
    const value = this.#context.statusBound('streamSynchronize', queue.stream);
    if (value !== 0) {
      const { details, about } = faultCandidatesOf([queue]);
      throw this.#context.failure(value, 'streamSynchronize', details, about);
    }
    queue.markCompleted(launches);
  }

  isIdle(queue: SimtQueue): boolean {
    return this.#completions.isIdle(queue);
  }

  copyToDevice(
    queue: SimtQueue,
    destination: SimtMemory,
    offset: number,
    source: Uint8Array,
    staged?: () => void,
  ): Promise<void> {
    return this.#transfers.toDevice(queue, destination.address + BigInt(offset), source, staged);
  }

  copyToHost(queue: SimtQueue, source: SimtMemory, offset: number, target: Uint8Array): Promise<void> {
    return this.#transfers.toHost(queue, source.address + BigInt(offset), target);
  }

  copyOnDevice(
    queue: SimtQueue,
    destination: SimtMemory,
    destinationOffset: number,
    source: SimtMemory,
    sourceOffset: number,
    byteLength: number,
  ): void {
    const [to, from] = [destination.address + BigInt(destinationOffset), source.address + BigInt(sourceOffset)];
    this.#context.call('copyAsync', to, from, byteLength, queue.stream);
  }

  fill(queue: SimtQueue, memory: SimtMemory, offset: number, byteLength: number, pattern: Uint8Array): void {
    fillMemory(this.#context, queue, memory.address + BigInt(offset), byteLength, pattern);
  }

  copyRectangle(queue: SimtQueue, copy: RectangleCopy): Promise<void> {
    return this.#transfers.rectangle(queue, copy);
  }

  copyToPeer(
    queue: SimtQueue,
    peer: Driver,
    destination: SimtMemory,
    destinationOffset: number,
    source: SimtMemory,
    sourceOffset: number,
    byteLength: number,
  ): void {
    if (!(peer instanceof SimtDriver) || peer.api !== this.api) {
      throw argumentError('a peer copy goes to another device of the same vendor', { backend: this.#context.backend });
    }
    enablePeerAccess(this.#context, peer.#context);
    const [to, from] = [destination.address + BigInt(destinationOffset), source.address + BigInt(sourceOffset)];
    const { stream } = queue;
    const [there, here] = [peer.#context.peerHandle, this.#context.peerHandle];
    this.#context.call('copyPeerAsync', to, there, from, here, byteLength, stream);
  }

  async loadModule(artifact: Artifact): Promise<SimtModule> {
    const { api, backend } = this.#context;
    const { architecture } = this.properties;
    const finished = await api.vendor.finishIntermediate?.(artifact, { backend, architecture });
    const module = loadModule(this.#context, finished ?? artifact);
    this.#counts.add('module');
    return module;
  }

  unloadModule(module: SimtModule): void {
    this.#counts.remove('module');
    // Unloading waits for the device, which would hold the event loop while a kernel runs.
    this.#frees.whenIdle(() => {
      this.#context.release('moduleUnload', module.id);
    });
  }

  entry(module: SimtModule, name: string): SimtEntry {
    return findEntry(this.#context, module, name, this.properties.limits.sharedBytes);
  }

  entryAttributes(entry: SimtEntry): EntryAttributes {
    return entryAttributes(this.#context, entry);
  }

  global(module: SimtModule, name: string): { readonly memory: SimtMemory; readonly byteLength: number } {
    return findGlobal(this.#context, module, name);
  }

  residentBlocks(entry: SimtEntry, threadsPerBlock: number, sharedBytes: number): number {
    const out = new Int32Array(1);
    this.#context.call('occupancy', out, entry.id, threadsPerBlock, sharedBytes);
    return out[0] ?? 0;
  }

  prepareLaunch(entry: SimtEntry, layout: ArgumentLayout, record: ArrayBuffer): SimtLaunch {
    return new SimtLaunch(this.#launching, entry, layout, record);
  }

  createEvent(): SimtEvent {
    const event = SimtEvent.timing(this.#context);
    this.#counts.add('event');
    return event;
  }

  destroyEvent(event: SimtEvent): void {
    this.#counts.remove('event');
    event.destroy();
  }

  recordEvent(queue: SimtQueue, event: SimtEvent): void {
    event.record(queue);
  }

  waitEvent(queue: SimtQueue, event: SimtEvent): void {
    this.#context.callBound('streamWaitEvent', queue.stream, event.id, 0);
  }

  isEventReached(event: SimtEvent): boolean {
    const value = this.#context.statusBound('eventQuery', event.id);
    if (value === 0) return true;
    if (value === 600) return false;
    throw this.#context.failure(value, 'eventQuery');
  }

  eventCompletion(event: SimtEvent): Promise<void> {
    return this.#completions.ofEvent(event);
  }

  elapsedMilliseconds(start: SimtEvent, end: SimtEvent): number {
    const out = new Float32Array(1);
    this.#context.call('eventElapsedTime', out, start.id, end.id);
    return out[0] ?? 0;
  }

  hostCallback(queue: SimtQueue, callback: () => void): void {
    if (queue.capturing) {
      throw argumentError('a host callback cannot be captured into a graph', { backend: this.#context.backend });
    }
    // After a fault the queue never gets here; the call that waits for it is told.
    this.#completions.ofQueue(queue).then(callback, () => undefined);
  }

  createTexture(description: TextureDescription): SimtTexture {
    const texture = createTexture(this.#context, description);
    this.#counts.add('texture');
    return texture;
  }

  async writeTexture(queue: SimtQueue, texture: SimtTexture, source: Uint8Array): Promise<void> {
    await this.#transfers.volumeToDevice(queue, source, (host) => {
      this.#context.call('copyVolumeAsync', texelCopy(this.api.volumeCopy, texture, host, 'write'), queue.stream);
    });
  }

  async readTexture(queue: SimtQueue, texture: SimtTexture, target: Uint8Array): Promise<void> {
    await this.#transfers.volumeToHost(queue, target, (host) => {
      this.#context.call('copyVolumeAsync', texelCopy(this.api.volumeCopy, texture, host, 'read'), queue.stream);
    });
  }

  destroyTexture(texture: SimtTexture): void {
    this.#counts.remove('texture');
    this.#frees.whenIdle(() => {
      destroyTexture(this.#context, texture);
    });
  }

  beginCapture(queue: SimtQueue): void {
    beginCapture(this.#context, queue);
  }

  endCapture(queue: SimtQueue): SimtGraph {
    const graph = endCapture(this.#context, queue);
    this.#counts.add('graph');
    return graph;
  }

  launchGraph(queue: SimtQueue, graph: SimtGraph): void {
    launchGraph(this.#context, queue, graph);
  }

  destroyGraph(graph: SimtGraph): void {
    this.#counts.remove('graph');
    this.#frees.whenIdle(() => {
      destroyGraph(this.#context, graph);
    });
  }

  fault(): HeddleError | undefined {
    return this.#context.fault;
  }

  async reset(): Promise<void> {
    const lost = this.#context.fault ?? argumentError('lost in a device reset', { backend: this.#context.backend });
    this.#completions.rejectAll(lost);
    this.#frees.forget();
    this.#transfers.forget();
    this.#queues.clear();
    this.#counts.clear();
    this.#priorities = undefined;
    await this.#context.reset();
  }

  liveHandles(): Readonly<Record<string, number>> {
    return this.#counts.all();
  }

  dispose(): void {
    if (this.#context.closed) return;
    Promise.all([this.#frees.settled(), this.#transfers.settled()]).then(
      () => {
        this.#close();
      },
      (error: unknown) => {
        this.#close();
        if (!isHeddleError(error)) throw error;
      },
    );
  }

  #close(): void {
    this.#transfers.close();
    this.#completions.rejectAll(argumentError('this device has been disposed', { backend: this.#context.backend }));
    this.#context.close();
  }

  #readPriorities(): { readonly least: number; readonly greatest: number } {
    const [least, greatest] = [new Int32Array(1), new Int32Array(1)];
    this.#context.call('streamPriorityRange', least, greatest);
    return { least: least[0] ?? 0, greatest: greatest[0] ?? 0 };
  }
}
