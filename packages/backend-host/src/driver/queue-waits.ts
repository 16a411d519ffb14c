/** Waiting for a device's streams and events, and the faults that a wait brings to light. */
import { HeddleError } from '@heddle/core';
import type { RuntimeFunctions } from '../runtime/runtime-abi';
import { checkStatus, faultBytes, faultError } from '../runtime/runtime-error';
import { Completions, DeviceLife } from './completions';
import type { HostQueue } from './handles';

const notFound = 4;

/** One for the process; made when the first device opens. */
let completions: Completions | undefined;

export class QueueWaits {
  readonly #runtime: RuntimeFunctions;
  readonly #completions: Completions;
  /** Arrays that what is enqueued reads or writes. */
  readonly #held = new Set<unknown>();
  /** The life of the open device; a reset begins another. */
  #life = new DeviceLife();
  #device = 0;

  constructor(runtime: RuntimeFunctions) {
    this.#runtime = runtime;
    this.#completions = completions ??= new Completions();
  }

  /** Begins with a device. */
  open(device: number): void {
    this.#device = device;
    this.#life = new DeviceLife();
    this.#check('device_notify', this.#completions.attach(this.#runtime, device));
  }

  /** Ends every wait under way: the device is about to close. */
  close(): void {
    this.#life.close();
  }

  /**
   * Waits for everything enqueued so far.
   *
   * @throws HeddleError the first fault of a launch among it
   */
  async complete(queue: HostQueue): Promise<void> {
    const ticket = queue.enqueued;
    const life = this.#life;
    await this.#reached(queue, ticket);
    if (life.closed) {
      throw new HeddleError('ARGUMENT', 'the device was closed while this was waited for', { backend: 'host' });
    }
    if (!queue.doomed) this.throwFault(queue, ticket);
  }

  /** The same; `array`, which the runtime reads or writes, cannot be collected before. */
  async completeHolding(queue: HostQueue, array: unknown): Promise<void> {
    this.#held.add(array);
    try {
      await this.complete(queue);
    } finally {
      this.#held.delete(array);
    }
  }

  /** Keeps `array` until all that is enqueued now has run. */
  holdUntilReached(array: ArrayBuffer, queues: Iterable<HostQueue>): void {
    this.#held.add(array);
    const ends = [...queues].map((queue) => this.#reached(queue, queue.enqueued));
    void Promise.allSettled(ends).then(() => this.#held.delete(array));
  }

  async event(event: number): Promise<void> {
    await this.#completions.until(
      () => this.#runtime.eventReached(event) === 1,
      (cookie) => {
        this.#check('event_watch', this.#runtime.eventWatch(event, cookie));
      },
      this.#life,
    );
  }

  /** Enqueues a call of `callback` on the event loop. */
  callback(queue: HostQueue, callback: () => void): void {
    const enqueue = (cookie: number): void => {
      this.#check('stream_callback', this.#runtime.streamCallback(queue.stream, cookie));
    };
    this.#completions.watch(enqueue, callback, this.#life);
  }

  /** Destroys a queue once no wait reads its words any more. */
  destroyWhenIdle(queue: HostQueue): void {
    queue.doomed = true;
    if (queue.waits === 0) this.#check('stream_destroy', this.#runtime.streamDestroy(queue.stream));
  }

  // Removes all faults up to the ticket, so that the next wait does not report them again. The first one counts.
  throwFault(queue: HostQueue, ticket: bigint): void {
    if (queue.faults === 0n) return;
    let first: HeddleError | undefined;
    for (;;) {
      const bytes = new Uint8Array(faultBytes);
      const status = this.#runtime.streamTakeFault(queue.stream, Number(ticket), bytes);
      if (status === notFound) break;
      this.#check('stream_take_fault', status);
      first ??= faultError(bytes);
    }
    const fault = first ?? this.deviceFault(this.#device);
    if (fault) throw fault;
  }

  /** The fault that made the device unusable, if one did. */
  deviceFault(device: number): HeddleError | undefined {
    const bytes = new Uint8Array(faultBytes);
    const status = this.#runtime.deviceFault(device, bytes);
    if (status === notFound) return undefined;
    this.#check('device_fault', status);
    return faultError(bytes);
  }

  async #reached(queue: HostQueue, ticket: bigint): Promise<void> {
    const life = this.#life;
    queue.waits += 1;
    try {
      await this.#completions.until(
        () => queue.completed >= ticket,
        (cookie) => {
          this.#check('stream_watch', this.#runtime.streamWatch(queue.stream, Number(ticket), cookie));
        },
        life,
      );
    } finally {
      queue.waits -= 1;
      // A closed device has taken its streams along.
      if (queue.doomed && !life.closed) this.destroyWhenIdle(queue);
    }
  }

  #check(call: string, status: number): void {
    if (status !== 0) checkStatus(this.#runtime, `heddle_host_${call}`, status);
  }
}
