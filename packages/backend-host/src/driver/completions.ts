/**
 * Promises for what the runtime's threads complete, without holding the event loop or a worker thread of libuv.
 *
 * A short wait is polled between turns of the event loop: most launches end within microseconds. A longer one is
 * watched: the runtime's notifier thread calls back into JavaScript through one registered function.
 */
import koffi from 'koffi';
import type { RuntimeFunctions } from '../runtime/runtime-abi';

const pollMilliseconds = 0.1;

/** Whether a device is open, and the callbacks for its end. */
export class DeviceLife {
  closed = false;
  readonly ends = new Set<() => void>();

  close(): void {
    this.closed = true;
    for (const end of [...this.ends]) end();
  }
}

/** One registry for the process: a registered callback is never given back, since a call may be under way. */
export class Completions {
  readonly #waiting = new Map<number, () => void>();
  readonly #callback: unknown;
  #nextCookie = 1;
  #keepAlive: NodeJS.Timeout | undefined;

  constructor() {
    const prototype = koffi.proto('void', ['uint32_t']);
    this.#callback = koffi.register((cookie: number) => {
      this.#reached(cookie);
    }, koffi.pointer(prototype));
  }

  /** Lets a device's notifier thread call back. */
  attach(runtime: RuntimeFunctions, device: number): number {
    return runtime.deviceNotify(device, this.#callback as bigint);
  }

  /** Calls `then` once the runtime names the cookie that `watch` was given, or never if the device closes before. */
  watch(watch: (cookie: number) => void, then: () => void, life: DeviceLife): void {
    const cookie = this.#nextCookie;
    this.#nextCookie = cookie === 0xffffffff ? 1 : cookie + 1;
    const forget = (): void => {
      life.ends.delete(forget);
      this.#waiting.delete(cookie);
      this.#holdProcess();
    };
    life.ends.add(forget);
    this.#waiting.set(cookie, () => {
      forget();
      then();
    });
    this.#holdProcess();
    try {
      watch(cookie);
    } catch (error) {
      forget();
      throw error;
    }
  }

  /**
   * Resolves once `isDone` says so, by polling for a moment, then by watching; or when the device closes.
   *
   * @param watch - asks the runtime to name a cookie when it is done
   */
  async until(isDone: () => boolean, watch: (cookie: number) => void, life: DeviceLife): Promise<void> {
    const deadline = performance.now() + pollMilliseconds;
    for (;;) {
      // Once the device is closed there is nothing left to look at.
      if (life.closed || isDone()) return;
      if (performance.now() >= deadline) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    // An error of `watch` rejects: what an executor throws does.
    await new Promise<void>((resolve) => {
      const end = (): void => {
        life.ends.delete(end);
        resolve();
      };
      life.ends.add(end);
      this.watch(watch, end, life);
    });
  }

  #reached(cookie: number): void {
    this.#waiting.get(cookie)?.();
  }

  // The callback itself does not keep the process running, and somebody awaits it: a timer does, as long as needed.
  #holdProcess(): void {
    if (this.#waiting.size > 0) this.#keepAlive ??= setInterval(() => undefined, 2 ** 30);
    else {
      clearInterval(this.#keepAlive);
      this.#keepAlive = undefined;
    }
  }
}
