/** The name that someone may have meant. */
import { nearestNames } from '@heddle/core';

/** `Did you mean x?`, or what there is. */
export function suggestion(name: string, candidates: readonly string[]): string {
  const [nearest] = nearestNames(name, candidates);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  return candidates.length === 0 ? 'There are none.' : `There are ${candidates.join(', ')}.`;
}
