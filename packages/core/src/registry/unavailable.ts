/** The answer of a probe that has failed. */
import { isHeddleError } from '../errors';
import type { Unavailable } from '../spi/backend';

/** Turns an error into a probe's answer, with reason and hint. */
export function unavailable(error: unknown): Unavailable {
  if (!isHeddleError(error)) return { available: false, reason: String(error), hint: '' };
  const { message, hint = '' } = error;
  // The hint is the last line of the message.
  return { available: false, reason: message.replace(`\n${hint}`, ''), hint };
}
