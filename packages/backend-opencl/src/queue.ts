/** A command queue, and the order in which waits for it come to an end. */
import type { QueueHandle, QueueOptions } from '@heddle/core/backend';
import { constants, type Handle } from './api';
import type { Context } from './context';
import type { EventWaiter, ExecutionStatus } from './waiter';

interface Pending {
  readonly event: Handle;
  readonly settle: (status: ExecutionStatus) => void;
}

export class CommandQueue implements QueueHandle {
  readonly handle = 'queue';
  /** The cl_command_queue. */
  readonly address: Handle;
  readonly outOfOrder: boolean;
  readonly #context: Context;
  readonly #waiter: EventWaiter;
  readonly #pending: Pending[] = [];
  readonly #event = new BigUint64Array(1);
  #waiting = false;
  /** Commands enqueued so far, and how many of them were there when all were seen to have ended. */
  #enqueued = 0;
  #ended = 0;
  /** The mark that {@link isIdle} asked about last, as long as nothing has been enqueued after it; 0n for none. */
  #lastMark: Handle = 0n;
  #isFlushDue = false;
  #destroyed = false;

  constructor(context: Context, waiter: EventWaiter, options: QueueOptions) {
    this.#context = context;
    this.#waiter = waiter;
    this.outOfOrder = options.outOfOrder;
    this.address = createQueue(context, options);
    context.opened('queue');
  }

  /** Where a command leaves its event: pass it as the last argument of an enqueue, then call {@link takeEvent}. */
  get eventSlot(): BigUint64Array {
    this.#noteCommand();
    return this.#event;
  }

  /** The event of the command just enqueued; the caller releases it. */
  takeEvent(): Handle {
    this.#context.opened('event');
    return this.#event[0] ?? 0n;
  }

  /** Marks what has been enqueued so far. @returns an event that the caller releases */
  mark(): Handle {
    const status = this.#context.calls.clEnqueueMarkerWithWaitList(this.address, 0, null, this.#event);
    this.#context.check('clEnqueueMarkerWithWaitList', status, 'transfer');
    return this.takeEvent();
  }

  /** Hands what is enqueued to the device, now. */
  flush(): void {
    // A destroyed queue has been flushed by the driver.
    if (this.#destroyed) return;
    this.#isFlushDue = false;
    this.#context.check('clFlush', this.#context.calls.clFlush(this.address), 'transfer');
  }

  /**
   * Notes a command that leaves no event, and flushes once the running JavaScript has come to its end. A driver may
   * keep commands back until it is asked for them; asking after each launch would cost more than many a launch.
   */
  commandEnqueued(): void {
    this.#noteCommand();
    this.flushSoon();
  }

  /** Flushes once the running JavaScript has come to its end. */
  flushSoon(): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    queueMicrotask(this.#flushWhenDue);
  }

  readonly #flushWhenDue = (): void => {
    if (!this.#isFlushDue || this.#destroyed) return;
    this.#isFlushDue = false;
    const status = this.#context.calls.clFlush(this.address);
    // Nobody is there to throw to; a lost device is remembered.
    if (status !== 0) this.#context.failure('clFlush', status, 'transfer');
  };

  /**
   * Resolves when the command of an event has ended, and releases the event.
   *
   * Commands of an ordered queue end one after another, so one thread waits for all of a queue's events in turn.
   *
   * @throws HeddleError `DEVICE_LOST` if it ended in an error
   */
  async ended(event: Handle): Promise<void> {
    this.flush();
    const status = await new Promise<ExecutionStatus>((resolve) => {
      if (this.outOfOrder) void this.#waiter.wait(event).then(resolve);
      else this.#settleInTurn({ event, settle: resolve });
    });
    this.release(event);
    if (status < 0) throw this.#context.failure('clWaitForEvents', status, 'completion');
  }
  /** Resolves when everything enqueued before this call has ended. */
  async allEnded(): Promise<void> {
    const { position } = this;
    await this.ended(this.mark());
    this.endedUpTo(position);
  }

  /** How many commands have been enqueued: a mark set now stands after so many. */
  get position(): number {
    return this.#enqueued;
  }

  /** Tells that a mark which stands after so many commands has been reached. */
  endedUpTo(position: number): void {
    this.#ended = Math.max(this.#ended, position);
  }

  release(event: Handle): void {
    this.#context.calls.clReleaseEvent(event);
    this.#context.closed('event');
  }

  /** True when nothing enqueued is left to run. */
  isIdle(): boolean {
    if (this.#ended === this.#enqueued) return true;
    if (this.#lastMark === 0n) {
      this.#lastMark = this.mark();
      this.flush();
    }
    const status = this.#waiter.statusOf(this.#lastMark);
    if (status > 0) return false;
    this.#forgetMark();
    this.#ended = this.#enqueued;
    if (status < 0) throw this.#context.failure('clGetEventInfo', status, 'completion');
    return true;
  }

  /** Waits on this thread for all that is enqueued. */
  finish(): void {
    this.#isFlushDue = false;
    this.#context.check('clFinish', this.#context.calls.clFinish(this.address), 'completion');
    this.#forgetMark();
    this.#ended = this.#enqueued;
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#forgetMark();
    // Released queues are flushed by the driver, and live on inside it until their commands have run.
    this.#context.calls.clReleaseCommandQueue(this.address);
    this.#context.closed('queue');
  }

  #noteCommand(): void {
    this.#enqueued += 1;
    if (this.#lastMark !== 0n) this.#forgetMark();
  }

  #forgetMark(): void {
    if (this.#lastMark !== 0n) this.release(this.#lastMark);
    this.#lastMark = 0n;
  }

  #settleInTurn(pending: Pending): void {
    this.#pending.push(pending);
    if (!this.#waiting) void this.#waitInTurn();
  }

  async #waitInTurn(): Promise<void> {
    this.#waiting = true;
    for (let first = this.#pending[0]; first; first = this.#pending[0]) {
      const status = this.#waiter.statusOf(first.event);
      const ended = status > 0 ? await this.#waiter.wait(first.event) : status;
      this.#pending.shift();
      first.settle(ended);
    }
    this.#waiting = false;
  }
}

function createQueue(context: Context, { priority, outOfOrder }: QueueOptions): Handle {
  const { calls, handle, device, facts } = context;
  const flags =
    constants.CL_QUEUE_PROFILING_ENABLE | (outOfOrder ? constants.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
  if (facts.version < 2) {
    return context.create('clCreateCommandQueue', 'creation', (status) =>
      calls.clCreateCommandQueue(handle, device, flags, status),
    );
  }
  const properties = [BigInt(constants.CL_QUEUE_PROPERTIES), BigInt(flags)];
  if (priority !== 0 && facts.extensions.has('cl_khr_priority_hints')) {
    const level = priority < 0 ? constants.CL_QUEUE_PRIORITY_HIGH_KHR : constants.CL_QUEUE_PRIORITY_LOW_KHR;
    properties.push(BigInt(constants.CL_QUEUE_PRIORITY_KHR), BigInt(level));
  }
  const list = BigUint64Array.from([...properties, 0n]);
  return context.create('clCreateCommandQueueWithProperties', 'creation', (status) =>
    calls.clCreateCommandQueueWithProperties(handle, device, list, status),
  );
}
