/** A compiled kernel: checked launches, bound launches, timing. */
import { createPacker, type ArgumentLayout, type Packer } from '../arguments';
import { assertOptions } from '../diagnostics';
import { describe } from '../diagnostics/describe';
import { HeddleError, argumentError } from '../errors';
import type { KernelSignature, LooseArgument } from '../signature';
import type { Driver, EntryAttributes, EntryHandle, PreparedLaunch, QueueHandle } from '../spi/driver';
import { traceLaunch } from '../tracing';
import type { DeviceContext } from './device-context';
import { checkGeometry, type LaunchGeometry, type LaunchShape } from './launch-geometry';
import { launchOptionNames, LaunchSite } from './launch-site';
import type { OwnedResource } from './ownership';
import type { Stream } from './stream';
import type { OrderedQueue } from './stream-order';
import { orderedQueueOf } from './stream-queue';
import { WaitingArguments } from './waiting-arguments';

/** Everything about a launch but its arguments. */
export interface LaunchOptions extends LaunchShape {
  /** Default: the device's default stream. */
  readonly stream?: Stream;
  /** All blocks resident at once, so that they may wait for each other. Needs `cooperative-launch`. Default false. */
  readonly cooperative?: boolean;
}

const timeOptionNames: readonly string[] = [...launchOptionNames, 'count'];

/** @internal What a kernel needs of the module it belongs to. */
export interface KernelOrigin {
  readonly context: DeviceContext;
  readonly defaultQueue: () => OrderedQueue;
  readonly entry: EntryHandle;
  readonly signature: KernelSignature;
  readonly layout: ArgumentLayout;
  /** The name that users call it by, with template arguments. */
  readonly name: string;
  /** Throws if the module is disposed. */
  readonly assertLoaded: () => void;
  /** Launches prepared and not yet dropped; the module drops the rest when it goes. */
  readonly launches: Set<OwnedResource>;
}

/**
 * A kernel with its signature. If the source was a literal, `Arguments` is the tuple that a launch takes.
 */
export class Kernel<Arguments extends readonly unknown[] = LooseArgument[]> {
  readonly #origin: KernelOrigin;
  readonly #context: DeviceContext;
  #site: LaunchSite | undefined;
  #checker: Packer | undefined;
  #attributes: EntryAttributes | undefined;
  readonly #failure = (error: unknown): unknown => this.#context.failure(error, `launch of ${this.name}`);

  /** Use `module.kernel(name)`. */
  constructor(...internal: never);
  /** @internal */
  constructor(origin: KernelOrigin);
  constructor(origin: KernelOrigin) {
    this.#origin = origin;
    this.#context = origin.context;
  }

  /** The name it was asked for by. */
  get name(): string {
    return this.#origin.name;
  }

  /** Its parameters. */
  get signature(): KernelSignature {
    return this.#origin.signature;
  }

  /** Registers, shared memory and limits, as far as the vendor tells. */
  get attributes(): EntryAttributes {
    this.#assertUsable();
    return (this.#attributes ??= this.#context.call('attributes', (driver) =>
      driver.entryAttributes(this.#origin.entry),
    ));
  }

  /**
   * Checks what {@link launch} checks before anything reaches the device, and launches nothing.
   *
   * @throws HeddleError `ARGUMENT` or `RESOURCE`, as {@link launch} would
   */
  check(options: LaunchOptions, ...args: Arguments): void {
    this.#assertUsable();
    this.#check(options);
    if (options.stream !== undefined) this.#stream(options.stream);
    this.#pack((this.#checker ??= this.#createPacker()), args);
  }

