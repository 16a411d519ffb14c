/** An open device: where everything starts. */
import type { ArtifactCache } from '../cache';
import { describe } from '../diagnostics/describe';
import { dtypeInfo, dtypeOfArray, dtypes, isDType, type ArrayOf, type DType } from '../dtype/dtype';
import { argumentError, HeddleError, isHeddleError } from '../errors';
import { type KernelSignature, type KernelTable, type SourceLanguage } from '../signature';
import { assertIntact, type Artifact } from '../spi/artifact';
import type { Capability } from '../spi/capabilities';
import type { DeviceProperties } from '../spi/device-properties';
import type { Driver, MemoryKind } from '../spi/driver';
import { allocateBuffer } from './allocate-buffer';
import type { Buffer } from './buffer';
import { callSite, fromCall } from './call-site';
import { kernelsOfBinary } from './binary-kernels';
import type { CompileOptions } from './compile-options';
import { compileSource, replaceCached, type CompiledSource } from './compile-source';
import { detectLanguage } from './detect-language';
import { DeviceContext } from './device-context';
import { Event } from './event';
import { assertOptions, optionNames } from '../diagnostics';
import { compileObject, linkSources, type LinkOptions, type LinkSource, type ObjectOptions } from './link-sources';
import { Module } from './module';
import { copyRectangle, type RectangleCopyOptions } from './rectangle-copy';
import { Stream, type StreamOptions } from './stream';
import type { OrderedQueue } from './stream-order';
import { Texture, type TextureOptions } from './texture';
import type { WriteOptions } from './transfer-options';
import type { WorkQueue } from './work-queue';

export interface AllocateOptions {
  /** `pinned` and `managed` memory can be seen by the host too, through `hostView()`. Default `device`. */
  readonly kind?: MemoryKind;
}

/** How an array travels to a new buffer. */
export type UploadOptions = Pick<WriteOptions, 'stream' | 'until'>;

/** What a binary was compiled from. Options, macros, folders and headers decide what its source says. */
export interface LoadOptions extends Pick<CompileOptions, 'options' | 'defines' | 'includeDirs' | 'headers'> {
  /** Source of the binary, for the kernels' signatures. Else each `module.kernel` gives its own. */
  readonly source?: string;
  /** Language of the source. Default: told from it. */
  readonly language?: SourceLanguage;
}

const allocateNames = optionNames<AllocateOptions>({ kind: true });
const uploadNames = optionNames<UploadOptions>({ stream: true, until: true });
const loadNames = optionNames<LoadOptions>({
  source: true,
  language: true,
  options: true,
  defines: true,
  includeDirs: true,
  headers: true,
});

/** An array's dtype as TypeScript knows it. */
type DTypeOfArray<A> = { [D in DType]: A extends ArrayOf<D> ? D : never }[Exclude<
  DType,
  'bool' | 'float16' | 'bfloat16' | 'complex64' | 'complex128'
>];

export class Device implements AsyncDisposable {
  readonly #context: DeviceContext;
  #defaultStream: Stream;
  #end: Promise<void> | undefined;
  readonly #defaultQueue = (): OrderedQueue => this.#defaultStream.orderedIn(this.#context);

  /** Name of the backend that serves it: `host`, `opencl`, `cuda`, ... */
  readonly backend: string;
  /** Position in the backend's list. */
  readonly index: number;
  readonly properties: DeviceProperties;

  /** Use `openDevice`. */
  constructor(...internal: never);
  /** @internal */
  constructor(backend: string, index: number, driver: Driver, cache: ArtifactCache);
  constructor(backend: string, index: number, driver: Driver, cache: ArtifactCache) {
    this.backend = backend;
    this.index = index;
    this.properties = driver.properties;
    this.#context = new DeviceContext(backend, driver, cache);
    this.#defaultStream = new Stream(this.#context);
  }

  get name(): string {
    return this.properties.name;
  }

  get capabilities(): ReadonlySet<Capability> {
    return this.#context.driver.capabilities;
  }

  /** True if the device can do it. */
  has(capability: Capability): boolean {
    return this.#context.driver.capabilities.has(capability);
  }

  /** The stream that is used if none is named. It is in order with all other streams. */
  get defaultStream(): Stream {
    return this.#defaultStream;
  }

  /** The fault that made the device unusable, if one did. */
  get lost(): HeddleError | undefined {
    return this.#context.lost;
  }

  /** Ids of the compilers, in order of preference. */
  get compilers(): readonly string[] {
    return this.#context.driver.compilers.map(({ id }) => id);
  }

  /** True if one of the compilers takes the language; `portable` is taken wherever there is a dialect. */
  compiles(language: SourceLanguage): boolean {
    const { compilers } = this.#context.driver;
    return compilers.some((c) => (language === 'portable' ? c.dialect !== undefined : c.languages.includes(language)));
  }

