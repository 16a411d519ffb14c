/** The result of a user's function that must answer at once. */
import { argumentError } from '@heddle/core/backend';

/**
 * Returns the answer, unless it is a promise, whose value is not known yet.
 *
 * @param what - whose answer it is, as a sentence about it begins
 * @throws HeddleError `ARGUMENT` for a promise
 */
export function synchronousAnswer<T>(answer: T, what: string, parameter: string): T {
  if (typeof answer !== 'object' || answer === null || !('then' in answer)) return answer;
  // Nobody waits for it: that it fails must not end the process.
  Promise.resolve(answer).catch(() => undefined);
  throw argumentError(`${what} gives a promise.`, {
    parameter,
    hint: 'What it gives is needed at once: make it a function that is not async.',
  });
}
