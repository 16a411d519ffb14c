/**
 * A driver whose device is this process's own memory and whose kernels are JavaScript functions. Work runs later and
 * in queue order, as on a device, so that what depends on either shows.
 */
import type { ArgumentLayout } from '../arguments';
import { HeddleError, argumentError } from '../errors';
import type { Artifact } from '../spi/artifact';
import type { Capability } from '../spi/capabilities';
import type { DeviceProperties } from '../spi/device-properties';
import type {
  Driver,
  EntryAttributes,
  EntryHandle,
  MemoryHandle,
  MemoryKind,
  ModuleHandle,
  PreparedGeometry,
  PreparedLaunch,
  RectangleCopy,
  RectangleSide,
} from '../spi/driver';
import type { MemoryBackendOptions, MemoryDefect } from './memory-backend';
import { MemoryCompiler, memoryFormat, type MemoryArtifact } from './memory-compiler';
import { Entry, HeldMemory, LoadedModule } from './memory-handles';
import { createCall, withSwappedArguments, type MemoryKernel } from './memory-kernel';
import { MemoryLaunch, noGeometry } from './memory-launch';
import { memoryCapabilities, memoryProperties } from './memory-properties';
import { MemoryEvent, MemoryGraph, MemoryQueue } from './memory-queue';

export class MemoryDriver implements Driver {
  readonly properties: DeviceProperties;
  readonly capabilities: ReadonlySet<Capability>;
  readonly compiler: MemoryCompiler;
  readonly compilers: readonly MemoryCompiler[];
  readonly #options: MemoryBackendOptions;
  readonly #memory = new Map<bigint, HeldMemory>();
  readonly #queues = new Set<MemoryQueue>();
  readonly #live = new Map<string, number>();
  readonly #planted = new Map<string, Error[]>();
  readonly #defects: ReadonlySet<MemoryDefect>;
  #nextAddress = 0x10000n;
  #usedBytes = 0;
  #fault: HeddleError | undefined;
  #scheduled = false;
  disposed = false;

  constructor(backend: string, index: number, options: MemoryBackendOptions) {
    this.properties = memoryProperties(index, options);
    this.capabilities = new Set(options.capabilities ?? memoryCapabilities);
    this.compiler = new MemoryCompiler(backend, options.languages);
    this.compilers = [this.compiler];
    this.#options = options;
    this.#defects = new Set(options.defects);
  }

  /** Lets the next call of a method throw. */
  plant(method: keyof Driver, error: Error): void {
    this.#planted.set(method, [...(this.#planted.get(method) ?? []), error]);
  }

