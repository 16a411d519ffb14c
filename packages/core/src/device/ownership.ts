/**
 * Who frees what. Every handle that a driver gives is registered here once, released once, and released on the
 * right device by the finalizer when its owner is garbage-collected.
 */
import type { DeviceReference } from '../arguments/device-reference';
import type { HeddleError } from '../errors';
import { traceLeak } from '../tracing';

/** One driver handle and how to give it back. It must not hold the user's object, or that could never be collected. */
export interface OwnedResource {
  /** `buffer`, `stream`, `event`, `module`, `texture`, `graph`, `launch`. */
  readonly kind: string;
  readonly byteLength?: number;
  /** Core made it for itself, and it is small: if it is collected, nothing has leaked. */
  readonly collectable?: boolean;
  /** The word kernels see, for memory. */
  readonly reference?: DeviceReference;
  release(): void;
}

/** What giving handles back needs to know of their device. */
export interface OwningDevice {
  /** True if the device has failed for good: what it held is gone then, and giving it back may fail. */
  readonly isLost: () => boolean;
  /** Turns what a driver threw into an error that names the backend. */
  readonly failure: (error: unknown, operation: string) => HeddleError;
  /** Runs a release at once, or after work that waits and may use what is released. */
  readonly afterWork: (release: () => void) => void;
}

/** The open handles of one device. */
export class Ownership {
  readonly #open = new Set<OwnedResource>();
  #bytes = 0;
  readonly #finalizer: FinalizationRegistry<OwnedResource>;
  readonly #backend: string;

  readonly #device: OwningDevice;

  constructor(backend: string, device: OwningDevice) {
    this.#backend = backend;
    this.#device = device;
    this.#finalizer = new FinalizationRegistry((resource) => {
      if (!this.#open.has(resource)) return;
      if (resource.collectable !== true) this.#reportLeak(resource);
      this.release(resource, 'collected');
    });
  }

  /** Bytes of memory that the open handles hold. */
  get byteLength(): number {
    return this.#bytes;
  }

  /** Registers a handle, with the user's object that owns it. */
  own<R extends OwnedResource>(owner: object, resource: R): R {
    this.#open.add(resource);
    this.#bytes += resource.byteLength ?? 0;
    this.#finalizer.register(owner, resource, resource);
    return resource;
  }

  /** Gives a handle back; a second time does nothing. */
  release(resource: OwnedResource, why = 'disposed'): void {
    if (!this.#open.delete(resource)) return;
    this.#bytes -= resource.byteLength ?? 0;
    this.#finalizer.unregister(resource);
    if (resource.reference) resource.reference.unusable ??= why;
    this.#device.afterWork(() => {
      try {
        resource.release();
      } catch (error) {
        if (!this.#device.isLost()) throw this.#device.failure(error, `release of a ${resource.kind}`);
      }
    });
  }

  /** Forgets every handle without freeing: the device that had them is gone. */
  abandon(why: string): void {
    for (const resource of this.#open) {
      this.#finalizer.unregister(resource);
      if (resource.reference) resource.reference.unusable ??= why;
    }
    this.#open.clear();
    this.#bytes = 0;
  }

  /** Gives everything back, newest first, since modules outlive the memory they lent. */
  releaseAll(): void {
    const failures: unknown[] = [];
    for (const resource of [...this.#open].reverse()) {
      try {
        this.release(resource, 'disposed with its device');
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Marks all memory as not to be used, without freeing it. */
  markUnusable(why: string): void {
    for (const resource of this.#open) if (resource.reference) resource.reference.unusable ??= why;
  }

  #reportLeak(resource: OwnedResource): void {
    traceLeak(() => ({
      backend: this.#backend,
      resource: resource.kind,
      ...(resource.byteLength === undefined ? {} : { byteLength: resource.byteLength }),
    }));
  }

  /** Open handles by kind. */
  counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { kind } of this.#open) counts[kind] = (counts[kind] ?? 0) + 1;
    return counts;
  }
}
