/** Errors that are thrown at another place than where they occurred, and perhaps more than once. */
import { HeddleError, isHeddleError } from '@heddle/core';
import { errorDetails } from '@heddle/core/backend';

/**
 * A copy of an error with a stack of its own; the original is its cause.
 *
 * @param operation - put before the message if the message does not begin with it
 */
export function rewrapError(error: unknown, operation?: string): unknown {
  if (!isHeddleError(error)) return error;
  // The message ends with the excerpt and the hint. The new error appends them again.
  let { message } = error;
  for (const part of [error.hint, error.excerpt]) {
    if (part !== undefined && message.endsWith(`\n${part}`)) message = message.slice(0, -part.length - 1);
  }
  const prefix = operation === undefined || message.startsWith(operation) ? '' : `${operation}: `;
  return new HeddleError(error.code, prefix + message, { ...errorDetails(error), cause: error });
}
