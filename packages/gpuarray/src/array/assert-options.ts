/** What every operation asks of its options before it reads them. */
import { argumentError, describe, nearestNames } from '@heddle/core';

/** The names of all options of a type: one that is added to the type has to be added where this is called. */
export function optionNames<T extends object>(names: Readonly<Record<keyof T, true>>): readonly string[] {
  return Object.keys(names);
}

/**
 * A misspelt option must not be passed over: the program would go on without what it asked for.
 *
 * @param names - the options there are
 * @throws HeddleError `ARGUMENT` for what is no object of options, and for an option that does not exist
 */
export function assertOptions(operation: string, options: object, names: readonly string[]): void {
  assertOptionsObject(operation, options);
  for (const name of Object.keys(options)) {
    if (names.includes(name) || (options as Readonly<Record<string, unknown>>)[name] === undefined) continue;
    throw noSuchOption(operation, name, names);
  }
}

/**
 * For options whose names are yet to be told, or someone else's.
 *
 * @throws HeddleError `ARGUMENT` for what is no object of options
 */
export function assertOptionsObject(operation: string, options: object): void {
  if (typeof options === 'object' && options !== null && !Array.isArray(options) && !('strides' in options)) return;
  throw argumentError(`${operation}: options are an object, not ${describe(options)}`, {
    parameter: 'options',
    hint: 'Leave them out, or pass {}.',
  });
}

function noSuchOption(operation: string, name: string, names: readonly string[]): Error {
  const begun = names.filter((each) => each.startsWith(name) || name.startsWith(each));
  const near = begun.length > 0 ? begun : nearestNames(name, names);
  return argumentError(`${operation} has no option '${name}'`, {
    parameter: name,
    hint:
      near.length > 0
        ? `Did you mean ${near.map((each) => `'${each}'`).join(' or ')}?`
        : `Its options are ${names.join(', ')}.`,
  });
}
