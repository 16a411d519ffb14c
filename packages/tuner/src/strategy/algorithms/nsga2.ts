/** NSGA-II (Deb, Pratap, Agarwal and Meyarivan, 2002): in a front, those in sparse regions are preferred. */
import { defineStrategy } from '../define-strategy';
import { evolutionRules, evolve } from './evolve';

export const nsga2 = defineStrategy({
  name: 'nsga2',
  reference: 'nsga2',
  options: {
    ...evolutionRules,
    /** Has no effect: directions are NSGA-III's. Kept for options in files. */
    refDirsList: { kind: 'points', default: [] },
  },
  run: (search, options, { x0 }) => {
    return evolve(search, { ...options, preferences: crowdingDistances, select: mostSpread }, x0);
  },
});

/** For each point, how far apart its neighbours are, summed over the objectives; Infinity at the ends. */
export function crowdingDistances(points: readonly (readonly number[])[]): number[] {
  const distances = points.map(() => 0);
  const objectives = points[0]?.length ?? 0;
  for (let objective = 0; objective < objectives; objective++) {
    const valueAt = (at: number | undefined): number => points[at ?? 0]?.[objective] ?? 0;
    const order = points.map((_, at) => at).sort((a, b) => valueAt(a) - valueAt(b) || 0);
    const range = valueAt(order.at(-1)) - valueAt(order[0]);
    order.forEach((at, position) => {
      const isEnd = position === 0 || position === order.length - 1;
      if (isEnd) distances[at] = Infinity;
      else if (range > 0) {
        distances[at] = (distances[at] ?? 0) + (valueAt(order[position + 1]) - valueAt(order[position - 1])) / range;
      }
    });
  }
  return distances;
}

function mostSpread(front: readonly (readonly number[])[], count: number): number[] {
  const distances = crowdingDistances(front);
  const order = front.map((_, at) => at).sort((a, b) => compare(distances[b] ?? 0, distances[a] ?? 0));
  return order.slice(0, count);
}

// Infinity less Infinity is not a number.
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
