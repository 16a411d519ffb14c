/** Wraps an exception of a user's function in our error, in the same way for every function. */
import type { HeddleError } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';

/** More about a failure. */
export interface UserFailureFacts {
  /** The option that gave the function. */
  readonly parameter: string;
  /** The argument of the call, such as a configuration. */
  readonly values?: unknown;
  /** What to do about it. */
  readonly hint?: string;
}

/**
 * The error for what a function of the user threw.
 *
 * @param what - whose function it is, as the message begins: `gridDivX`, `the metric GB/s`
 */
export function userFailure(what: string, cause: unknown, facts: UserFailureFacts): HeddleError {
  const { parameter, values, hint } = facts;
  const occasion = values === undefined ? '' : ` for ${JSON.stringify(values)}`;
  return argumentError(`${what} failed${occasion}: ${String(cause)}`, {
    parameter,
    ...(hint === undefined ? {} : { hint }),
    cause,
  });
}
