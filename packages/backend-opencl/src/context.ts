/** An OpenCL context with its one device: who calls the driver, counts what is open, and remembers a fault. */
import { HeddleError } from '@heddle/core';
import { argumentError, type ErrorDetails } from '@heddle/core/backend';
import { constants, type FunctionName, type Handle, type OpenClCalls, type OpenClLibrary } from './api';
import { readDevice, type DeviceFacts } from './device-info';
import type { FoundDevice, Platform } from './discover';
import { isFault, openClError, type Moment } from './status';

const outOfResources = -5;

export type HandleKind = 'memory' | 'sub-buffer' | 'queue' | 'event' | 'program' | 'kernel' | 'image' | 'sampler';

export class Context {
  readonly library: OpenClLibrary;
  readonly calls: OpenClCalls;
  readonly platform: Platform;
  readonly device: Handle;
  readonly facts: DeviceFacts;
  readonly #live = new Map<HandleKind, number>();
  readonly #status = new Int32Array(1);
  /** The cl_context. */
  readonly handle: Handle;
  #fault: HeddleError | undefined;
  #disposed = false;

  constructor(found: FoundDevice) {
    this.platform = found.platform;
    this.library = found.platform.library;
    this.calls = this.library.calls;
    this.device = found.handle;
    this.facts = readDevice(found);
    if (this.facts.version < 1.2) {
      throw new HeddleError('UNSUPPORTED', `${found.name} speaks OpenCL ${this.facts.version}; 1.2 is needed`, {
        backend: 'opencl',
        hint: 'Upgrade the driver of the device.',
      });
    }
    const properties = BigUint64Array.of(BigInt(constants.CL_CONTEXT_PLATFORM), this.platform.handle, 0n);
    this.handle = this.create('clCreateContext', 'creation', (status) =>
      this.calls.clCreateContext(properties, 1, BigUint64Array.of(this.device), null, null, status),
    );
  }

  /** The fault that made the device unusable, if one did. */
  get fault(): HeddleError | undefined {
    return this.#fault;
  }

  /** @throws the error that a status other than 0 stands for */
  check(call: FunctionName, status: number, moment: Moment, details?: ErrorDetails): void {
    if (status !== 0) throw this.failure(call, status, moment, details);
  }

  /** The error for a status, remembered if it means that the device is lost. */
  failure(call: FunctionName, status: number, moment: Moment, details?: ErrorDetails): HeddleError {
    const error = openClError(call, status, moment, details);
    if (isFault(status, moment)) this.#fault ??= error;
    return error;
  }

  /**
   * The error for a transfer that could not be enqueued. After a kernel's fault some drivers answer every call with
   * CL_OUT_OF_RESOURCES, so the queue itself is asked whether it still works.
   */
  transferFailure(call: FunctionName, status: number, queue: Handle): HeddleError {
    if (status === outOfResources) {
      const afterwards = this.calls.clFinish(queue);
      if (afterwards !== 0) return this.failure('clFinish', afterwards, 'completion');
    }
    return this.failure(call, status, 'transfer');
  }

  /** Runs a call that gives a handle and writes its status through a pointer. */
  create(call: FunctionName, moment: Moment, body: (status: Int32Array) => Handle, details?: ErrorDetails): Handle {
    this.#status[0] = 0;
    const handle = body(this.#status);
    this.check(call, this.#status[0], moment, details);
    return handle;
  }

  opened(kind: HandleKind): void {
    this.#live.set(kind, (this.#live.get(kind) ?? 0) + 1);
  }

  closed(kind: HandleKind): void {
    this.#live.set(kind, (this.#live.get(kind) ?? 0) - 1);
  }

  /** Open handles by kind. */
  live(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#live].filter(([, count]) => count !== 0));
  }

  /**
   * Keeps the context until a compilation has ended: the device may be disposed meanwhile.
   *
   * @throws HeddleError `ARGUMENT` if that has happened before
   */
  async keep<T>(compile: () => Promise<T>): Promise<T> {
    if (this.#disposed) throw argumentError('this device has been disposed', { backend: 'opencl' });
    this.calls.clRetainContext(this.handle);
    try {
      return await compile();
    } finally {
      this.calls.clReleaseContext(this.handle);
    }
  }

  /** Gives the context back; what still runs keeps it alive inside the driver until it ends. */
  dispose(): void {
    this.#disposed = true;
    this.calls.clReleaseContext(this.handle);
  }
}
