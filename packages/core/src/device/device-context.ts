/**
 * What a device's buffers, streams, modules and kernels share: the driver, the open handles, and whether the device
 * may still be used. Users never meet it.
 */
import type { ArgumentLimit, FailedCall } from '../arguments';
import type { ArtifactCache } from '../cache';
import { argumentError, HeddleError, internalError, isHeddleError } from '../errors';
import { MemoryPressure } from '../memory-pool';
import { requireCapability, type Capability } from '../spi/capabilities';
import type { Driver, QueueHandle } from '../spi/driver';
import { tell } from './failed-call';
import { Ownership } from './ownership';
import { StreamOrder, type OrderedQueue } from './stream-order';
import { WorkQueue } from './work-queue';

export class DeviceContext {
  readonly backend: string;
  readonly driver: Driver;
  readonly cache: ArtifactCache;
  readonly ownership: Ownership;
  /** What waits for kernels to be compiled. */
  readonly work = new WorkQueue();
  /** The order between the device's streams, in its present life. */
  order = new StreamOrder(this);
  /** Why the device may no longer be used; every call looks here first. */
  #unusable: HeddleError | undefined;
  #state: 'usable' | 'lost' | 'disposed' = 'usable';
  #resets = 0;
  #pressure: MemoryPressure | undefined;

  constructor(backend: string, driver: Driver, cache: ArtifactCache) {
    this.backend = backend;
    this.driver = driver;
    this.cache = cache;
    this.ownership = new Ownership(backend, {
      isLost: () => this.#unusable !== undefined || driver.fault() !== undefined,
      failure: (error, operation) => this.failure(error, operation),
      afterWork: (release) => {
        this.#afterWork(release);
      },
    });
  }

  /** Looks at the memory in use, before more is taken. */
  watchMemory(): void {
    this.#pressure ??= new MemoryPressure(this.call('memoryInfo', (driver) => driver.memoryInfo().totalBytes));
    this.#pressure.watch(this.ownership.byteLength);
  }

  /** Counts resets: objects of an earlier life of the device refuse to work in the present one. */
  get generation(): number {
    return this.#resets;
  }

  /** @throws HeddleError `DEVICE_LOST` after a sticky fault, `ARGUMENT` after dispose */
  assertUsable(): void {
    if (this.#unusable !== undefined) throw this.#again(this.#unusable);
  }

  require(capability: Capability, operation: string): void {
    this.assertUsable();
    requireCapability(this.driver.capabilities, capability, operation, this.backend);
  }

  /** Turns whatever a driver threw into an error that names the backend, and notices a lost device. */
  failure(error: unknown, operation: string): HeddleError {
    // What still ran when the device was disposed fails after that: its driver has nothing left to look at.
    const fault = this.#unusable === undefined ? this.driver.fault() : undefined;
    if (fault) this.markLost(fault);
    if (isHeddleError(error)) return error;
    return internalError(`${operation} failed inside backend '${this.backend}': ${String(error)}`, {
      backend: this.backend,
      cause: error,
      hint: `This is a defect of backend '${this.backend}': drivers throw HeddleErrors. Please report it.`,
    });
  }

  /** The error for a capability that the driver declares and does not have. */
  lacking(capability: Capability): HeddleError {
    return internalError(`backend '${this.backend}' declares ${capability}, and its driver has no such function`, {
      backend: this.backend,
    });
  }

  /** How much the device passes to a kernel. */
  get argumentLimit(): ArgumentLimit {
    const { name, limits } = this.driver.properties;
    return { backend: this.backend, device: name, max: limits.argumentBytes };
  }

  /** Runs a driver call, with {@link failure} applied to what it throws. */
  call<T>(operation: string, body: (driver: Driver) => T): T {
    this.assertUsable();
    try {
      return body(this.driver);
    } catch (error) {
      throw this.failure(error, operation);
    }
  }

  /** The same for driver calls that wait. */
  async callAsync<T>(operation: string, body: (driver: Driver) => Promise<T>): Promise<T> {
    this.assertUsable();
    try {
      return await body(this.driver);
    } catch (error) {
      throw this.failure(error, operation);
    }
  }

  /**
   * Enqueues, in order: at once, or after what waits.
   *
   * @param enqueue - must not wait
   * @param failed - takes what a call that waited failed with; by default the next wait for the stream tells
   */
  enqueue(
    operation: string,
    stream: OrderedQueue,
    enqueue: (driver: Driver, queue: QueueHandle) => void,
    failed = (call: FailedCall): void => {
      this.order.noteFailure(stream, call);
    },
  ): void {
    this.work.inOrder(
      () => {
        const queue = this.order.enter(stream);
        this.call(operation, (driver) => {
          enqueue(driver, queue);
        });
      },
      (error) => {
        failed({ error, told: false });
      },
    );
  }

  /** The same for driver calls that wait. Started in order, they run side by side. */
  transfer<T>(
    operation: string,
    stream: OrderedQueue,
    start: (driver: Driver, queue: QueueHandle) => Promise<T>,
  ): Promise<T> {
    return this.work.result(() => {
      const queue = this.order.enter(stream);
      return this.callAsync(operation, (driver) => start(driver, queue));
    });
  }

  /** Waits for a stream, or for all; then tells of a call before that failed in its turn. */
  completion(stream: OrderedQueue | undefined, wait: (driver: Driver) => Promise<void>): Promise<void> {
    return this.work.result(() => {
      const failed = this.order.failedCalls(stream);
      const done = this.callAsync('synchronize', wait);
      return failed.length === 0 ? done : done.then(() => failed.forEach(tell));
    });
  }

  markLost(fault: HeddleError): void {
    this.#unusable = fault;
    this.#state = 'lost';
    this.ownership.markUnusable('lost with its device');
  }

  /** Fails what waits: the device is being disposed. */
  endWork(): void {
    this.work.end(
      argumentError('this device has been disposed before work that waited for a compiler had its turn', {
        backend: this.backend,
      }),
    );
  }

  markDisposed(): void {
    this.#unusable = new HeddleError('ARGUMENT', 'this device has been disposed', { backend: this.backend });
    this.#state = 'disposed';
  }

  /** Forgets everything of the device's present life; it may be used again once {@link markReset} follows. */
  endGeneration(): void {
    this.work.end(argumentError('the device was reset before this work had its turn', { backend: this.backend }));
    this.ownership.abandon('lost in a device reset');
    this.#resets += 1;
    this.order = new StreamOrder(this);
  }

  markReset(): void {
    this.#unusable = undefined;
    this.#state = 'usable';
  }

  get lost(): HeddleError | undefined {
    return this.#state === 'lost' ? this.#unusable : undefined;
  }

  get disposed(): boolean {
    return this.#state === 'disposed';
  }

  // What waits may use the resource. In a later life of the device its handle means nothing, or something else.
  #afterWork(release: () => void): void {
    const { generation } = this;
    const releaseIfThere = (): void => {
      if (generation === this.generation && !this.disposed) release();
    };
    this.work.afterAll(releaseIfThere, releaseIfThere);
  }

  // Each caller gets an error of its own with its own stack; the first fault stays visible as the cause.
  #again(error: HeddleError): HeddleError {
    return new HeddleError(error.code, error.message, {
      backend: this.backend,
      ...(error.kernel === undefined ? {} : { kernel: error.kernel }),
      ...(error.status === undefined ? {} : { status: error.status }),
      cause: error,
    });
  }
}
