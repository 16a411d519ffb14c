/** The HIP runtime with its functions typed: what HIP programs in C have, for what Heddle's own classes do not cover. */
import type { LibraryHandle } from 'koffi';
import { HeddleError } from '@heddle/core';
import { foreignTypesOf, lazyFunctions, loadFirst, SimtApi, statusError } from '@heddle/simt-driver';
import type { DriverCall } from '@heddle/simt-driver/cuda';
import { hipVendor } from '../library/find-hip';
import { hipFunctionTable, type HipFunctions } from './generated/functions';

/** Name of a function of the HIP runtime. */
export type HipFunctionName = keyof HipFunctions;

/**
 * The loaded HIP library.
 *
 * @example
 * ```ts
 * const { functions } = HipRuntime.load();
 * functions.hipInit(0);
 * const count = new Int32Array(1);
 * functions.hipGetDeviceCount(count);
 * ```
 */
export class HipRuntime {
  /** Where the library was found. */
  readonly path: string;
  /** Its functions, bound when first used. One that this version lacks throws `UNSUPPORTED` when it is called. */
  readonly functions: HipFunctions;
  readonly #library: LibraryHandle;
  readonly #api: SimtApi;

  private constructor(api: SimtApi, library: LibraryHandle) {
    this.#api = api;
    this.#library = library;
    this.path = api.path;
    this.functions = lazyFunctions(Object.keys(hipFunctionTable) as HipFunctionName[], (name) =>
      this.#bind(name),
    ) as HipFunctions;
  }

  /**
   * Loads the library, once for the process; the backend uses the same one.
   *
   * @throws HeddleError `UNAVAILABLE` if there is no ROCm
   */
  static load(): HipRuntime {
    const api = SimtApi.load(hipVendor());
    let runtime = loaded.get(api);
    if (!runtime) {
      const found = loadFirst([api.path]);
      if ('failures' in found) {
        throw new HeddleError('UNAVAILABLE', `${api.path} did not load again`, {
          backend: 'hip',
          status: 'NO_LIBRARY',
        });
      }
      loaded.set(api, (runtime = new HipRuntime(api, found.handle)));
    }
    return runtime;
  }

  /** The version of HIP: 60_300_000 and more is 6.3. */
  get version(): number {
    return this.#api.version;
  }

  /** True if this version has the function. */
  has(name: HipFunctionName): boolean {
    try {
      return this.#library.symbol(name) !== null;
    } catch {
      return false;
    }
  }

  #bind(name: HipFunctionName): DriverCall<readonly unknown[]> {
    const call = this.has(name) ? this.#foreign(name) : () => this.#refuse(name);
    const checked = (...args: readonly unknown[]): void => {
      const value = call(...args);
      if (value !== 0) throw statusError(this.#api.nameStatus(value), name, { backend: 'hip' });
    };
    return Object.assign(checked, { status: call });
  }

  #foreign(name: HipFunctionName): (...args: readonly unknown[]) => number {
    return this.#library.func(name, 'int', foreignTypesOf(hipFunctionTable[name])) as (
      ...args: readonly unknown[]
    ) => number;
  }

  #refuse(name: HipFunctionName): never {
    throw new HeddleError('UNSUPPORTED', `${this.#api.vendor.describeVersion(this.version)} has no ${name}`, {
      backend: 'hip',
      call: name,
    });
  }
}

const loaded = new Map<SimtApi, HipRuntime>();
