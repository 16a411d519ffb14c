/** A run-time compiler's library, loaded: its functions, bound when first used. */
import { statSync } from 'node:fs';
import type { LibraryHandle } from 'koffi';
import { HeddleError } from '@heddle/core';
import { isAbsent, type LoadedLibrary, type LoadFailure } from '../library/load-library';
import type { HostPointer } from '../symbols/signatures';
import { rtcResult, type RtcDescription } from './rtc-description';

/** A function of the library. Gives its result as a number. */
export interface RtcFunction {
  (...args: readonly (HostPointer | string)[]): number;
  async(...args: readonly unknown[]): void;
}

const foreignTypes: Readonly<Record<string, string>> = { p: 'void *', h: 'uint64_t', s: 'str', i: 'int', z: 'size_t' };

export class RtcLibrary<Name extends string, Result extends string> {
  readonly description: RtcDescription<Name, Result>;
  readonly path: string;
  readonly version: { readonly major: number; readonly minor: number };
  readonly #handle: LibraryHandle;
  readonly #functions = new Map<Name, RtcFunction>();
  #identity: string | undefined;

  constructor(description: RtcDescription<Name, Result>, { handle, path }: LoadedLibrary) {
    this.description = description;
    this.#handle = handle;
    this.path = path;
    const [major, minor] = [new Int32Array(1), new Int32Array(1)];
    this.call(description.versionFunction, major, minor);
    this.version = { major: major[0] ?? 0, minor: minor[0] ?? 0 };
  }

  /** Everything about the library that changes its output. */
  get identity(): string {
    return (this.#identity ??= [
      `${this.description.title.toLowerCase()} ${this.version.major}.${this.version.minor}`,
      this.path,
      fileFacts(this.path),
    ].join(' '));
  }

  /** True where this version has the function. */
  has(name: Name): boolean {
    try {
      return this.#handle.symbol(name) !== null;
    } catch {
      return false;
    }
  }

  /** A function by its name. @throws HeddleError `UNSUPPORTED` where this version lacks it */
  function(name: Name): RtcFunction {
    let bound = this.#functions.get(name);
    if (!bound) {
      const { backend, title, signatures } = this.description;
      if (!this.has(name)) {
        const { major, minor } = this.version;
        throw new HeddleError('UNSUPPORTED', `${title} ${major}.${minor} has no ${name}`, { backend, call: name });
      }
      const types = signatures[name].split(' ').map((letter) => foreignTypes[letter] ?? 'void *');
      bound = this.#handle.func(name, 'int', types) as RtcFunction;
      this.#functions.set(name, bound);
    }
    return bound;
  }

  /** Address of a function, for those who call it from native code. */
  addressOf(name: Name): bigint {
    return BigInt(this.#handle.symbol(name) as bigint);
  }

  /** Calls a function. @returns its result by name */
  result(name: Name, ...args: readonly (HostPointer | string)[]): Result {
    return resultNameOf(this.description, this.function(name)(...args));
  }

  /** Calls a function. @throws HeddleError for a result other than success */
  call(name: Name, ...args: readonly (HostPointer | string)[]): void {
    const value = this.function(name)(...args);
    if (value !== rtcResult.success) throw rtcError(this.description, name, resultNameOf(this.description, value));
  }
}

/** A result by its name. */
export function resultNameOf<Result extends string>(
  { results }: Pick<RtcDescription<string, Result>, 'results'>,
  value: number,
): Result {
  return (results[value] ?? results[rtcResult.internal]) as Result;
}

/** The error for a failed call that is not about the source. */
export function rtcError<Name extends string, Result extends string>(
  { backend, results }: Pick<RtcDescription<Name, Result>, 'backend' | 'results'>,
  call: Name,
  status: Result,
): HeddleError {
  const code =
    status === results[rtcResult.outOfMemory]
      ? 'OUT_OF_MEMORY'
      : status === results[rtcResult.invalidInput]
        ? 'ARGUMENT'
        : 'UNSUPPORTED';
  return new HeddleError(code, `${call} failed: ${status}`, { backend, call, status });
}

/** The error for a library that none of the places has. */
export function rtcNotLoaded(
  backend: string,
  name: string,
  hint: string,
  failures: readonly LoadFailure[],
): HeddleError {
  const broken = failures.filter((failure) => !isAbsent(failure));
  const reason =
    broken.length > 0
      ? `${name} failed to load: ${broken.map(({ path, message }) => `${path}: ${message}`).join('; ')}`
      : `${name} is not installed (tried ${failures.map(({ path }) => path).join(', ')})`;
  return new HeddleError('UNAVAILABLE', reason, {
    backend,
    status: broken.length > 0 ? 'LIBRARY_BROKEN' : 'NO_LIBRARY',
    hint,
  });
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
