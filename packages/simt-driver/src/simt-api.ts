/** A vendor's driver library, loaded: its functions, what its statuses are called, and where it came from. */
import koffi, { type LibraryHandle } from 'koffi';
import { HeddleError } from '@heddle/core';
import { driverFunctions, symbolResolver, type DriverFunctions, type SymbolResolver } from './library/foreign-function';
import { isAbsent, loadFirst } from './library/load-library';
import type { VolumeCopyForm } from './memory/volume-copy';
import { statusError, type NamedStatus } from './status';
import type { ArgumentsOf, FunctionName } from './symbols/signatures';
import type { Vendor } from './symbols/vendor';

export class SimtApi {
  readonly vendor: Vendor;
  /** Where the library was found. */
  readonly path: string;
  readonly functions: DriverFunctions;
  readonly #library: LibraryHandle;
  readonly #symbolOf: SymbolResolver;
  #version: number | undefined;

  private constructor(vendor: Vendor, library: LibraryHandle, path: string) {
    this.vendor = vendor;
    this.path = path;
    this.#library = library;
    this.#symbolOf = symbolResolver(library, vendor.functions);
    this.functions = driverFunctions(library, this.#symbolOf, vendor.library, vendor.lastArguments);
  }

  /**
   * Loads a vendor's library, once for the process.
   *
   * @throws HeddleError `UNAVAILABLE` saying whether it is absent or failed to load
   */
  static load(vendor: Vendor): SimtApi {
    const chosen = process.env[vendor.libraryVariable];
    const paths = chosen ? [chosen] : (vendor.libraryPaths[process.platform] ?? []);
    const key = JSON.stringify([vendor.library, paths]);
    let api = loaded.get(key);
    if (!api) {
      const found = loadFirst(paths);
      if ('failures' in found) throw notLoaded(vendor, found.failures);
      api = new SimtApi(vendor, found.handle, found.path);
      loaded.set(key, api);
    }
    return api;
  }

  /** The driver's version as the vendor counts it. */
  get version(): number {
    return (this.#version ??= this.#readVersion());
  }

  /** The struct by which this version copies volumes. */
  get volumeCopy(): VolumeCopyForm {
    return this.vendor.volumeCopy(this.version);
  }

  /** True if the library has the function. */
  has(name: FunctionName): boolean {
    return this.#symbolOf(name) !== undefined;
  }

  /** What the vendor calls a function, for messages. */
  symbolOf(name: FunctionName): string {
    return this.#symbolOf(name) ?? name;
  }

  /** Address of a function, for those who call it from native code. */
  addressOf(name: FunctionName): bigint {
    const symbol = this.#symbolOf(name);
    if (symbol === undefined)
      throw new HeddleError('UNSUPPORTED', `${this.vendor.library} has no function for ${name}`);
    return BigInt(this.#library.symbol(symbol) as bigint);
  }

  /** Calls a function of the library. @throws HeddleError for a status other than success */
  call<Name extends FunctionName>(name: Name, ...args: ArgumentsOf<Name>): void {
    const call = this.functions[name] as unknown as (...args: readonly unknown[]) => number;
    const value = call(...args);
    if (value !== 0) throw statusError(this.nameStatus(value), this.symbolOf(name));
  }

  /**
   * The same on a worker thread. No context is current there.
   *
   * @returns the status
   */
  statusAsync<Name extends FunctionName>(name: Name, ...args: ArgumentsOf<Name>): Promise<number> {
    const onWorker = (this.functions[name] as unknown as { async: (...args: readonly unknown[]) => void }).async;
    return new Promise((resolve, reject) => {
      inFlight.add(args);
      onWorker(...args, (error: Error | null, value: number) => {
        inFlight.delete(args);
        if (error) reject(error);
        else resolve(value);
      });
    });
  }

  /** What the driver calls a status. */
  nameStatus(value: number): NamedStatus {
    return {
      value,
      name: this.#statusText('errorName', value) ?? `status ${value}`,
      text: this.#statusText('errorText', value) ?? 'the driver failed',
      ...(this.vendor.statusCodes?.[value] === undefined ? {} : { code: this.vendor.statusCodes[value] }),
    };
  }

  #readVersion(): number {
    const version = new Int32Array(1);
    this.call('driverVersion', version);
    return version[0] ?? 0;
  }

  #statusText(name: 'errorName' | 'errorText', value: number): string | undefined {
    const symbol = this.#symbolOf(name);
    if (symbol === undefined) return undefined;
    if (this.vendor.errorNameStyle === 'returned') {
      return this.#library.func(symbol, 'str', ['int'])(value) as string | undefined;
    }
    const text = new BigUint64Array(1);
    if (this.functions[name](value, text) !== 0 || !text[0]) return undefined;
    return koffi.decode.string(text[0]);
  }
}

const loaded = new Map<string, SimtApi>();
/** Arguments of calls on worker threads: foreign code reads and writes memory that nothing else keeps alive. */
const inFlight = new Set<readonly unknown[]>();

function notLoaded(
  vendor: Vendor,
  failures: readonly { readonly path: string; readonly message: string }[],
): HeddleError {
  // A library that is there and does not load is the interesting one.
  const broken = failures.filter((failure) => !isAbsent(failure));
  const reason =
    broken.length > 0
      ? `failed to load: ${broken.map(({ path, message }) => `${path}: ${message}`).join('; ')}`
      : failures.length > 0
        ? `is not installed (tried ${failures.map(({ path }) => path).join(', ')})`
        : `does not exist for ${process.platform}`;
  return new HeddleError('UNAVAILABLE', `${vendor.library} ${reason}`, {
    status: broken.length > 0 ? 'LIBRARY_BROKEN' : 'NO_LIBRARY',
    hint: vendor.hints.noLibrary,
  });
}
