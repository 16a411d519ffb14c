/** libcuda with every function typed: what CUDA programs in C have, for what Heddle's own classes do not cover. */
import koffi, { type LibraryHandle } from 'koffi';
import { HeddleError } from '@heddle/core';
import { lazyFunctions } from '../library/lazy-functions';
import { isAbsent, loadFirst } from '../library/load-library';
import { statusError } from '../status';
import { cuda } from '../symbols/cuda';
import { foreignCall } from './foreign-call';
import { CUresult } from './generated/enumerations';
import { functionTable, type CudaDriverFunctions } from './generated/functions';
import type { DriverCall } from './parameter-types';

/** Name of a function of the driver. */
export type CudaFunctionName = keyof CudaDriverFunctions;

/**
 * The loaded driver library.
 *
 * @example
 * ```ts
 * const { functions } = CudaDriver.load();
 * functions.cuInit(0);
 * const count = new Int32Array(1);
 * functions.cuDeviceGetCount(count);
 * ```
 */
export class CudaDriver {
  /** Where the library was found. */
  readonly path: string;
  /** Its functions, bound when first used. One that this driver lacks throws `UNSUPPORTED` when it is called. */
  readonly functions: CudaDriverFunctions;
  readonly #library: LibraryHandle;
  readonly #addresses = new Map<CudaFunctionName, bigint | undefined>();

  private constructor(library: LibraryHandle, path: string) {
    this.#library = library;
    this.path = path;
    this.functions = lazyFunctions(Object.keys(functionTable) as CudaFunctionName[], (name) =>
      this.#bind(name),
    ) as CudaDriverFunctions;
  }

  /**
   * Loads the library, once for the process; the backends use the same one.
   *
   * @throws HeddleError `UNAVAILABLE` if there is no NVIDIA driver
   */
  static load(): CudaDriver {
    const chosen = process.env[cuda.libraryVariable];
    const paths = chosen ? [chosen] : (cuda.libraryPaths[process.platform] ?? []);
    const key = paths.join('\n');
    let driver = loaded.get(key);
    if (!driver) {
      const found = loadFirst(paths);
      if ('failures' in found) {
        const reason = found.failures.find((failure) => !isAbsent(failure)) ?? found.failures[0];
        const message = `${cuda.library} did not load${reason ? `: ${reason.path}: ${reason.message}` : ''}`;
        throw new HeddleError('UNAVAILABLE', message, { status: 'NO_LIBRARY', hint: cuda.hints.noLibrary });
      }
      loaded.set(key, (driver = new CudaDriver(found.handle, found.path)));
    }
    return driver;
  }

  /** The CUDA version of the driver: 13000 is 13.0. */
  get version(): number {
    const version = new Int32Array(1);
    this.functions.cuDriverGetVersion(version);
    return version[0] ?? 0;
  }

  /** True if this driver has the function. */
  has(name: CudaFunctionName): boolean {
    return this.#addressOf(name) !== undefined;
  }

  #bind(name: CudaFunctionName): DriverCall<readonly unknown[]> {
    const [, , parameters] = functionTable[name];
    const address = this.#addressOf(name);
    const call = address === undefined ? () => this.#refuse(name) : foreignCall(address, parameters);
    const checked = (...args: readonly unknown[]): void => {
      const value = call(...args);
      if (value !== 0) throw statusError({ value, name: nameOf(value), text: this.#textOf(value) }, name);
    };
    return Object.assign(checked, { status: call });
  }

  // The symbol with its suffix is one form of the function and no other; what the library does not export may still
  // be had by asking it for that form.
  #addressOf(name: CudaFunctionName): bigint | undefined {
    if (!this.#addresses.has(name)) {
      const [symbol, since] = functionTable[name];
      this.#addresses.set(name, this.#exported(symbol) ?? this.#asked(symbol.replace(/_v\d+$/, ''), since));
    }
    return this.#addresses.get(name);
  }

  #exported(symbol: string): bigint | undefined {
    try {
      const address = this.#library.symbol(symbol) as bigint | null;
      return address === null || address === 0n ? undefined : BigInt(address);
    } catch {
      return undefined;
    }
  }

  #asked(name: string, since: number): bigint | undefined {
    const ask = this.#exported('cuGetProcAddress_v2');
    if (ask === undefined) return undefined;
    const [address, outcome] = [new BigUint64Array(1), new Int32Array(1)];
    const text = Buffer.from(`${name}\0`, 'utf8');
    const value = foreignCall(ask, 'p p i q p')(text, address, since, 0, outcome);
    return value === 0 && address[0] ? address[0] : undefined;
  }

  #refuse(name: CudaFunctionName): never {
    const [symbol, since] = functionTable[name];
    throw new HeddleError(
      'UNSUPPORTED',
      `${name} needs a driver of ${cuda.describeVersion(since)}; this one is ${cuda.describeVersion(this.version)}`,
      { call: symbol, hint: 'Upgrade the NVIDIA driver.' },
    );
  }

  #textOf(value: number): string {
    const text = new BigUint64Array(1);
    const found = this.functions.cuGetErrorString.status(value as CUresult, text) === 0 && text[0];
    return found ? koffi.decode.string(found) : 'the driver failed';
  }
}

const loaded = new Map<string, CudaDriver>();
const names = new Map(Object.entries(CUresult).map(([name, value]) => [value as number, name]));

function nameOf(value: number): string {
  return names.get(value) ?? `status ${value}`;
}
