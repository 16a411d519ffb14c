/**
 * One open device: the context that every call is made in, the calls themselves, and the fault that ended it.
 *
 * The current context is a property of the calling thread that any other library may change, so a call sets it first;
 * that costs some tens of nanoseconds. Those that can tell by a handle which context they are for do without.
 */
import { HeddleError } from '@heddle/core';
import type { ErrorDetails } from '@heddle/core/backend';
import { PrimaryContext, type ContextUser } from './primary-context';
import type { SimtApi } from './simt-api';
import { isFault, status, statusError } from './status';
import { noFaultCandidates, type FaultCandidates } from './stream/simt-queue';
import { SpareEvents } from './stream/spare-events';
import type { ArgumentsOf, FunctionName } from './symbols/signatures';

/** `primary` is shared with other libraries of the process; `own` is this device object's alone. */
export type ContextKind = 'primary' | 'own';

/** `none` is for compiling alone: a context takes a third of a second and hundreds of megabytes. */
export type ContextNeed = ContextKind | 'none';

export class SimtContext implements ContextUser {
  readonly api: SimtApi;
  /** The driver's number for the device. */
  readonly device: number;
  readonly backend: string;
  /** Ends what threads do with the context's memory. The owner of such threads sets it. */
  settle: () => Promise<void> = () => Promise.resolve();
  /** Names the kernels that may be running. The owner of the streams sets it. */
  faultCandidates: () => FaultCandidates = () => noFaultCandidates;
  /** See `Vendor`. The device sets it; until then every call enters the context first. */
  refusals: readonly number[] | undefined;
  /** Whether streams wait for words of memory, as far as the vendor tells. */
  waitsForWords = true;
  /** Events that are free for the next use. */
  spareEvents = new SpareEvents();
  readonly #isForCompiling: boolean;
  #primary: PrimaryContext | undefined;
  #generation = 0;
  #handle = 0n;
  #fault: HeddleError | undefined;
  #closed = false;

  private constructor(api: SimtApi, device: number, backend: string, kind: ContextNeed) {
    this.api = api;
    this.device = device;
    this.backend = backend;
    this.#isForCompiling = kind === 'none';
    this.#primary = kind === 'primary' ? PrimaryContext.of(api, device) : undefined;
  }

  static async open(api: SimtApi, device: number, backend: string, kind: ContextNeed): Promise<SimtContext> {
    const context = new SimtContext(api, device, backend, kind);
    if (kind === 'none') return context;
    if (context.#primary) {
      await context.#primary.retain(context);
      context.#adoptPrimary(context.#primary);
    } else {
      context.#handle = context.#createOwn();
    }
    context.enter();
    return context;
  }

  /** The context, as native code takes it. */
  get handle(): bigint {
    return this.#handle;
  }

  /** What functions about two devices call this one. */
  get peerHandle(): bigint {
    return this.api.vendor.peersBy === 'device' ? BigInt(this.device) : this.#handle;
  }

