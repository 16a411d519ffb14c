/** Searches in a component's sorted rows, which are walked like a trie: agreeing rows stand together. */
import type { Component } from './component';

/** Steps after which a search for the nearest row takes the best one found. */
const nearestSteps = 500;

/** Rows whose values all lie in the given ranges, both ends included. */
export function rowsWithin(
  component: Component,
  rangeAt: (position: number) => readonly [low: number, high: number],
): number[] {
  const rows: number[] = [];
  const walk = (position: number, first: number, end: number): void => {
    if (position === component.order.length) {
      rows.push(first);
      return;
    }
    const [low, high] = rangeAt(position);
    let from = first;
    while (from < end) {
      const value = component.valueAt(from, position);
      if (value > high) return;
      const [start, stop] = component.narrowed(from, end, position, Math.max(value, low));
      if (start < stop) walk(position + 1, start, stop);
      from = Math.max(start, stop);
    }
  };
  walk(0, 0, component.size);
  return rows;
}

/** The rows at the least distance from a row, itself excluded; distance is the sum of places over the values. */
export function closestRows(component: Component, row: number): { readonly distance: number; readonly rows: number[] } {
  const own = component.order.map((_, position) => component.valueAt(row, position));
  let least = Infinity;
  let rows: number[] = [];
  for (let other = 0; other < component.size; other++) {
    if (other === row) continue;
    let distance = 0;
    for (let position = 0; position < own.length && distance <= least; position++) {
      distance += Math.abs(component.valueAt(other, position) - (own[position] ?? 0));
    }
    if (distance < least) [least, rows] = [distance, [other]];
    else if (distance === least) rows.push(other);
  }
  return { distance: least, rows };
}

/** The places of values that occur in any row, ascending, by parameter. */
export function usedPlaces(component: Component): ReadonlyMap<number, readonly number[]> {
  return new Map(
    component.order.map((parameter, position) => {
      const used = new Set<number>();
      const radix = component.digits[position]?.radix ?? 1;
      for (let row = 0; row < component.size && used.size < radix; row++) used.add(component.valueAt(row, position));
      return [parameter, [...used].sort((a, b) => a - b)];
    }),
  );
}

/**
 * A row near a point, whose coordinates are indexed by parameter: depth first, nearest values first, giving up branches
 * that are farther than the best row so far (branch and bound).
 */
export function nearestRow(component: Component, point: ArrayLike<number>): number {
  let best = 0;
  let least = Infinity;
  let steps = 0;
  const walk = (position: number, first: number, end: number, distance: number): void => {
    if (position === component.order.length) {
      [best, least] = [first, distance];
      return;
    }
    const target = point[component.order[position] ?? 0] ?? 0;
    for (const value of byDistance(target, component.digits[position]?.radix ?? 1)) {
      const total = distance + Math.abs(value - target);
      if (total >= least || (least < Infinity && steps > nearestSteps)) return;
      steps++;
      const [start, stop] = component.narrowed(first, end, position, value);
      if (start < stop) walk(position + 1, start, stop, total);
    }
  };
  walk(0, 0, component.size, 0);
  return best;
}

/** All places of a radix, from the nearest to the farthest. */
function* byDistance(target: number, radix: number): Generator<number> {
  let below = Math.min(radix - 1, Math.max(-1, Math.floor(target)));
  let above = below + 1;
  while (below >= 0 || above < radix) {
    const takeBelow = above >= radix || (below >= 0 && target - below <= above - target);
    yield takeBelow ? below-- : above++;
  }
}
