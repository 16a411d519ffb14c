/** The name that someone may have meant. */
import { didYouMean, nearestNames } from '@heddle/core/backend';

/** `Did you mean 'x'?`, or what there is. */
export function suggestion(name: string, candidates: readonly string[]): string {
  const all = candidates.length === 0 ? 'There are none.' : `There are ${candidates.join(', ')}.`;
  const near = nearestNames(name, candidates).slice(0, 1);
  // A name that was cut short is far from all by its letters.
  const begun = candidates.filter((candidate) => name.length > 2 && candidate.startsWith(name)).slice(0, 3);
  return didYouMean(near.length > 0 ? near : begun, all);
}
