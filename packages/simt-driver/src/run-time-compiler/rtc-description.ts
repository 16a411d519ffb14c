/**
 * What differs between NVRTC and hiprtc, as data. hiprtc copies NVRTC's interface: the functions that both have take the
 * same arguments under another prefix, and their results have the same numbers.
 */
import type { LibraryDescription } from '../library/vendor-library';

/** The functions that every run-time compiler has, without their prefix. Letters as in {@link LibraryDescription}. */
const commonSignatures = {
  Version: 'p p',
  CreateProgram: 'p p p i p p',
  DestroyProgram: 'p',
  CompileProgram: 'h i p',
  GetProgramLogSize: 'h p',
  GetProgramLog: 'h p',
  AddNameExpression: 'h s',
  GetLoweredName: 'h s p',
} as const;

type CommonFunction = keyof typeof commonSignatures;

const commonResults = [
  'SUCCESS',
  'ERROR_OUT_OF_MEMORY',
  'ERROR_PROGRAM_CREATION_FAILURE',
  'ERROR_INVALID_INPUT',
  'ERROR_INVALID_PROGRAM',
  'ERROR_INVALID_OPTION',
  'ERROR_COMPILATION',
  'ERROR_BUILTIN_OPERATION_FAILURE',
  'ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION',
  'ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION',
  'ERROR_NAME_EXPRESSION_NOT_VALID',
  'ERROR_INTERNAL_ERROR',
] as const;

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

/** The names of a library's functions: the common ones with their prefix, and its own. */
export type RtcFunctionName<Prefix extends string, Own> = `${Prefix}${CommonFunction}` | (keyof Own & string);

/** The names of a library's results: the common ones with their prefix, and its own. */
export type RtcResultName<Prefix extends string, Own extends string> =
  `${Uppercase<Prefix>}_${(typeof commonResults)[number]}` | Own;

/** A run-time compiler's library. */
export interface RtcDescription<Name extends string, Result extends string> extends LibraryDescription<Name> {
  /** Results by number; one that is not named is the 12th, the internal error. */
  readonly results: readonly Result[];
  /** A common function with the prefix of this library. */
  readonly named: (common: CommonFunction) => Name;
}

/** What a library has in common with no other. */
export interface RtcLibraryParts<Prefix extends string, Own extends Readonly<Record<string, string>>, Result> {
  /** The backend, for errors. */
  readonly backend: string;
  /** What it is called in messages: `NVRTC`. */
  readonly title: string;
  /** What the names of its functions begin with: `nvrtc`. */
  readonly prefix: Prefix;
  /** Functions that other libraries do not have, with what they take. */
  readonly functions: Own;
  /** Results after the twelve that all libraries have, in the order of their numbers. */
  readonly results: readonly Result[];
}

/** Describes a library by what it adds to the common functions and results. */
export function describeRtc<
  Prefix extends string,
  Own extends Readonly<Record<string, string>>,
  Result extends string = never,
>({
  backend,
  title,
  prefix,
  functions,
  results,
}: RtcLibraryParts<Prefix, Own, Result>): RtcDescription<RtcFunctionName<Prefix, Own>, RtcResultName<Prefix, Result>> {
  const named = (common: CommonFunction): `${Prefix}${CommonFunction}` => `${prefix}${common}`;
  const upper = prefix.toUpperCase() as Uppercase<Prefix>;
  const common = Object.entries(commonSignatures).map(([name, types]) => [named(name as CommonFunction), types]);
  return {
    backend,
    title,
    signatures: { ...(Object.fromEntries(common) as Record<`${Prefix}${CommonFunction}`, string>), ...functions },
    results: [...commonResults.map((name) => `${upper}_${name}` as const), ...results],
    named,
  };
}