  /** The fault that made the device unusable, if one did. */
  get fault(): HeddleError | undefined {
    if (this.#fault === undefined && this.#primary && this.#primary.generation !== this.#generation) {
      this.#fault = new HeddleError('DEVICE_LOST', 'the device was reset by another user of it in this process', {
        backend: this.backend,
      });
    }
    return this.#fault;
  }

  /** Makes this device's context the calling thread's. */
  enter(): void {
    if (this.#isForCompiling) throw this.#noContext();
    const value = this.api.functions.contextSetCurrent(this.#handle);
    if (value !== 0) throw this.failure(value, 'contextSetCurrent');
  }

  /** Calls a driver function in the context. @throws HeddleError for a status other than success */
  call<Name extends FunctionName>(name: Name, ...args: ArgumentsOf<Name>): void {
    const value = this.status(name, ...args);
    if (value !== 0) throw this.failure(value, name);
  }

  /** Calls a driver function in the context, and gives its status. */
  status<Name extends FunctionName>(name: Name, ...args: ArgumentsOf<Name>): number {
    this.enter();
    const call = this.api.functions[name] as unknown as (...args: readonly unknown[]) => number;
    return call(...args);
  }

  /**
   * The same for a function that takes a stream, an event or a kernel. Those refuse to work in another context than
   * its own, so the context is entered only after that: it saves a call where every microsecond is one of many.
   */
  statusBound<Name extends FunctionName>(name: Name, ...args: ArgumentsOf<Name>): number {
    const { refusals } = this;
    if (refusals === undefined) return this.status(name, ...args);
    const call = this.api.functions[name] as unknown as (...args: readonly unknown[]) => number;
    const value = call(...args);
    return value !== 0 && refusals.includes(value) ? this.status(name, ...args) : value;
  }

  /** Calls such a function. @throws HeddleError for a status other than success */
  callBound<Name extends FunctionName>(name: Name, ...args: ArgumentsOf<Name>): void {
    const value = this.statusBound(name, ...args);
    if (value !== 0) throw this.failure(value, name);
  }

  /** Releases something: a device that is lost has released it already, so nothing is thrown. */
  release<Name extends FunctionName>(name: Name, ...args: ArgumentsOf<Name>): void {
    if (this.#closed || this.fault) return;
    const value = this.status(name, ...args);
    if (value === 0) return;
    const failure = this.failure(value, name);
    if (this.fault === undefined) throw failure;
  }

  /** The error for a failed call; a sticky one is remembered as the device's fault. */
  failure(value: number, name: FunctionName, details: ErrorDetails = {}, about = ''): HeddleError {
    const [named, symbol] = [this.api.nameStatus(value), this.api.symbolOf(name)];
    const error = statusError(named, symbol, { backend: this.backend, ...details }, about);
    if (!isFault(named)) return error;
    if (about !== '') {
      this.#fault ??= error;
      return error;
    }
    // Any call may be the first to hear of a kernel's fault.
    const faultCandidates = this.#fault ? noFaultCandidates : this.faultCandidates();
    const fault = statusError(
      named,
      symbol,
      { backend: this.backend, ...faultCandidates.details, ...details },
      faultCandidates.about,
    );
    this.#fault ??= fault;
    return fault;
  }

  /**
   * Ends everything on the device and begins again with an empty one.
   *
   * After a fault drivers differ in what they still give: the primary context anew, if it is shared; a context of
   * this device object's own; or nothing, until the process ends.
   *
   * @throws HeddleError `DEVICE_LOST` if the process must be started again
   */
  async reset(): Promise<void> {
    const ways = this.#primary ? [this.#renewPrimary, this.#renewOwn] : [this.#renewOwn];
    let refusal: unknown;
    for (const renew of ways) {
      try {
        await renew.call(this);
        this.#fault = undefined;
        this.spareEvents = new SpareEvents();
        this.call('contextSynchronize');
        return;
      } catch (error) {
        refusal = error;
      }
    }
    this.#fault = new HeddleError('DEVICE_LOST', 'the driver gives this process no new context after the fault', {
      backend: this.backend,
      hint: 'Start the process again.',
      cause: refusal,
    });
    throw this.#fault;
  }

  /** Gives the context back. */
  close(): void {
    if (this.#closed) return;
    for (const id of this.spareEvents.takeAll()) this.release('eventDestroy', id);
    this.#closed = true;
    if (this.#primary) this.#primary.release(this);
    else this.#destroyOwn();
  }

  /** True once {@link close} was called. */
  get closed(): boolean {
    return this.#closed;
  }

  // To go on would use whatever context another library left current on this thread.
  #noContext(): HeddleError {
    return new HeddleError('UNSUPPORTED', 'the device was opened for compiling alone, without a context', {
      backend: this.backend,
      hint: 'Open it with openDevice to load and launch.',
    });
  }

  async #renewPrimary(): Promise<void> {
    const primary = this.#primary;
    if (!primary) return;
    // Where another user of the device has reset it already, there is nothing left of ours to end.
    if (primary.generation === this.#generation || primary.handle === 0n) await primary.reset();
    this.#adoptPrimary(primary);
  }

  // What others have in the primary context is lost too, but theirs to give up.
  async #renewOwn(): Promise<void> {
    await this.settle();
    this.api.functions.contextSetCurrent(0n);
    if (this.#primary) this.#primary.release(this);
    else this.#destroyOwn();
    this.#primary = undefined;
    this.#handle = this.#createOwn();
  }

  #adoptPrimary(primary: PrimaryContext): void {
    this.#handle = primary.handle;
    this.#generation = primary.generation;
  }

  #destroyOwn(): void {
    if (this.#handle !== 0n) this.api.functions.contextDestroy(this.#handle);
    this.#handle = 0n;
  }

  #createOwn(): bigint {
    const out = new BigUint64Array(1);
    const value = this.api.functions.contextCreate(out, 0, this.device);
    if (value !== status.success) throw this.failure(value, 'contextCreate');
    return out[0] ?? 0n;
  }
}