  /**
   * Checks everything and enqueues one launch. While operations on arrays wait for their kernels to be compiled, the
   * launch takes its turn after them; who reads an array that it was to write is told of a failure then.
   *
   * @param options - grid in blocks, block in threads
   * @throws HeddleError `ARGUMENT` or `RESOURCE` before anything reaches the device
   */
  launch(options: LaunchOptions, ...args: Arguments): void {
    this.#assertUsable();
    const site = (this.#site ??= this.#createSite());
    if (!site.has(options)) this.#shape(site, options);
    if (this.#context.work.waits) {
      this.#launchInTurn(site, options.stream, args);
      return;
    }
    site.queue = this.#queue(options.stream);
    site.callWith(this.#failure)(...args);
    const { grid, block, sharedBytes } = site.geometry as LaunchGeometry;
    traceLaunch(this.#context.backend, this.name, grid, block, sharedBytes, options.stream);
  }

  /**
   * Decides once everything but the arguments. The function it gives checks and enqueues, without allocating.
   *
   * @param options - checked now; a disposed stream or device is noticed at each call
   */
  bind(options: LaunchOptions): (...args: Arguments) => void {
    this.#assertUsable();
    const geometry = this.#check(options);
    this.#queue(options.stream);
    const site = this.#createSite();
    this.#shape(site, options, geometry);
    const { grid, block, sharedBytes } = geometry;
    const { stream } = options;
    const { backend } = this.#context;
    const enqueue = (): void => {
      this.#assertUsable();
      const queue = this.#queue(stream);
      try {
        site.prepared.enqueue(queue);
      } catch (error) {
        throw this.#failure(error);
      }
      traceLaunch(backend, this.name, grid, block, sharedBytes, stream);
    };
    return site.packer.bind(enqueue, this.#context.work, (args) => {
      this.#launchInTurn(site, stream, args);
    });
  }

  /**
   * Launches `count` times in a tight native loop and measures each launch on the device.
   *
   * @returns milliseconds of each launch, in order; the caller warms up
   */
  async time(options: LaunchOptions & { readonly count?: number }, ...args: Arguments): Promise<Float64Array> {
    this.#assertUsable();
    const geometry = this.#check(options, timeOptionNames);
    const { count = 1 } = options;
    if (!Number.isSafeInteger(count) || count < 1) {
      throw argumentError(`count must be a positive integer, not ${describe(count)}`);
    }
    const stream = this.#stream(options.stream);
    const site = this.#createSite();
    try {
      this.#pack(site.packer, args);
      this.#shape(site, options, geometry);
      const waiting = this.#context.work.defers ? new WaitingArguments(this.signature, args) : undefined;
      return await this.#context.transfer(`timing of ${this.name}`, stream, (_, queue) => {
        waiting?.begin();
        return site.prepared.time(queue, count);
      });
    } finally {
      site.release();
    }
  }

  /**
   * Blocks of this kernel that one multiprocessor holds at once. Needs `occupancy`.
   *
   * @param threadsPerBlock - threads of one block
   */
  residentBlocks(threadsPerBlock: number, sharedBytes = 0): number {
    this.#context.require('occupancy', 'residentBlocks');
    this.#origin.assertLoaded();
    checkGeometry({ grid: 1, block: threadsPerBlock, sharedBytes }, this.#context.driver.properties.limits);
    return this.#context.call(
      'residentBlocks',
      (driver) => driver.residentBlocks?.(this.#origin.entry, threadsPerBlock, sharedBytes) ?? 0,
    );
  }

  /** For a vendor's own interface on top of this one: the driver, and the kernel as the driver has it. */
  native(): { readonly driver: Driver; readonly entry: EntryHandle } {
    this.#assertUsable();
    return { driver: this.#context.driver, entry: this.#origin.entry };
  }

  #check(options: LaunchOptions, names: readonly string[] = launchOptionNames): LaunchGeometry {
    const { limits } = this.#context.driver.properties;
    let geometry: LaunchGeometry;
    // checkGeometry explains what is not an object better than assertOptions does.
    if (typeof options === 'object' && options !== null) assertOptions(`a launch of ${this.name}`, options, names);
    try {
      geometry = checkGeometry(options, limits, this.attributes.maxThreadsPerBlock);
    } catch (error) {
      if (!(error instanceof HeddleError)) throw error;
      throw named(error, this.name);
    }
    if (options.cooperative === true) this.#checkCooperative(geometry);
    return geometry;
  }

  #checkCooperative({ grid, block, sharedBytes }: LaunchGeometry): void {
    this.#context.require('cooperative-launch', 'a cooperative launch');
    const { driver } = this.#context;
    if (!driver.residentBlocks) return;
    const threads = block[0] * block[1] * block[2];
    const resident = this.#context.call(
      'residentBlocks',
      () => driver.residentBlocks?.(this.#origin.entry, threads, sharedBytes) ?? 0,
    );
    const max = resident * driver.properties.multiprocessors;
    const requested = grid[0] * grid[1] * grid[2];
    if (requested > max) {
      throw new HeddleError(
        'RESOURCE',
        `${this.name}: a cooperative launch of ${requested} blocks; this device holds ${max} of them at once`,
        { resource: 'resident blocks', requested, max, kernel: this.name },
      );
    }
  }

