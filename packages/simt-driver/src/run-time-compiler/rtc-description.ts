/**
 * What differs between NVRTC and hiprtc, as data. Their functions take the same under other names, and their results
 * have the same numbers.
 */
import type { LibraryDescription } from '../library/vendor-library';

/** The functions by which a program is made, by what they do. */
export interface ProgramFunctions<Name extends string> {
  readonly create: Name;
  readonly destroy: Name;
  readonly compile: Name;
  readonly addNameExpression: Name;
  readonly loweredName: Name;
  readonly logSize: Name;
  readonly log: Name;
}

/** A run-time compiler's library. */
export interface RtcDescription<Name extends string, Result extends string> extends LibraryDescription<Name> {
  /** Results by number; one that is not named is the 12th, the internal error. */
  readonly results: readonly Result[];
  readonly versionFunction: Name;
  readonly program: ProgramFunctions<Name>;
}

/** Results by what they mean, as places in {@link RtcDescription.results}. */
export const rtcResult = {
  success: 0,
  outOfMemory: 1,
  invalidInput: 3,
  invalidOption: 5,
  compilation: 6,
  nameNotValid: 10,
  internal: 11,
} as const;
