/** Errors across a process boundary: what a clone would lose, as plain data. */
import { HeddleError, isHeddleError } from '@heddle/core';
import { errorDetails } from '@heddle/core/backend';
import type { PlainError } from './protocol';

export function toPlainError(error: unknown): PlainError {
  if (!isHeddleError(error)) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { message, code: undefined, details: {} };
  }
  return { message: error.message, code: error.code, details: { ...errorDetails(error) } };
}

export function fromPlainError({ message, code, details }: PlainError): Error {
  if (code === undefined) return new Error(message);
  // The message holds the excerpt and the hint already; giving them as details would print them twice.
  const { excerpt, hint, ...rest } = details;
  const error = new HeddleError(code, message, rest);
  for (const [key, value] of Object.entries({ excerpt, hint })) {
    if (value !== undefined) Object.defineProperty(error, key, { value, enumerable: true });
  }
  return error;
}
