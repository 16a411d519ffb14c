/** Work captured once, launched many times. */
import { argumentError } from '../errors';
import type { GraphHandle, QueueHandle } from '../spi/driver';
import type { DeviceContext } from './device-context';
import { Lifetime } from './lifetime';
import type { Stream } from './stream';
import { orderedQueueOf } from './stream-queue';

export class Graph implements Disposable {
  readonly #context: DeviceContext;
  readonly #lifetime: Lifetime;
  readonly #handle: GraphHandle;

  /** Use `stream.capture()`. */
  constructor(...internal: never);
  /** @internal */
  constructor(context: DeviceContext, capturing: QueueHandle);
  constructor(context: DeviceContext, capturing: QueueHandle) {
    const handle = context.call('capture', (driver) => driver.endCapture?.(capturing));
    if (!handle) throw context.lacking('graphs');
    this.#context = context;
    this.#handle = handle;
    this.#lifetime = new Lifetime(context, this, {
      kind: 'graph',
      release: () => context.driver.destroyGraph?.(handle),
    });
  }

  /** Enqueues all of the captured work. Arguments are those of the capture. */
  launch(stream: Stream): void {
    this.#lifetime.assertLive();
    const ordered = orderedQueueOf(stream, this.#context, () => {
      throw argumentError('a graph is launched on a stream');
    });
    this.#context.enqueue('launch', ordered, (driver, queue) => driver.launchGraph?.(queue, this.#handle));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
