/** Backends whose compilations do not end until a test lets them. */
import { argumentError } from '../errors';
import type { Artifact } from '../spi/artifact';
import type { Backend } from '../spi/backend';
import type { Driver, ModuleHandle } from '../spi/driver';

interface HeldLoad {
  readonly go: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Holds compilations at their last step, the loading of the module, since what the cache knows is not compiled again.
 */
export class HeldLoads {
  /** The backend, as it opens devices whose compilations can be held. */
  readonly backend: Backend;
  readonly #held: HeldLoad[] = [];
  readonly #awaited: (() => void)[] = [];
  #holds = false;

  constructor(backend: Backend) {
    this.backend = {
      ...backend,
      open: async (index, options) => {
        const driver = await backend.open(index, options);
        this.#holdLoadsOf(driver);
        return driver;
      },
    };
  }

  /** From now on compilations are held. */
  hold(): void {
    this.#holds = true;
  }

  /** Resolves when so many compilations are held. */
  async heldAtLeast(count: number): Promise<void> {
    while (this.#held.length < count) {
      await new Promise<void>((resolve) => {
        this.#awaited.push(resolve);
      });
    }
  }

  /** Lets the oldest go. */
  releaseOne(): void {
    this.#held.shift()?.go();
  }

  /** Lets the oldest fail. */
  failOne(error: unknown): void {
    this.#held.shift()?.fail(error);
  }

  /** Lets all go, those of the future too. */
  release(): void {
    this.#holds = false;
    for (const { go } of this.#held.splice(0)) go();
  }

  #holdLoadsOf(driver: Driver): void {
    const load = driver.loadModule.bind(driver);
    const dispose = driver.dispose.bind(driver);
    let disposed = false;
    Object.defineProperty(driver, 'loadModule', {
      value: async (artifact: Artifact): Promise<ModuleHandle> => {
        await this.#pass();
        // Drivers are not asked for anything after their end.
        if (disposed) throw argumentError('the device has been disposed');
        return load(artifact);
      },
    });
    Object.defineProperty(driver, 'dispose', {
      value: () => {
        disposed = true;
        dispose();
      },
    });
  }

  #pass(): Promise<void> {
    if (!this.#holds) return Promise.resolve();
    return new Promise((go, fail) => {
      this.#held.push({ go, fail });
      for (const resume of this.#awaited.splice(0)) resume();
    });
  }
}
