/** Copies and fills, in queue order. */
import type { FunctionName } from './api';
import type { Context } from './context';
import type { HostViews } from './host-memory';
import type { DeviceMemory } from './memory';
import { keepAlive } from './native-memory';
import type { CommandQueue } from './queue';

export class Transfers {
  readonly #context: Context;
  readonly #views: HostViews;

  constructor(context: Context, views: HostViews) {
    this.#context = context;
    this.#views = views;
  }

  async toDevice(queue: CommandQueue, destination: DeviceMemory, offset: number, source: Uint8Array): Promise<void> {
    this.#views.lend(destination, queue);
    const { calls } = this.#context;
    const status = calls.clEnqueueWriteBuffer(
      queue.address,
      destination.address,
      0,
      offset,
      source.byteLength,
      source,
      0,
      null,
      queue.eventSlot,
    );
    this.#check('clEnqueueWriteBuffer', status, queue);
    await this.#ended(queue, source);
  }

  async toHost(queue: CommandQueue, source: DeviceMemory, offset: number, target: Uint8Array): Promise<void> {
    this.#views.lend(source, queue);
    const { calls } = this.#context;
    const status = calls.clEnqueueReadBuffer(
      queue.address,
      source.address,
      0,
      offset,
      target.byteLength,
      target,
      0,
      null,
      queue.eventSlot,
    );
    this.#check('clEnqueueReadBuffer', status, queue);
    await this.#ended(queue, target);
  }

  onDevice(
    queue: CommandQueue,
    destination: DeviceMemory,
    destinationOffset: number,
    source: DeviceMemory,
    sourceOffset: number,
    byteLength: number,
  ): void {
    this.#views.lend(destination, queue);
    this.#views.lend(source, queue);
    const { calls } = this.#context;
    const status = calls.clEnqueueCopyBuffer(
      queue.address,
      source.address,
      destination.address,
      sourceOffset,
      destinationOffset,
      byteLength,
      0,
      null,
      null,
    );
    this.#check('clEnqueueCopyBuffer', status, queue);
    queue.commandEnqueued();
  }

  fill(queue: CommandQueue, memory: DeviceMemory, offset: number, byteLength: number, pattern: Uint8Array): void {
    this.#views.lend(memory, queue);
    const status = this.#context.calls.clEnqueueFillBuffer(
      queue.address,
      memory.address,
      pattern,
      pattern.byteLength,
      offset,
      byteLength,
      0,
      null,
      null,
    );
    this.#check('clEnqueueFillBuffer', status, queue);
    queue.commandEnqueued();
  }

  /**
   * Waits for the command just enqueued with the queue's event slot.
   *
   * @param bytes - the host's side of it, which must stay alive until then
   */
  async #ended(queue: CommandQueue, bytes: Uint8Array): Promise<void> {
    await this.#views.endedWith(queue, queue.takeEvent());
    keepAlive(bytes);
  }

  #check(call: FunctionName, status: number, queue: CommandQueue): void {
    if (status !== 0) throw this.#context.transferFailure(call, status, queue.address);
  }
}
