/**
 * Objects that are called like functions and have methods and attributes besides, as the kernels of PyCUDA and CuPy
 * are: the interfaces of that kind on top of the CUDA backends are built on it.
 */

/** The method that a call of the object runs. */
export const invoke = Symbol('invoke');

/** An instance of a subclass is a function: a call of it runs its {@link invoke} method. */
export abstract class Callable {
  constructor() {
    const instance = (...args: readonly unknown[]): unknown => (instance as unknown as Callable)[invoke](args);
    Object.setPrototypeOf(instance, new.target.prototype);
    // Fields of the subclass, private ones too, are added to what a constructor returns.
    return instance as unknown as this;
  }

  /** @internal */
  abstract [invoke](args: readonly unknown[]): unknown;
}

// So that `instanceof Function`, `call` and `apply` go on working.
Object.setPrototypeOf(Callable.prototype, Function.prototype);
