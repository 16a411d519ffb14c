/** A mark in a stream: for ordering streams and for timing on the device. */
import type { FailedCall } from '../arguments/device-reference';
import { describe } from '../diagnostics/describe';
import { argumentError } from '../errors';
import type { EventHandle } from '../spi/driver';
import type { DeviceContext } from './device-context';
import { Lifetime } from './lifetime';
import type { OrderedQueue } from './stream-order';

export class Event implements Disposable {
  readonly #context: DeviceContext;
  readonly #lifetime: Lifetime;
  readonly #handle: EventHandle;
  #recorded = false;
  /** Calls of `record` that wait for their turn. */
  #waiting = 0;
  /** What the last of them failed with. */
  #failed: FailedCall | undefined;

  /** Use `device.createEvent()` or `stream.record()`. */
  constructor(...internal: never);
  /** @internal */
  constructor(context: DeviceContext);
  constructor(context: DeviceContext) {
    const handle = context.call('createEvent', (driver) => driver.createEvent());
    this.#context = context;
    this.#handle = handle;
    this.#lifetime = new Lifetime(context, this, {
      kind: 'event',
      release: () => context.driver.destroyEvent(handle),
    });
  }

  /** @internal */
  recordOn(context: DeviceContext, stream: OrderedQueue): void {
    const handle = this.#handleFor(context);
    const waits = context.work.defers ? 1 : 0;
    this.#waiting += waits;
    context.enqueue(
      'record',
      stream,
      (driver, queue) => {
        driver.recordEvent(queue, handle);
        this.#waiting -= waits;
        this.#recorded = true;
        this.#failed = undefined;
      },
      (call) => {
        this.#waiting -= waits;
        this.#failed = call;
      },
    );
  }

  /** @internal */
  recordedHandle(context: DeviceContext): EventHandle {
    const handle = this.#handleFor(context);
    if (!this.#recorded && this.#waiting === 0 && this.#failed === undefined) {
      throw argumentError('the event has not been recorded on a stream');
    }
    return handle;
  }

  /** @internal @throws what a call of `record` that waited failed with */
  assertRecorded(): void {
    if (this.#failed !== undefined) throw this.#failed.error;
  }

  /** True once the device has passed the mark. False before it was recorded. */
  get reached(): boolean {
    const handle = this.#handleFor(this.#context);
    if (this.#waiting > 0) return false;
    this.assertRecorded();
    return this.#recorded && this.#context.call('reached', (driver) => driver.isEventReached(handle));
  }

  /** Waits, off the event loop's thread, until the device has passed the mark. */
  async synchronize(): Promise<void> {
    const handle = this.recordedHandle(this.#context);
    const start = (): Promise<void> => {
      this.assertRecorded();
      return this.#context.callAsync('synchronize', (driver) => driver.eventCompletion(handle));
    };
    await (this.#waiting > 0 ? this.#context.work.result(start) : start());
  }

  /**
   * Device time from `start` to this event, in milliseconds. Both must have been reached.
   *
   * @throws HeddleError `ARGUMENT` if one of them has not
   */
  millisecondsSince(start: Event): number {
    assertEvent('millisecondsSince', start);
    const from = start.recordedHandle(this.#context);
    const to = this.recordedHandle(this.#context);
    if (!start.reached || !this.reached) {
      throw argumentError('the device has not reached both events yet', {
        hint: 'Await the synchronize() of the later one first.',
      });
    }
    return this.#context.call('millisecondsSince', (driver) => driver.elapsedMilliseconds(from, to));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #handleFor(context: DeviceContext): EventHandle {
    this.#lifetime.assertLiveOn(context);
    return this.#handle;
  }
}

/** @throws HeddleError `ARGUMENT` if it is not an event */
export function assertEvent(operation: string, event: Event): void {
  // Not instanceof: the event may be of another copy of this package.
  if (typeof (event as Partial<Event> | null | undefined)?.recordedHandle === 'function') return;
  throw argumentError(`${operation} takes an event, not ${describe(event)}`, {
    parameter: 'event',
    hint: 'stream.record() gives one.',
  });
}
