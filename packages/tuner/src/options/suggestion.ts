/** The name that someone may have meant. */
import { didYouMean, nearestNames } from '@heddle/core';

/** `Did you mean 'x'?`, or what there is. */
export function suggestion(name: string, candidates: readonly string[]): string {
  const all = candidates.length === 0 ? 'There are none.' : `There are ${candidates.join(', ')}.`;
  return didYouMean(nearestNames(name, candidates).slice(0, 1), all);
}
