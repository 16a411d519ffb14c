/** An ordered queue of device work. docs/streams.md has the rules. */
import { argumentError } from '../errors';
import { describe } from '../diagnostics/describe';
import type { QueueHandle } from '../spi/driver';
import type { DeviceContext } from './device-context';
import { assertEvent, Event } from './event';
import { tell } from './failed-call';
import { assertOptions, optionNames } from '../diagnostics';
import { Graph } from './graph';
import { Lifetime } from './lifetime';
import type { OrderedQueue } from './stream-order';

export interface StreamOptions {
  /** Lower runs earlier; 0 is normal; out of the device's range is clamped. Needs `stream-priority` unless 0. */
  readonly priority?: number;
  /** Lets independent commands overtake each other. Needs `out-of-order-streams`. Default false. */
  readonly outOfOrder?: boolean;
  /** Keeps the stream independent of the default stream: neither waits for the other. Default false. */
  readonly nonBlocking?: boolean;
}

const streamOptionNames = optionNames<StreamOptions>({ priority: true, outOfOrder: true, nonBlocking: true });

/**
 * Work on a stream runs in order. The default stream is in order with all others: its work waits for everything
 * enqueued before on any stream, and later work on any stream waits for it. Two other streams
 * run independently unless an event orders them. Enqueueing returns at once. {@link synchronize} is the promise of everything enqueued so far.
 */
export class Stream implements Disposable {
  readonly #context: DeviceContext;
  readonly #lifetime: Lifetime;
  readonly #ordered: OrderedQueue;

  /** Use `device.createStream()`. */
  constructor(...internal: never);
  /** @internal */
  constructor(context: DeviceContext, options?: StreamOptions);
  constructor(context: DeviceContext, options: StreamOptions = {}) {
    assertOptions('createStream', options, streamOptionNames);
    const { priority = 0, outOfOrder = false, nonBlocking = false } = options;
    if (!Number.isInteger(priority)) throw argumentError(`priority must be an integer, not ${describe(priority)}`);
    if (typeof nonBlocking !== 'boolean') {
      throw argumentError(`nonBlocking must be true or false, not ${describe(nonBlocking)}`);
    }
    if (priority !== 0) context.require('stream-priority', 'a stream with a priority');
    if (outOfOrder) context.require('out-of-order-streams', 'an out-of-order stream');
    const queue = context.call('createStream', (driver) => driver.createQueue({ priority, outOfOrder }));
    this.#context = context;
    const { order } = context;
    const ordered = order.add(queue, nonBlocking);
    this.#ordered = ordered;
    this.#lifetime = new Lifetime(context, this, {
      kind: 'stream',
      release: () => {
        try {
          order.remove(ordered);
        } finally {
          context.driver.destroyQueue(queue);
        }
      },
    });
  }

  /** @internal @throws HeddleError `ARGUMENT` if the stream cannot take work of this device */
  orderedIn(context: DeviceContext): OrderedQueue {
    this.#lifetime.assertLiveOn(context);
    return this.#ordered;
  }

  /**
   * Waits, off the event loop's thread, for everything enqueued so far.
   *
   * @throws HeddleError `DEVICE_LOST` or `TIMEOUT` (a deadlock between threads) with the fault of a launch among it
   */
  async synchronize(): Promise<void> {
    const ordered = this.orderedIn(this.#context);
    const { order } = this.#context;
    await this.#context.completion(ordered, (driver) => driver.completion(order.waitedFor(ordered)));
  }

  /**
   * The same, holding the calling thread: for measurements and scripts, never on a server.
   *
   * @throws HeddleError `ARGUMENT` while operations on arrays wait for their kernels to be compiled, which takes the thread
   */
  synchronizeBlocking(): void {
    const ordered = this.orderedIn(this.#context);
    const { order, work } = this.#context;
    if (work.waits) {
      throw argumentError('synchronizeBlocking: operations on arrays still wait for their kernels to be compiled', {
        hint: 'Await device.synchronize() first.',
      });
    }
    const queue = order.waitedFor(ordered);
    this.#context.call('synchronizeBlocking', (driver) => {
      driver.waitBlocking(queue);
    });
    order.failedCalls(ordered).forEach(tell);
  }

  /** True when nothing enqueued is left to run; for the default stream, nothing that it waits for either. */
  get idle(): boolean {
    const ordered = this.orderedIn(this.#context);
    return !this.#context.work.waits && this.#context.order.isIdle(ordered);
  }

  /** Marks this point of the stream. */
  record(event: Event = new Event(this.#context)): Event {
    assertEvent('record', event);
    event.recordOn(this.#context, this.orderedIn(this.#context));
    return event;
  }

  /** Holds the work that follows until another stream has reached `event`. */
  waitFor(event: Event): void {
    assertEvent('waitFor', event);
    const ordered = this.orderedIn(this.#context);
    const handle = event.recordedHandle(this.#context);
    this.#context.enqueue('waitFor', ordered, (driver, queue) => {
      event.assertRecorded();
      driver.waitEvent(queue, handle);
    });
  }

  /** Calls back on the event loop when the stream gets here. Needs `host-callbacks`. */
  onReached(callback: () => void): void {
    this.#context.require('host-callbacks', 'onReached');
    if (typeof callback !== 'function') throw argumentError(`onReached takes a function, not ${describe(callback)}`);
    const ordered = this.orderedIn(this.#context);
    this.#context.enqueue('onReached', ordered, (driver, queue) => driver.hostCallback?.(queue, callback));
  }

  /**
   * Records what `body` enqueues on this stream into a graph, which can be launched many times. Needs `graphs`.
   *
   * @param body - enqueues on this stream; must not wait, allocate or synchronise, nor use arrays whose operations wait
   * @throws HeddleError `ARGUMENT` for a call on the default stream inside `body`, and for capturing that stream
   */
  capture(body: () => void): Graph {
    this.#context.require('graphs', 'capture');
    if (typeof body !== 'function') throw argumentError(`capture takes a function, not ${describe(body)}`);
    const { order, work } = this.#context;
    const ordered = this.orderedIn(this.#context);
    if (order.isDefault(ordered)) {
      throw argumentError('the default stream cannot be captured: it waits for all other streams', {
        parameter: 'stream',
        hint: 'Capture a stream of your own: device.createStream().capture(...).',
      });
    }
    const queue = order.enter(ordered);
    this.#context.call('capture', (driver) => driver.beginCapture?.(queue));
    try {
      work.whileCapturing(() => {
        order.whileCapturing(body);
      });
    } catch (error) {
      this.#abandonCapture(queue);
      throw error;
    }
    return new Graph(this.#context, queue);
  }

  // A capture must end, or the stream would swallow everything enqueued later. Why it ends is the error to report.
  #abandonCapture(queue: QueueHandle): void {
    const { driver } = this.#context;
    try {
      const graph = driver.endCapture?.(queue);
      if (graph) driver.destroyGraph?.(graph);
    } catch {
      // Drivers that refused a command inside the capture have ended it themselves.
    }
  }

  /** Frees the stream after its work has run. */
  dispose(): void {
    this.#lifetime.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
