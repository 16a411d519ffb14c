/** Marks in queues: for ordering them, for waiting, and for device time. */
import { HeddleError } from '@heddle/core';
import { argumentError, type EventHandle } from '@heddle/core/backend';
import { constants, type Handle } from './api';
import type { Context } from './context';
import type { HostViews } from './host-memory';
import type { CommandQueue } from './queue';
import type { EventWaiter } from './waiter';

/** A mark, once it has been recorded; it may be recorded again. */
export class QueueEvent implements EventHandle {
  readonly handle = 'event';
  /** The cl_event of the last record; 0n before the first. */
  address: Handle = 0n;
  queue: CommandQueue | undefined;
  /** The queue's position at that record. */
  position = 0;
}

export class Events {
  readonly #context: Context;
  readonly #waiter: EventWaiter;
  readonly #views: HostViews;
  readonly #answer = new BigUint64Array(1);

  constructor(context: Context, waiter: EventWaiter, views: HostViews) {
    this.#context = context;
    this.#waiter = waiter;
    this.#views = views;
  }

  record(queue: CommandQueue, event: QueueEvent): void {
    this.#views.takeBackFrom(queue);
    const address = queue.mark();
    this.release(event);
    event.address = address;
    event.queue = queue;
    event.position = queue.position;
    queue.flushSoon();
  }

  /** Holds what is enqueued on `queue` from now on until the event has been reached. */
  holdBack(queue: CommandQueue, event: QueueEvent): void {
    const address = this.#recorded(event);
    // A queue that waits for commands which their own queue keeps back would wait for ever.
    if (event.queue !== queue) event.queue?.flush();
    const list = BigUint64Array.of(address);
    const status = this.#context.calls.clEnqueueBarrierWithWaitList(queue.address, 1, list, null);
    this.#context.check('clEnqueueBarrierWithWaitList', status, 'transfer');
    queue.commandEnqueued();
  }

  isReached(event: QueueEvent): boolean {
    if (event.address === 0n) return false;
    const status = this.#waiter.statusOf(event.address);
    if (status > 0) event.queue?.flushSoon();
    if (status < 0) throw this.#context.failure('clGetEventInfo', status, 'completion');
    if (status === 0) event.queue?.endedUpTo(event.position);
    return status === 0;
  }

  async reached(event: QueueEvent): Promise<void> {
    const address = this.#recorded(event);
    // The event may be recorded anew or destroyed while this waits for what it marked before.
    this.#context.calls.clRetainEvent(address);
    this.#context.opened('event');
    const { queue, position } = event;
    await queue?.ended(address);
    queue?.endedUpTo(position);
  }

  /** Device time between two reached events. */
  elapsedMilliseconds(start: QueueEvent, end: QueueEvent): number {
    const nanoseconds = this.endOf(this.#recorded(end)) - this.endOf(this.#recorded(start));
    return Number(nanoseconds) / 1e6;
  }

  /** When a command began on the device, in nanoseconds of the device's clock. */
  startOf(event: Handle): bigint {
    return this.#time(event, constants.CL_PROFILING_COMMAND_START);
  }

  /** When it ended. */
  endOf(event: Handle): bigint {
    return this.#time(event, constants.CL_PROFILING_COMMAND_END);
  }

  release(event: QueueEvent): void {
    if (event.address === 0n) return;
    this.#context.calls.clReleaseEvent(event.address);
    this.#context.closed('event');
    event.address = 0n;
    event.queue = undefined;
  }

  #time(event: Handle, question: number): bigint {
    const status = this.#context.calls.clGetEventProfilingInfo(event, question, 8, this.#answer, null);
    if (status === profilingNotAvailable) {
      throw new HeddleError('ARGUMENT', 'the device has not reached the event yet, so it has no time', {
        backend: 'opencl',
        call: 'clGetEventProfilingInfo',
        status: 'CL_PROFILING_INFO_NOT_AVAILABLE',
      });
    }
    this.#context.check('clGetEventProfilingInfo', status, 'transfer');
    return this.#answer[0] ?? 0n;
  }

  #recorded(event: QueueEvent): Handle {
    if (event.address !== 0n) return event.address;
    throw argumentError('the event has not been recorded on a stream', { backend: 'opencl' });
  }
}

const profilingNotAvailable = -7;
