/** Comparing configurations by several objectives at once. All objectives are to be minimised. */

/** True if `a` is at least as good as `b` in every objective, and better in one. */
export function dominates(a: readonly number[], b: readonly number[]): boolean {
  let better = false;
  for (let at = 0; at < a.length; at++) {
    const [mine, other] = [a[at] ?? Infinity, b[at] ?? Infinity];
    if (mine > other) return false;
    better ||= mine < other;
  }
  return better;
}

/** Places of the points that no other dominates. Points with an objective that is not finite are left out. */
export function paretoFront(points: readonly (readonly number[])[]): number[] {
  return points.flatMap((point, at) => {
    const isDominated = !point.every(Number.isFinite) || points.some((other) => dominates(other, point));
    return isDominated ? [] : [at];
  });
}

/**
 * Fast non-dominated sorting (Deb, Pratap, Agarwal and Meyarivan, 2002): places of the points in fronts, each
 * dominated only by the ones before it.
 */
export function paretoFronts(points: readonly (readonly number[])[]): number[][] {
  const dominated = points.map((point) => points.flatMap((other, at) => (dominates(point, other) ? [at] : [])));
  const dominators = points.map(() => 0);
  for (const list of dominated) for (const at of list) dominators[at] = (dominators[at] ?? 0) + 1;
  const fronts: number[][] = [];
  let front = points.flatMap((_, at) => (dominators[at] === 0 ? [at] : []));
  while (front.length > 0) {
    fronts.push(front);
    const next: number[] = [];
    for (const at of front) {
      for (const other of dominated[at] ?? []) {
        const left = (dominators[other] ?? 0) - 1;
        dominators[other] = left;
        if (left === 0) next.push(other);
      }
    }
    front = next;
  }
  return fronts;
}