  #shape(site: LaunchSite, options: LaunchOptions, geometry: LaunchGeometry = this.#check(options)): void {
    try {
      site.setGeometry(geometry, options.cooperative === true);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  #createSite(): LaunchSite {
    const { layout, entry, launches } = this.#origin;
    const { ownership } = this.#context;
    const packer = this.#createPacker();
    const prepared = this.#context.call('prepareLaunch', (driver) =>
      driver.prepareLaunch(entry, layout, packer.record),
    );
    const resource = launchResource(prepared, launches);
    // The site owns it: the kernel and the bound function, which can still launch, keep the site.
    const site = new LaunchSite(packer, prepared, () => {
      ownership.release(resource);
    });
    ownership.own(site, resource);
    return site;
  }

  #createPacker(): Packer {
    const { signature, layout, name } = this.#origin;
    return createPacker(signature, layout, {
      device: this.#context,
      kernel: name,
      // A lost device is the reason why its buffers cannot be used, so it is what the caller hears of.
      beforeRefusal: () => {
        this.#assertUsable();
      },
    });
  }

  /** Checks a launch now, and enqueues it after what waits. */
  #launchInTurn(site: LaunchSite, on: Stream | undefined, args: readonly unknown[]): void {
    const stream = this.#stream(on);
    this.#pack(site.packer, args);
    this.#assertUsable();
    const { backend } = this.#context;
    const { grid, block, sharedBytes } = site.geometry as LaunchGeometry;
    const launch = site.capture();
    const given = new WaitingArguments(this.signature, args);
    this.#context.enqueue(
      `launch of ${this.name}`,
      stream,
      (_, queue) => {
        given.begin();
        launch(queue);
        traceLaunch(backend, this.name, grid, block, sharedBytes, on);
      },
      (call) => {
        if (!given.fail(call)) this.#context.order.noteFailure(stream, call);
      },
    );
  }

  #pack(packer: Packer, args: readonly unknown[]): void {
    this.#context.work.pack(() => {
      packer.pack(args);
    });
  }

  #stream(stream: Stream | undefined): OrderedQueue {
    return orderedQueueOf(stream, this.#context, this.#origin.defaultQueue);
  }

  #queue(stream: Stream | undefined): QueueHandle {
    return this.#context.order.enter(orderedQueueOf(stream, this.#context, this.#origin.defaultQueue));
  }

  #assertUsable(): void {
    this.#context.assertUsable();
    this.#origin.assertLoaded();
  }
}

// Made here, where no kernel is in scope: a closure that saw one would keep it, and its forgotten launches, for ever.
function launchResource(prepared: PreparedLaunch, launches: Set<OwnedResource>): OwnedResource {
  const resource: OwnedResource = {
    kind: 'launch',
    collectable: true,
    release: () => {
      launches.delete(resource);
      prepared.dispose();
    },
  };
  launches.add(resource);
  return resource;
}

// The same error with the kernel's name in front: geometry does not know whose it is.
function named(error: HeddleError, kernel: string): HeddleError {
  return new HeddleError(error.code, `${kernel}: ${error.message}`, {
    kernel,
    ...(error.resource === undefined
      ? {}
      : { resource: error.resource, requested: error.requested ?? 0, max: error.max ?? 0 }),
    cause: error,
  });
}
