/** Values that depend on the configuration: numbers, expressions, functions. */
import { argumentError } from '@heddle/core/backend';
import { compileExpression } from '../expression';
import { userFailure } from '../options';
import type { Configuration } from '../space';
import { synchronousAnswer } from '../space/synchronous-answer';

export type ConfigurationNumber = (configuration: Configuration) => number;

/**
 * A number, an expression in the parameters, or a function, as a function.
 *
 * @param what - the option's name, for errors
 * @throws HeddleError `ARGUMENT` for an unknown name; when called, for a value that is not a number
 */
export function numberOf(
  value: number | string | ((configuration: never) => unknown),
  names: readonly string[],
  what: string,
): ConfigurationNumber {
  if (typeof value === 'number') return () => value;
  if (typeof value === 'string') {
    const expression = compileExpression(value, { names, what });
    return (configuration) => expression.evaluateNumber(configuration);
  }
  return (configuration) => callForNumber(value as (configuration: Configuration) => unknown, configuration, what);
}

function callForNumber(
  compute: (configuration: Configuration) => unknown,
  configuration: Configuration,
  what: string,
): number {
  const result = callUser(compute, configuration, what);
  if (typeof result === 'number' && !Number.isNaN(result)) return result;
  throw argumentError(`${what} gave ${String(result)} for ${JSON.stringify(configuration)}; it must give a number`, {
    parameter: what,
  });
}

/** Calls a user's function; what it throws is reported with the configuration. */
export function callUser<T>(call: (configuration: Configuration) => T, configuration: Configuration, what: string): T {
  let answer: T;
  try {
    answer = call(configuration);
  } catch (cause) {
    throw userFailure(what, cause, { parameter: what, values: configuration });
  }
  return synchronousAnswer(answer, what, what);
}
