/** The name that someone may have meant. */

/** The candidate nearest to a name by edit distance; undefined where none is near. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  let nearest: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least) [least, nearest] = [distance, candidate];
  }
  return nearest;
}

/** `Did you mean x?`, or what there is. */
export function suggestion(name: string, candidates: readonly string[]): string {
  const nearest = nearestName(name, candidates);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  return candidates.length === 0 ? 'There are none.' : `There are ${candidates.join(', ')}.`;
}

/** Insertions, deletions and replacements that turn one text into the other (Wagner and Fischer, 1974). */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
