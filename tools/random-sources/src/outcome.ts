/** What came of compiling and launching a random source. */
import { isHeddleError } from '@heddle/core';

export type Outcome =
  | { readonly kind: 'agrees' }
  /** The caller is asked for an explicit signature. */
  | { readonly kind: 'asks'; readonly what: string }
  /** The kernel has received something else, or its compiler says so. */
  | { readonly kind: 'differs'; readonly what: string }
  /** The source itself is wrong, or the compiler is. */
  | { readonly kind: 'fails'; readonly what: string };

/** The outcome that an error is: of a reader that gives up where it may, or a failure. */
export function outcomeOf(error: unknown): Outcome {
  if (!isHeddleError(error)) return { kind: 'fails', what: String((error as Error).stack ?? error) };
  const { code, message, hint = '', log = '' } = error;
  const what = [`${code}: ${message}`, hint, log.slice(0, 1500)].filter((line) => line !== '').join('\n');
  if (code !== 'ARGUMENT') return { kind: 'fails', what };
  return { kind: hint.includes('signature') && !message.includes('for the compiler') ? 'asks' : 'differs', what };
}
