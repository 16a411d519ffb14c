/** Options as a caller gave them: an object, with no names but those that mean something. */
import { describe } from './describe';
import { argumentError, type HeddleError } from '../errors';
import { didYouMean, nearestNames } from './nearest-names';

/** The names of all options of a type. If an option is added to the type, this does not compile until it is named. */
export function optionNames<T extends object>(names: Readonly<Record<keyof T, true>>): readonly string[] {
  return Object.keys(names);
}

/**
 * Refuses unknown options: with a misspelt one, the program would go on without what it asked for.
 *
 * @param operation - the function that takes the options, as its caller knows it
 * @param names - the options there are
 * @throws HeddleError `ARGUMENT` if the value is not an object of options, and for unknown options
 */
export function assertOptions(operation: string, given: unknown, names: readonly string[]): void {
  assertOptionsObject(operation, given);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || names.includes(name)) continue;
    throw isInstance(given) ? notOptions(operation, given) : noSuchOption(operation, name, names);
  }
}

/**
 * For options whose names someone else knows.
 *
 * @throws HeddleError `ARGUMENT` if the value is not an object of options
 */
export function assertOptionsObject(operation: string, given: unknown): asserts given is object {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || ArrayBuffer.isView(given)) {
    throw notOptions(operation, given);
  }
  if (Object.keys(given).length === 0 && isInstance(given)) throw notOptions(operation, given);
}

/** A stream, a buffer or an array in the place of options is a wrong call, not an object with misspelt options. */
function isInstance(given: object): boolean {
  // The constructor of another realm's plain objects is another `Object`. Objects without a prototype have none.
  const constructor: unknown = given.constructor;
  return typeof constructor === 'function' && constructor.name !== 'Object';
}

/** The error for a value in the place of options that is not an object of options. */
export function notOptions(operation: string, given: unknown): HeddleError {
  return argumentError(`${operation}: options are an object, not ${describe(given)}`, {
    parameter: 'options',
    hint: 'Leave them out, or pass {}.',
  });
}

function noSuchOption(operation: string, name: string, names: readonly string[]): Error {
  const begun = names.filter((each) => each.startsWith(name) || name.startsWith(each));
  const near = begun.length > 0 ? begun : nearestNames(name, names);
  return argumentError(`${operation} has no option '${name}'`, {
    parameter: name,
    hint: didYouMean(near, names.length > 0 ? `Its options are ${names.join(', ')}.` : 'It takes no options.'),
  });
}