  /**
   * Compiles a source for this device and loads it. Uses the cache if it was compiled before.
   *
   * @throws HeddleError `COMPILE` with the compiler's log and a numbered excerpt of the source
   */
  async compile<const Source extends string>(
    source: Source,
    options: CompileOptions = {},
  ): Promise<Module<KernelTable<Source>>> {
    const site = callSite();
    this.#context.assertUsable();
    try {
      return await this.#compile(source, options);
    } catch (error) {
      throw fromCall(error, site);
    }
  }

  /**
   * Compiles sources separately and links them into one module. A source may define functions that another declares.
   * Needs `linking`.
   *
   * @param sources - texts, with names if diagnostics should tell them apart; objects of {@link compileObject}
   * @throws HeddleError `COMPILE` for a source that does not compile, or a function that no source or several define
   */
  async link(sources: readonly LinkSource[], options: LinkOptions = {}): Promise<Module> {
    const { artifact, kernels } = await linkSources(this.#context, sources, options);
    return this.#load(artifact, () => kernels, false);
  }

  /**
   * Compiles a source for {@link link}, without loading it. Uses the cache if it was compiled before. The result is plain
   * data that you can store, and link in another process. Needs `linking`.
   *
   * @throws HeddleError `COMPILE`, `UNSUPPORTED` for link-time optimisation if the compiler has none
   */
  async compileObject(source: string, options: ObjectOptions = {}): Promise<Artifact> {
    this.#context.assertUsable();
    return compileObject(this.#context, source, options);
  }

  /**
   * Loads a binary: the `artifact` of another module, or a vendor's file. Needs `binaries`.
   *
   * @throws HeddleError `ARGUMENT` for a format or architecture this device does not run, `CORRUPT` for a damaged one
   */
  async load(
    artifact: Pick<Artifact, 'format' | 'bytes'> & Partial<Artifact>,
    options: LoadOptions = {},
  ): Promise<Module> {
    this.#context.require('binaries', 'load');
    assertOptions('load', options, loadNames);
    assertIntact(artifact, this.backend);
    const { source, language, ...given } = options;
    const signatures =
      source === undefined
        ? []
        : kernelsOfBinary(this.#context, artifact, source, language ?? detectLanguage(source), given);
    return this.#load({ entryNames: {}, log: '', ...artifact }, () => signatures, false);
  }

  /** Takes raw memory of so many bytes. Its contents are undefined. */
  allocate(byteLength: number, options?: AllocateOptions): Buffer<undefined>;
  /** Takes memory for so many elements. Its contents are undefined. */
  allocate<D extends DType>(dtype: D, length: number, options?: AllocateOptions): Buffer<D>;
  allocate(first: number | DType, second?: number | AllocateOptions, third?: AllocateOptions): Buffer {
    if (typeof first === 'number') return this.#allocate(undefined, first, second as AllocateOptions | undefined);
    if (!isDType(first)) throw noDType(first);
    if (!Number.isSafeInteger(second)) throw argumentError(`a length is a whole number, not ${describe(second)}`);
    return this.#allocate(first, (second as number) * dtypeInfo(first).byteLength, third);
  }

  /** Memory for so many elements, all zero. */
  zeros<D extends DType>(dtype: D, length: number, options?: AllocateOptions): Buffer<D> {
    const buffer = this.allocate(dtype, length, options);
    try {
      // Work that waits cannot use what is new.
      this.work.direct(() => {
        buffer.fill(0);
      });
    } catch (error) {
      buffer.dispose();
      throw error;
    }
    return buffer;
  }

  /**
   * Takes memory and copies a host array into it.
   *
   * Resolves when the data is on the device, for every stream to see.
   *
   * @param dtype - for arrays that travel by their bits: `upload(halves, 'float16')`
   * @param options - the stream that copies, and what the promise waits for, as in `buffer.write`
   */
  async upload<A extends ArrayOf<DType>>(array: A, options?: UploadOptions): Promise<Buffer<DTypeOfArray<A>>>;
  async upload<D extends DType>(array: ArrayOf<D>, dtype: D, options?: UploadOptions): Promise<Buffer<D>>;
  async upload(array: ArrayOf<DType>, first?: DType | UploadOptions, second?: UploadOptions): Promise<Buffer> {
    const [dtype, options] = typeof first === 'object' ? [undefined, first] : [first, second];
    if (options !== undefined) assertOptions('upload', options, uploadNames);
    const buffer = this.#allocate(dtype ?? dtypeOfArray(array), array.byteLength);
    try {
      await this.work.direct(() => buffer.write(array, options));
    } catch (error) {
      buffer.dispose();
      throw error;
    }
    return buffer;
  }

  /** For libraries of operations that wait for their kernels to be compiled. */
  get work(): WorkQueue {
    return this.#context.work;
  }

  createStream(options?: StreamOptions): Stream {
    return new Stream(this.#context, options);
  }

  createEvent(): Event {
    return new Event(this.#context);
  }

  /** Memory that kernels read through texture functions. Needs `textures`, or `images` on OpenCL. */
  createTexture<D extends DType>(options: TextureOptions<D>): Texture<D> {
    return new Texture(this.#context, options, this.#defaultQueue);
  }

  /** Copies a box between two volumes, of which either may be on the host. Needs `rectangle-copy`. */
  async copyRectangle(options: RectangleCopyOptions): Promise<void> {
    await copyRectangle(this.#context, options, this.#defaultQueue);
  }

  /**
   * Waits, off the event loop's thread, for everything enqueued so far on any stream, non-blocking streams included.
   *
   * @throws HeddleError the first fault of a launch among it
   */
  async synchronize(): Promise<void> {
    await this.#context.completion(undefined, () => this.#context.order.allCompleted());
  }

  /** Bytes free and in all, now. */
  memoryInfo(): { readonly freeBytes: number; readonly totalBytes: number } {
    return this.#context.call('memoryInfo', (driver) => driver.memoryInfo());
  }

  /** Live handles by kind, as the driver counts them: what a backend leaks shows here. */
  driverHandles(): Readonly<Record<string, number>> {
    return this.#context.call('liveHandles', (driver) => driver.liveHandles());
  }

  /** Open handles by kind, as this device counts them. After everything is disposed, the counts are as before. */
  openHandles(): Readonly<Record<string, number>> {
    return this.#context.ownership.counts();
  }

  /**
   * Makes a lost device usable again. All memory, modules, streams and events made before are gone. Needs `reset`.
   */
  async reset(): Promise<void> {
    if (this.#context.disposed) this.#context.assertUsable();
    const { driver } = this.#context;
    if (!driver.capabilities.has('reset') || !driver.reset) {
      throw new HeddleError('UNSUPPORTED', 'this device cannot be reset', {
        backend: this.backend,
        hint: 'A lost device serves again in a new process. Give it a process of its own where kernels may fail.',
      });
    }
    this.#context.endGeneration();
    try {
      await driver.reset();
    } catch (error) {
      throw this.#context.failure(error, 'reset');
    }
    this.#context.markReset();
    this.#defaultStream = new Stream(this.#context);
  }

  /** Frees the device and everything on it, after the work on its streams has run. */
  dispose(): Promise<void> {
    return (this.#end ??= this.#dispose());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  async #dispose(): Promise<void> {
    const context = this.#context;
    context.endWork();
    // What is still running may fail; the failure was the stream's to report, and the device goes anyway.
    if (context.lost === undefined) await this.synchronize().catch(() => undefined);
    try {
      if (context.lost === undefined) context.ownership.releaseAll();
      else context.ownership.abandon('lost with its device');
    } finally {
      context.markDisposed();
      this.#disposeDriver();
    }
  }

  #disposeDriver(): void {
    const { driver } = this.#context;
    try {
      driver.dispose();
    } catch (error) {
      throw this.#context.failure(error, 'dispose');
    }
  }

  #allocate<D extends DType | undefined>(dtype: D, byteLength: number, options: AllocateOptions = {}): Buffer<D> {
    assertOptions('allocate', options, allocateNames);
    const { kind = 'device' } = options;
    if (kind === 'pinned') this.#context.require('pinned-memory', 'pinned memory');
    else if (kind === 'managed') this.#context.require('managed-memory', 'managed memory');
    else if (kind !== 'device') throw argumentError(`memory is device, pinned or managed, not ${describe(kind)}`);
    return allocateBuffer(this.#context, dtype, byteLength, kind, this.#defaultQueue);
  }

  async #compile(source: string, options: CompileOptions): Promise<Module> {
    const compiled = await compileSource(this.#context, source, options);
    try {
      return await this.#loadCompiled(compiled);
    } catch (error) {
      if (!compiled.cached || !refusesBinary(error)) throw error;
      // It is whole, so another version of the driver made it, or wants it otherwise: no reason to fail.
      return await this.#loadCompiled(await replaceCached(this.#context, compiled));
    }
  }

  #loadCompiled({ artifact, request, cached }: CompiledSource): Promise<Module> {
    return this.#load(artifact, () => request.kernels, cached, request.names);
  }

  async #load(
    artifact: Artifact,
    signatures: () => readonly KernelSignature[],
    cached: boolean,
    names: readonly string[] = [],
  ): Promise<Module> {
    const handle = await this.#context.callAsync('load', (driver) => driver.loadModule(artifact));
    return new Module({
      context: this.#context,
      handle,
      artifact,
      signatures,
      names,
      defaultQueue: this.#defaultQueue,
      cached,
    });
  }
}

function noDType(given: unknown): HeddleError {
  const near = typeof given === 'string' ? dtypes.filter((dtype) => dtype.startsWith(given.toLowerCase())) : [];
  return argumentError(`allocate takes a byte length or a dtype, not ${describe(given)}`, {
    parameter: 'dtype',
    hint: `The dtypes ${near.length > 0 ? 'so begun' : 'there'} are ${(near.length > 0 ? near : dtypes).join(', ')}.`,
  });
}

// Anything else says nothing of the binary: there is no memory, or no device.
function refusesBinary(error: unknown): boolean {
  return (['ARGUMENT', 'CORRUPT', 'UNSUPPORTED', 'COMPILE'] as const).some((code) => isHeddleError(error, code));
}
