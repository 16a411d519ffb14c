/** Names that someone may have meant. */

/**
 * The candidates nearest to a name by edit distance, nearest first, at most three; none that differs in more than a
 * third of its letters.
 */
export function nearestNames(name: string, candidates: readonly string[]): string[] {
  // Enough for any real name; longer ones would make the search slow.
  if (name.length > 200) return [];
  const limit = Math.max(2, Math.floor(name.length / 3));
  return candidates
    .slice(0, 1000)
    .filter((candidate) => Math.abs(candidate.length - name.length) <= limit)
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** The hint of an error about an unknown name: which were likely meant, or else what may be said instead. */
export function didYouMean<Otherwise extends string | undefined>(
  near: readonly string[],
  otherwise: Otherwise,
): string | Otherwise {
  const quoted = near.map((name) => `'${name}'`);
  const last = quoted.pop();
  if (last === undefined) return otherwise;
  return `Did you mean ${quoted.length > 0 ? `${quoted.join(', ')} or ${last}` : last}?`;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(replaced, (previous[j] as number) + 1, (row[j - 1] as number) + 1);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1) {
        least = Math.min(least, (beforePrevious[j - 2] as number) + 1);
      }
      row.push(least);
    }
    beforePrevious = previous;
    previous = row;
  }
  return previous[b.length] as number;
}
