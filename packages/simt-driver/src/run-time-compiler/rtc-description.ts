/**
 * What differs between NVRTC and hiprtc, as data. Their functions take the same under other names, and their results
 * have the same numbers.
 */

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
export interface RtcDescription<Name extends string, Result extends string> {
  /** The backend, for errors. */
  readonly backend: string;
  /** What the compiler is called in messages: `NVRTC`. */
  readonly title: string;
  /**
   * Functions with what they take. Letters: `p` memory of the host, `h` a program handle, `s` text read during the
   * call, `i` int, `z` size_t.
   */
  readonly signatures: Readonly<Record<Name, string>>;
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
