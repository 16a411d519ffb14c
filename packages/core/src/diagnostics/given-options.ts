/** Options as a caller gave them: an object, with no names but those that mean something. */
import { describe } from './describe';
import { argumentError, type HeddleError } from '../errors';
import { didYouMean, nearestNames } from './nearest-names';

/**
 * A misspelt option must not be passed over: the program would go on without what it asked for.
 *
 * @param operation - the function that takes the options, as its caller knows it
 * @param names - the options there are
 * @throws HeddleError `ARGUMENT` for what is not an object of options, and for an option that does not exist
 */
export function assertOptions(operation: string, given: unknown, names: readonly string[]): void {
  assertOptionsObject(operation, given);
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !names.includes(name)) throw noSuchOption(operation, name, names);
  }
}

/**
 * For options whose names someone else knows.
 *
 * @throws HeddleError `ARGUMENT` for what is not an object of options
 */
export function assertOptionsObject(operation: string, given: unknown): asserts given is object {
  if (typeof given === 'object' && given !== null && !Array.isArray(given) && !ArrayBuffer.isView(given)) return;
  throw notOptions(operation, given);
}

/** The error for what is not an object of options. */
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
    hint: didYouMean(near, `Its options are ${names.join(', ')}.`),
  });
}
