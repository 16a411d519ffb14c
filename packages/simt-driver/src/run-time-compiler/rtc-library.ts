/** A run-time compiler's library, loaded. */
import { HeddleError } from '@heddle/core';
import { isAbsent, type LoadedLibrary, type LoadFailure } from '../library/load-library';
import { VendorLibrary, type VendorFunction } from '../library/vendor-library';
import type { HostPointer } from '../symbols/signatures';
import { rtcResult, type RtcDescription } from './rtc-description';

/** A function of the library. Gives its result as a number. */
export type RtcFunction = VendorFunction;

export class RtcLibrary<Name extends string, Result extends string> extends VendorLibrary<Name> {
  readonly description: RtcDescription<Name, Result>;
  readonly version: { readonly major: number; readonly minor: number };

  constructor(description: RtcDescription<Name, Result>, loaded: LoadedLibrary) {
    super(description, loaded);
    this.description = description;
    const [major, minor] = [new Int32Array(1), new Int32Array(1)];
    this.call(description.named('Version'), major, minor);
    this.version = { major: major[0] ?? 0, minor: minor[0] ?? 0 };
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