  /** Makes the device fail for good, as an illegal address in a kernel does. */
  fail(fault: HeddleError): void {
    this.#fault = fault;
    for (const queue of this.#queues) queue.abandon(fault);
  }

  // Memory
  allocate(byteLength: number, kind: MemoryKind): MemoryHandle {
    this.#enter('allocate');
    if (this.#usedBytes + byteLength > this.properties.totalBytes) {
      const freeBytes = this.properties.totalBytes - this.#usedBytes;
      throw new HeddleError('OUT_OF_MEMORY', `${byteLength} bytes`, { requested: byteLength, max: freeBytes });
    }
    const memory = new HeldMemory(this.#nextAddress, byteLength, kind);
    this.#nextAddress += BigInt(Math.ceil(byteLength / 512) * 512 + 512);
    this.#memory.set(memory.address, memory);
    this.#usedBytes += byteLength;
    this.#count('memory', 1);
    return memory;
  }

  free(memory: MemoryHandle): void {
    this.#enter('free');
    if (!this.#defects.has('leaks-memory')) this.#count('memory', -1);
    // Enqueued work may still need it, so it is freed when the queues have run.
    void Promise.all([...this.#queues].map((queue) => queue.completion().catch(() => undefined))).then(() => {
      if (!this.#memory.delete(memory.address)) return;
      this.#usedBytes -= (memory as HeldMemory).bytes.byteLength;
    });
  }

  addressOf(memory: MemoryHandle, byteOffset: number): bigint {
    this.#enter('addressOf');
    return memory.address + BigInt(this.#offset(byteOffset));
  }

  hostView(memory: MemoryHandle): ArrayBuffer {
    const { kind, bytes } = memory as HeldMemory;
    if (kind === 'device') throw new HeddleError('UNSUPPORTED', 'device memory has no host view');
    return bytes.buffer;
  }

  memoryInfo() {
    this.#enter('memoryInfo');
    return { freeBytes: this.properties.totalBytes - this.#usedBytes, totalBytes: this.properties.totalBytes };
  }

  // Queues
  createQueue(): MemoryQueue {
    this.#enter('createQueue');
    const queue = new MemoryQueue(() => {
      this.#schedule();
    });
    this.#queues.add(queue);
    this.#count('queue', 1);
    return queue;
  }

  destroyQueue(queue: MemoryQueue): void {
    this.#count('queue', -1);
    void queue
      .completion()
      .catch(() => undefined)
      .then(() => this.#queues.delete(queue));
  }

  async completion(queue: MemoryQueue): Promise<void> {
    this.#enter('completion');
    await queue.completion();
  }

  waitBlocking(queue: MemoryQueue): void {
    this.#enter('waitBlocking');
    while (!queue.idle) {
      if (!this.#stepAll()) throw new HeddleError('TIMEOUT', 'every queue waits for another');
    }
    queue.throwFailure();
  }

  isIdle(queue: MemoryQueue): boolean {
    return queue.idle;
  }

  // Transfers
  async copyToDevice(queue: MemoryQueue, to: MemoryHandle, offset: number, source: Uint8Array): Promise<void> {
    this.#enter('copyToDevice');
    await queue.push({ run: () => this.#part(to, offset, source.byteLength).set(source) });
  }

  async copyToHost(queue: MemoryQueue, from: MemoryHandle, offset: number, target: Uint8Array): Promise<void> {
    this.#enter('copyToHost');
    await queue.push({ run: () => target.set(this.#part(from, offset, target.byteLength)) });
  }

  copyOnDevice(
    queue: MemoryQueue,
    to: MemoryHandle,
    toOffset: number,
    from: MemoryHandle,
    fromOffset: number,
    byteLength: number,
  ): void {
    this.#enter('copyOnDevice');
    void queue.push({
      run: () => this.#part(to, toOffset, byteLength).set(this.#part(from, fromOffset, byteLength)),
    });
  }

  fill(queue: MemoryQueue, memory: MemoryHandle, offset: number, byteLength: number, pattern: Uint8Array): void {
    this.#enter('fill');
    const length = this.#defects.has('fills-too-little') ? byteLength - 1 : byteLength;
    void queue.push({
      run: () => {
        const target = this.#part(memory, offset, length);
        for (let i = 0; i < length; i++) target[i] = pattern[i % pattern.byteLength] as number;
      },
    });
  }

  async copyRectangle(queue: MemoryQueue, { extent, source, destination }: RectangleCopy): Promise<void> {
    this.#enter('copyRectangle');
    const [bytes, rows, slices] = extent;
    const row = (side: RectangleSide, y: number, z: number): Uint8Array => {
      const all = side.memory instanceof Uint8Array ? side.memory : (side.memory as HeldMemory).bytes;
      const start = side.offset + y * side.rowPitch + z * side.slicePitch;
      return all.subarray(start, start + bytes);
    };
    await queue.push({
      run: () => {
        for (let z = 0; z < slices; z++) for (let y = 0; y < rows; y++) row(destination, y, z).set(row(source, y, z));
      },
    });
  }

  // Modules
  async loadModule(artifact: Artifact): Promise<ModuleHandle> {
    this.#enter('loadModule');
    const names = this.#namesIn(artifact);
    const globals = new Map<string, HeldMemory>();
    for (const [name, bytes] of Object.entries(this.#options.globals ?? {})) {
      const memory = new HeldMemory(this.#nextAddress, bytes.byteLength, 'device');
      this.#nextAddress += BigInt(bytes.byteLength + 512);
      memory.bytes.set(bytes);
      this.#memory.set(memory.address, memory);
      globals.set(name, memory);
    }
    this.#count('module', 1);
    return new LoadedModule(names, globals);
  }

  unloadModule(module: ModuleHandle): void {
    for (const { address } of (module as LoadedModule).globals.values()) this.#memory.delete(address);
    this.#count('module', -1);
  }

  entry(module: ModuleHandle, name: string): EntryHandle {
    this.#enter('entry');
    const { names } = module as LoadedModule;
    const kernel = this.#options.kernels?.[name];
    if (kernel && names.includes(name)) return new Entry(kernel);
    throw argumentError(`no kernel '${name}' in the module; it has ${names.join(', ')}`, { kernel: name });
  }

  entryAttributes(): EntryAttributes {
    this.#enter('entryAttributes');
    return { maxThreadsPerBlock: this.properties.limits.threadsPerBlock };
  }

  global(module: ModuleHandle, name: string): { memory: MemoryHandle; byteLength: number } {
    const memory = (module as LoadedModule).globals.get(name);
    if (memory) return { memory, byteLength: memory.bytes.byteLength };
    throw argumentError(`no variable '${name}'; there are ${[...(module as LoadedModule).globals.keys()].join(', ')}`);
  }

  residentBlocks(_entry: EntryHandle, threadsPerBlock: number): number {
    return Math.floor(2048 / threadsPerBlock);
  }

  async callFunction(entry: EntryHandle, layout: ArgumentLayout, record: ArrayBuffer): Promise<number | undefined> {
    this.#enter('callFunction');
    const result = (entry as Entry).kernel(createCall(layout, record, noGeometry, (at) => this.#memoryAt(at)));
    return typeof result === 'number' ? result : undefined;
  }

  // Launches
  prepareLaunch(entry: EntryHandle, layout: ArgumentLayout, record: ArrayBuffer): PreparedLaunch {
    this.#enter('prepareLaunch');
    this.#count('launch', 1);
    const lateArguments = this.#defects.has('reads-arguments-late');
    return new MemoryLaunch({
      run: (bytes, geometry) => {
        this.#launch((entry as Entry).kernel, layout, bytes, geometry);
      },
      takeArguments: () => (lateArguments ? record : record.slice(0)),
      enter: () => {
        this.#enter('prepareLaunch');
      },
      dispose: () => {
        this.#count('launch', -1);
      },
    });
  }

  // Events
  createEvent(): MemoryEvent {
    this.#enter('createEvent');
    this.#count('event', 1);
    return new MemoryEvent();
  }

  destroyEvent(): void {
    this.#count('event', -1);
  }

  recordEvent(queue: MemoryQueue, event: MemoryEvent): void {
    this.#enter('recordEvent');
    const record = ++event.recorded;
    void queue.push({
      run: () => {
        event.markReached(record);
      },
    });
  }

  waitEvent(queue: MemoryQueue, event: MemoryEvent): void {
    this.#enter('waitEvent');
    if (this.#defects.has('ignores-events')) return;
    const record = event.recorded;
    void queue.push({ isReady: () => event.reached >= record, run: () => undefined });
  }

  isEventReached(event: MemoryEvent): boolean {
    return event.isReached;
  }

  async eventCompletion(event: MemoryEvent): Promise<void> {
    this.#enter('eventCompletion');
    await event.whenReached();
  }

  elapsedMilliseconds(start: MemoryEvent, end: MemoryEvent): number {
    return end.milliseconds - start.milliseconds;
  }

  hostCallback(queue: MemoryQueue, callback: () => void): void {
    void queue.push({ run: callback });
  }

  // Graphs
  beginCapture(queue: MemoryQueue): void {
    queue.captured = [];
  }

  endCapture(queue: MemoryQueue): MemoryGraph {
    const graph = new MemoryGraph(queue.captured ?? []);
    queue.captured = undefined;
    this.#count('graph', 1);
    return graph;
  }

  launchGraph(queue: MemoryQueue, graph: MemoryGraph): void {
    for (const task of graph.tasks) void queue.push(task);
  }

  destroyGraph(): void {
    this.#count('graph', -1);
  }

  // Life
  fault(): HeddleError | undefined {
    return this.#fault;
  }

  async reset(): Promise<void> {
    this.#enter('reset', true);
    this.#fault = undefined;
    this.#memory.clear();
    this.#queues.clear();
    this.#live.clear();
    this.#usedBytes = 0;
  }

  liveHandles(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#live].filter(([, count]) => count !== 0));
  }

  dispose(): void {
    this.disposed = true;
  }

  #enter(method: keyof Driver, evenLost = false): void {
    const planted = this.#planted.get(method)?.shift();
    if (planted !== undefined) throw planted;
    if (this.#fault && !evenLost) throw this.#fault;
  }

  #namesIn({ format, bytes }: Artifact): readonly string[] {
    if (format !== memoryFormat) {
      if (this.#defects.has('loads-anything')) return Object.keys(this.#options.kernels ?? {});
      throw argumentError(`a memory device loads '${memoryFormat}', not '${format}'`);
    }
    try {
      return (JSON.parse(new TextDecoder().decode(bytes)) as MemoryArtifact).kernels;
    } catch (cause) {
      if (this.#defects.has('loads-anything')) return Object.keys(this.#options.kernels ?? {});
      throw new HeddleError('CORRUPT', 'the artifact is damaged', { cause });
    }
  }

  #launch(kernel: MemoryKernel, layout: ArgumentLayout, record: ArrayBuffer, geometry: PreparedGeometry): void {
    if (this.#defects.has('runs-nothing')) return;
    const shape = this.#defects.has('runs-one-block') ? { ...geometry, grid: [1, 1, 1] as const } : geometry;
    this.#runKernel(kernel, layout, record, shape);
  }

  #runKernel(kernel: MemoryKernel, layout: ArgumentLayout, record: ArrayBuffer, geometry: PreparedGeometry): void {
    const bytes = this.#defects.has('swaps-arguments') ? withSwappedArguments(layout, record) : record;
    try {
      kernel(createCall(layout, bytes, geometry, (address) => this.#memoryAt(address)));
    } catch (error) {
      if (error instanceof HeddleError && error.code === 'TIMEOUT') throw error;
      const fault = new HeddleError('DEVICE_LOST', `a kernel failed: ${String(error)}`, { cause: error });
      this.fail(fault);
      throw fault;
    }
  }

  #memoryAt(address: bigint): Uint8Array | undefined {
    for (const memory of this.#memory.values()) {
      const offset = Number(address - memory.address);
      if (offset >= 0 && offset < memory.bytes.byteLength) return memory.bytes.subarray(offset);
    }
    return undefined;
  }

  #part(memory: MemoryHandle, offset: number, byteLength: number): Uint8Array {
    const start = this.#offset(offset);
    return (memory as HeldMemory).bytes.subarray(start, start + byteLength);
  }

  #offset(offset: number): number {
    return this.#defects.has('ignores-offsets') ? 0 : offset;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#stepAll() && [...this.#queues].some((queue) => !queue.idle)) this.#schedule();
    });
  }

  // One task of each queue, the youngest queue first: who relies on an order that no event gives it, sees another.
  #stepAll(): boolean {
    let progress = false;
    for (const queue of [...this.#queues].reverse()) progress = queue.step() || progress;
    return progress;
  }

  #count(kind: string, by: number): void {
    this.#live.set(kind, (this.#live.get(kind) ?? 0) + by);
  }
}
