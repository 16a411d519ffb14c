/**
 * Waiting for an event off the event loop's thread.
 *
 * OpenCL offers callbacks for that, called on a thread of the driver. A JavaScript function registered as a C callback
 * holds that thread until the event loop runs it, so a driver whose worker waits in there while this thread sits in a
 * call that waits for the same worker would hang the process. Hence a thread of the native addon waits, and without
 * the addon a timer asks.
 */
import { nativeAddon, type NativeAddon } from '@heddle/native';
import { constants, type Handle, type OpenClLibrary } from './api';

/** An event's execution status: CL_COMPLETE is 0, more is not yet there, less is an error. */
export type ExecutionStatus = number;

export class EventWaiter {
  readonly #library: OpenClLibrary;
  readonly #native: NativeAddon | undefined;
  readonly #clWaitForEvents: bigint;
  readonly #answer = new Int32Array(1);

  constructor(library: OpenClLibrary) {
    this.#library = library;
    this.#native = nativeAddon();
    this.#clWaitForEvents = library.address('clWaitForEvents');
  }

  /** How far a command is, asked now. An event that the driver does not know any more counts as failed. */
  statusOf(event: Handle): ExecutionStatus {
    const question = constants.CL_EVENT_COMMAND_EXECUTION_STATUS;
    const status = this.#library.calls.clGetEventInfo(event, question, 4, this.#answer, null);
    return status === 0 ? (this.#answer[0] ?? 0) : status;
  }

  /** Resolves when the command has ended, with 0 or the error it ended in. The caller holds the event until then. */
  async wait(event: Handle): Promise<ExecutionStatus> {
    const status = this.statusOf(event);
    if (status <= 0) return status;
    return this.#native ? this.#waitOnThread(this.#native, event) : this.#askUntilDone(event);
  }

  async #waitOnThread(native: NativeAddon, event: Handle): Promise<ExecutionStatus> {
    const list = BigUint64Array.of(event);
    await native.wait([{ function: this.#clWaitForEvents, arguments: [1n, native.addressOf(list.buffer)] }]);
    // Named here, so that the list lives until the thread has read it.
    return this.statusOf(list[0] ?? event);
  }

  async #askUntilDone(event: Handle): Promise<ExecutionStatus> {
    for (let asked = 0; ; asked++) {
      const status = this.statusOf(event);
      if (status <= 0) return status;
      // Short commands end within a few turns of the loop; the longer it takes, the less a millisecond matters.
      await new Promise<void>((resolve) => {
        if (asked < 50) setImmediate(resolve);
        else setTimeout(resolve, asked < 200 ? 1 : 5);
      });
    }
  }
}
