/** A device that is compiled for, and not used: what {@link openCompiler} gives. */
import type { ArtifactCache } from '../cache';
import { withDigest, type Artifact } from '../spi/artifact';
import type { Capability } from '../spi/capabilities';
import type { DeviceProperties } from '../spi/device-properties';
import type { Driver } from '../spi/driver';
import type { CompileOptions } from './compile-options';
import { compileSource } from './compile-source';
import { DeviceContext } from './device-context';

/** A compiled source that was not loaded. */
export interface Compilation {
  /** Plain data, which `device.load` takes in any process. */
  readonly artifact: Artifact;
  /** True if nothing had to be compiled. */
  readonly cached: boolean;
}

export class DeviceCompiler implements Disposable {
  readonly #context: DeviceContext;
  /** Name of the backend: `host`, `opencl`, `cuda`, ... */
  readonly backend: string;
  /** Position in the backend's list. */
  readonly index: number;
  readonly properties: DeviceProperties;

  /** Use `openCompiler`. */
  constructor(...internal: never);
  /** @internal */
  constructor(backend: string, index: number, driver: Driver, cache: ArtifactCache);
  constructor(backend: string, index: number, driver: Driver, cache: ArtifactCache) {
    this.backend = backend;
    this.index = index;
    this.properties = driver.properties;
    this.#context = new DeviceContext(backend, driver, cache);
  }

  get capabilities(): ReadonlySet<Capability> {
    return this.#context.driver.capabilities;
  }

  /**
   * Compiles a source for the device, or finds it in the cache, where `device.compile` will find it too.
   *
   * @throws HeddleError `COMPILE` with the compiler's log and a numbered excerpt of the source; what `device.compile`
   * throws for options that cannot be right
   */
  async compile(source: string, options: CompileOptions = {}): Promise<Compilation> {
    this.#context.assertUsable();
    const { artifact, cached } = await compileSource(this.#context, source, options);
    return { artifact: withDigest(artifact), cached };
  }

  /** Waits for nothing: what is being compiled goes on, and into the cache. */
  dispose(): void {
    if (this.#context.disposed) return;
    this.#context.markDisposed();
    this.#context.driver.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
