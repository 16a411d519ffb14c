/** What every operation asks of its options before it reads them. */
import { assertOptions as assertNames, assertOptionsObject as assertObject, notOptions } from '@heddle/core/backend';

/** The names of all options of a type: one that is added to the type has to be added where this is called. */
export function optionNames<T extends object>(names: Readonly<Record<keyof T, true>>): readonly string[] {
  return Object.keys(names);
}

/**
 * A misspelt option must not be passed over: the program would go on without what it asked for.
 *
 * @param names - the options there are
 * @throws HeddleError `ARGUMENT` if the value is not an object of options, and for unknown options
 */
export function assertOptions(operation: string, options: object, names: readonly string[]): void {
  refuseArrays(operation, options);
  assertNames(operation, options, names);
}

/**
 * For options whose names are not known yet, or are the user's.
 *
 * @throws HeddleError `ARGUMENT` if the value is not an object of options
 */
export function assertOptionsObject(operation: string, options: object): void {
  refuseArrays(operation, options);
  assertObject(operation, options);
}

// An array where options belong is a wrong call, not an object with misspelt options.
function refuseArrays(operation: string, options: unknown): void {
  if (typeof options !== 'object' || options === null || !('strides' in options)) return;
  throw notOptions(operation, options);
}
