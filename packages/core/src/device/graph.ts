/** Work captured once, launched many times. */
import { argumentError } from '../errors';
import type { GraphHandle, QueueHandle } from '../spi/driver';
import type { DeviceContext } from './device-context';
import type { OwnedResource } from './ownership';
import type { Stream } from './stream';
import { orderedQueueOf } from './stream-queue';

export class Graph implements Disposable {
  readonly #context: DeviceContext;
  readonly #generation: number;
  readonly #resource: OwnedResource & { readonly graph: GraphHandle };
  #disposed = false;

  /** @internal Use `stream.capture()`. */
  constructor(context: DeviceContext, capturing: QueueHandle) {
    const graph = context.call('capture', (driver) => driver.endCapture?.(capturing));
    if (!graph) throw context.lacking('graphs');
    this.#context = context;
    this.#generation = context.generation;
    this.#resource = context.ownership.own(this, {
      kind: 'graph',
      graph,
      release: () => context.driver.destroyGraph?.(graph),
    });
  }

  /** Enqueues all of the captured work. Arguments are those of the capture. */
  launch(stream: Stream): void {
    if (this.#disposed) throw argumentError('the graph has been disposed');
    if (this.#context.generation !== this.#generation) throw argumentError('the graph was lost in a device reset');
    const ordered = orderedQueueOf(stream, this.#context, () => {
      throw argumentError('a graph is launched on a stream');
    });
    const { graph } = this.#resource;
    this.#context.enqueue('launch', ordered, (driver, queue) => driver.launchGraph?.(queue, graph));
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#context.ownership.release(this.#resource);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
