/** What a function of the user threw, as an error of ours: whichever function it was, it is told in one way. */
import { argumentError, type HeddleError } from '@heddle/core';

/** More about a failure. */
export interface UserFailureFacts {
  /** The option that gave the function. */
  readonly parameter: string;
  /** What it was called for: a configuration, say. */
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
