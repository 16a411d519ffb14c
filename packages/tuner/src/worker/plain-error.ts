/** Errors across a process boundary: what a clone would lose, as plain data. */
import { HeddleError, isHeddleError } from '@heddle/core';
import type { PlainError } from './protocol';

const carried = [
  'backend',
  'call',
  'status',
  'resource',
  'requested',
  'max',
  'parameter',
  'kernel',
  'log',
  'excerpt',
] as const;

export function toPlainError(error: unknown): PlainError {
  if (!isHeddleError(error)) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { message, code: undefined, details: {} };
  }
  const details: Record<string, unknown> = {};
  for (const name of carried) if (error[name] !== undefined) details[name] = error[name];
  return { message: error.message, code: error.code, details };
}

export function fromPlainError({ message, code, details }: PlainError): Error {
  if (code === undefined) return new Error(message);
  // The message holds the excerpt and the hint already; giving the excerpt as a detail would print it twice.
  const { excerpt, ...rest } = details;
  const error = new HeddleError(code, message, rest);
  if (excerpt !== undefined) Object.defineProperty(error, 'excerpt', { value: excerpt, enumerable: true });
  return error;
}
