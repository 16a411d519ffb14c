/** A vendor's library of plain C functions, loaded: each is bound when it is first used. */
import { statSync } from 'node:fs';
import type { LibraryHandle } from 'koffi';
import { HeddleError } from '@heddle/core';
import { foreignTypesOf, type HostPointer } from '../symbols/signatures';
import type { LoadedLibrary } from './load-library';

/** A function of the library. Gives its result as a number. */
export interface VendorFunction {
  (...args: readonly (HostPointer | string)[]): number;
  async(...args: readonly unknown[]): void;
}

/** What a library is called, and what its functions take. */
export interface LibraryDescription<Name extends string> {
  /** The backend, for errors. */
  readonly backend: string;
  /** What it is called in messages: `NVRTC`. */
  readonly title: string;
  /**
   * Functions with what they take. Letters: `p` memory of the host, `h` a handle, `s` text read during the call, `i`
   * int, `z` size_t.
   */
  readonly signatures: Readonly<Record<Name, string>>;
  /** Where older versions have a function under another symbol: that symbol. */
  readonly oldSymbol?: (name: Name) => string;
}

export abstract class VendorLibrary<Name extends string> {
  readonly path: string;
  /** The version, by which messages tell the library from others. */
  abstract readonly version: { readonly major: number; readonly minor: number };
  readonly #handle: LibraryHandle;
  readonly #library: LibraryDescription<Name>;
  readonly #functions = new Map<Name, VendorFunction>();
  #identity: string | undefined;

  protected constructor(library: LibraryDescription<Name>, { handle, path }: LoadedLibrary) {
    this.#library = library;
    this.#handle = handle;
    this.path = path;
  }

  /** Everything about the library that changes its output. */
  get identity(): string {
    return (this.#identity ??= [
      `${this.#library.title.toLowerCase()} ${this.version.major}.${this.version.minor}`,
      this.path,
      fileFacts(this.path),
    ].join(' '));
  }

  /** True if this version has the function. */
  has(name: Name): boolean {
    return this.#symbolOf(name) !== undefined;
  }

  /** A function by its name. @throws HeddleError `UNSUPPORTED` if this version lacks it */
  function(name: Name): VendorFunction {
    let bound = this.#functions.get(name);
    if (!bound) {
      const types = foreignTypesOf(this.#library.signatures[name]);
      bound = this.#handle.func(this.#neededSymbol(name), 'int', types) as VendorFunction;
      this.#functions.set(name, bound);
    }
    return bound;
  }

  /** Address of a function, for those who call it from native code. @throws HeddleError `UNSUPPORTED` as `function` */
  addressOf(name: Name): bigint {
    return BigInt(this.#handle.symbol(this.#neededSymbol(name)) as bigint);
  }

  #neededSymbol(name: Name): string {
    const symbol = this.#symbolOf(name);
    if (symbol !== undefined) return symbol;
    const { backend, title } = this.#library;
    const { major, minor } = this.version;
    throw new HeddleError('UNSUPPORTED', `${title} ${major}.${minor} has no ${name}`, { backend, call: name });
  }

  #symbolOf(name: Name): string | undefined {
    const old = this.#library.oldSymbol?.(name);
    return [name, ...(old === undefined ? [] : [old])].find((symbol) => this.#exports(symbol));
  }

  #exports(symbol: string): boolean {
    try {
      return this.#handle.symbol(symbol) !== null;
    } catch {
      return false;
    }
  }
}

function fileFacts(path: string): string {
  try {
    const { size, mtimeMs } = statSync(path);
    return `${size} ${mtimeMs}`;
  } catch {
    // Found by the loader under a bare name: the version must do.
    return '';
  }
}
