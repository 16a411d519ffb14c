/**
 * A device's primary context: the one that all of Heddle's drivers in the process, and other libraries (PyTorch's C++,
 * ONNX Runtime, the CUDA runtime), share, so that memory of one can be used by the other.
 */
import type { SimtApi } from './simt-api';
import { status, statusError } from './status';

/** Somebody who has a share in the context. */
export interface ContextUser {
  /** Ends what reads or writes the context's memory on threads. Called before a reset; everything is lost then. */
  settle(): Promise<void>;
}

export class PrimaryContext {
  readonly #api: SimtApi;
  readonly #device: number;
  readonly #users = new Set<ContextUser>();
  /** How often it has been retained. Less than there are users after a reset that failed. */
  #shares = 0;
  #handle = 0n;
  #generation = 0;

  private constructor(api: SimtApi, device: number) {
    this.#api = api;
    this.#device = device;
  }

  /** The primary context of a device; one object for all who use it. */
  static of(api: SimtApi, device: number): PrimaryContext {
    let perDevice = known.get(api);
    if (!perDevice) known.set(api, (perDevice = new Map<number, PrimaryContext>()));
    let context = perDevice.get(device);
    if (!context) perDevice.set(device, (context = new PrimaryContext(api, device)));
    return context;
  }

  get handle(): bigint {
    return this.#handle;
  }

  /** Counts resets: code that remembers another number has lost everything it had on the device. */
  get generation(): number {
    return this.#generation;
  }

  /** Takes a share in the context, which creates it off the event loop's thread where nobody has it yet. */
  async retain(user: ContextUser): Promise<void> {
    this.#users.add(user);
    try {
      this.#handle = await this.#retainOnce();
    } catch (error) {
      this.#users.delete(user);
      throw error;
    }
  }

  /** Gives the share back; the last one lets the driver end the context. */
  release(user: ContextUser): void {
    if (!this.#users.delete(user) || this.#shares <= this.#users.size) return;
    this.#giveBack(1);
  }

  /**
   * Destroys everything on the device and starts afresh. Each of the users keeps its share.
   *
   * @throws HeddleError what the driver says to a new share, if it gives none; then nobody has one
   */
  async reset(): Promise<void> {
    this.#generation += 1;
    await Promise.all([...this.#users].map((user) => user.settle()));
    // A context in use by a thread outlives its last share.
    this.#api.functions.contextSetCurrent(0n);
    this.#giveBack(this.#shares);
    // For those who share it without our knowledge. After a fault this may tell of the fault again.
    this.#api.functions.primaryContextReset(this.#device);
    this.#handle = 0n;
    for (const _user of this.#users) this.#handle = await this.#retainOnce();
  }

  #giveBack(shares: number): void {
    for (let i = 0; i < shares; i++) this.#api.functions.primaryContextRelease(this.#device);
    this.#shares -= shares;
  }

  async #retainOnce(): Promise<bigint> {
    const out = new BigUint64Array(1);
    const value = await this.#api.statusAsync('primaryContextRetain', out, this.#device);
    if (value !== status.success) {
      throw statusError(this.#api.nameStatus(value), this.#api.symbolOf('primaryContextRetain'));
    }
    this.#shares += 1;
    return out[0] ?? 0n;
  }
}

const known = new WeakMap<SimtApi, Map<number, PrimaryContext>>();
