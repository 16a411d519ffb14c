/** Whether an object that owns a handle may still be used: it is live, disposed, or lost in a reset of its device. */
import { argumentError } from '../errors';
import type { DeviceContext } from './device-context';
import type { OwnedResource } from './ownership';

export class Lifetime {
  readonly #context: DeviceContext;
  /** The life of the device in which the handle was made. */
  readonly #generation: number;
  readonly #resource: OwnedResource;
  #disposed = false;

  /**
   * @param owner - the user's object: the handle is given back when it is disposed, or collected
   * @param resource - must not hold `owner`, or that could never be collected
   */
  constructor(context: DeviceContext, owner: object, resource: OwnedResource) {
    this.#context = context;
    this.#generation = context.generation;
    this.#resource = context.ownership.own(owner, resource);
  }

  /** @throws HeddleError `ARGUMENT` if the object cannot be used any more */
  assertLive(): void {
    if (this.#disposed) throw argumentError(`the ${this.#resource.kind} has been disposed`);
    if (this.#context.generation !== this.#generation) {
      throw argumentError(`the ${this.#resource.kind} was lost in a device reset`);
    }
  }

  /** @throws HeddleError `ARGUMENT` if the object cannot be used any more, or belongs to another device */
  assertLiveOn(context: DeviceContext): void {
    if (context !== this.#context) throw argumentError(`the ${this.#resource.kind} belongs to another device`);
    this.assertLive();
  }

  /**
   * Gives the handle back, after work that may use it. A second call does nothing.
   *
   * @param dependents - handles that cannot outlive this one
   */
  dispose(dependents: Iterable<OwnedResource> = []): void {
    if (this.#disposed) return;
    this.#disposed = true;
    const { ownership } = this.#context;
    for (const resource of dependents) ownership.release(resource, `disposed with its ${this.#resource.kind}`);
    ownership.release(this.#resource);
  }
}
