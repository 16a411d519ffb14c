/** A library of arrays in small: its operations wait until a test lets them go, and its arrays keep their failures. */
import {
  bufferSymbol,
  turnSymbol,
  type ArgumentTurn,
  type DeviceArgument,
  type DeviceReference,
  type TurnArgument,
} from '../arguments';
import type { Awaitable, Buffer, Device } from '../device';

/** A compilation that ends when a test says so. */
export class HeldCompilation implements Awaitable {
  ready = false;
  readonly whenReady: Promise<void>;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor() {
    this.whenReady = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.whenReady.catch(() => undefined);
  }

  release(): void {
    this.ready = true;
    this.#resolve();
  }

  fail(error: Error): void {
    this.#reject(error);
  }
}

/** An array of int32. */
export class LibraryArray implements DeviceArgument, TurnArgument {
  failure: Error | undefined;

  constructor(
    readonly device: Device,
    readonly buffer: Buffer<'int32'>,
  ) {}

  [bufferSymbol](): DeviceReference {
    if (this.device.work.waits) this.device.work.assertPending();
    else if (this.failure !== undefined) throw this.failure;
    return this.buffer[bufferSymbol]();
  }

  [turnSymbol](): ArgumentTurn {
    return {
      begin: () => {
        if (this.failure !== undefined) throw this.failure;
      },
      fail: ({ error }) => {
        this.failure ??= error as Error;
        return true;
      },
    };
  }

  /** Enqueues when the compilation has ended. */
  operation(compilation: Awaitable, enqueue: (buffer: Buffer<'int32'>) => void): void {
    this.device.work.push(
      [compilation],
      () => {
        enqueue(this.buffer);
      },
      (error) => {
        this.failure = error as Error;
      },
    );
  }

  /** The elements, or the failure of what should have filled them. */
  async get(): Promise<number[]> {
    const values = await this.device.work.result(() => {
      if (this.failure !== undefined) throw this.failure;
      return this.buffer.read();
    });
    return [...values];
  }
}
