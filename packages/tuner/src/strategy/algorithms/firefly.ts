/**
 * The firefly algorithm (Yang, 2009): each moves towards brighter ones, less if they are far away, and stays if the new
 * place is worse.
 */
import { defineStrategy } from '../define-strategy';
import { PointSpace } from '../points';
import { invalid, Proposals } from '../proposals';
import { freshIndex, pick } from '../sampling';
import type { Search } from '../strategy';

interface Fly {
  point: number[];
  objective: number;
}

export const firefly = defineStrategy({
  name: 'firefly',
  reference: 'firefly_algorithm',
  options: {
    popsize: { kind: 'number', default: 20, from: 2, to: 1e6, integer: true },
    maxiter: { kind: 'number', default: 100, from: 1, to: 1e9, integer: true },
    /** Attraction at no distance. */
    B0: { kind: 'number', default: 1, from: 0, to: 100 },
    /** How fast attraction falls with the square of the distance. */
    gamma: { kind: 'number', default: 1, from: 0, to: 100 },
    /** Random part of a move, as a share of each parameter's range. */
    alpha: { kind: 'number', default: 0.2, from: 0, to: 10 },
    /** Take the nearest valid configuration for a place; without it, a place that violates restrictions fails. */
    constraintAware: { kind: 'flag', default: true },
  },
  async run(search, { popsize, maxiter, B0, gamma, alpha, constraintAware }, { x0 }) {
    const points = new PointSpace(search.space);
    const proposals = new Proposals(search, constraintAware);
    const first = proposals.firstPoints(points, Math.min(popsize, search.space.size), x0);
    const objectives = await proposals.evaluateMany(first.map((point) => proposals.configurationAt(points, point)));
    const flies = first.map((point, at): Fly => ({ point, objective: objectives[at] ?? Infinity }));
    for (let iteration = 0; iteration < maxiter; iteration++) {
      for (const fly of flies) {
        const leader = mostAttractive(search, flies, fly, points, gamma);
        const attraction = leader ? B0 * Math.exp(-gamma * squaredDistance(fly.point, leader.point, points.bounds)) : 0;
        // On places of values a fraction of a way is a chance to go all of it. The brightest only looks around.
        const moved = fly.point.map((x, i) => {
          const noise = alpha * (search.random.next() - 0.5) * ((points.bounds[i] ?? 0) + 1);
          return (search.random.next() < attraction ? (leader?.point[i] ?? x) : x) + noise;
        });
        const near = proposals.configurationAt(points, points.clamped(moved));
        const isNew = near === invalid || search.objectives(near) === undefined;
        const index = isNew ? near : freshNeighbour(search, near);
        const objective = await proposals.evaluate(index);
        if (objective > fly.objective) continue;
        fly.point = index === invalid ? points.clamped(moved) : points.pointOf(index);
        fly.objective = objective;
      }
    }
  },
});

/** One of the brighter ones, the nearer the likelier; undefined for the brightest. */
function mostAttractive(
  search: Search,
  flies: readonly Fly[],
  fly: Fly,
  points: PointSpace,
  gamma: number,
): Fly | undefined {
  const brighter = flies.filter((other) => other.objective < fly.objective);
  const weights = brighter.map(({ point }) => Math.exp(-gamma * squaredDistance(fly.point, point, points.bounds)));
  let left = search.random.next() * weights.reduce((a, b) => a + b, 0);
  return brighter.find((_, at) => (left -= weights[at] ?? 0) <= 0) ?? brighter.at(-1);
}

/** A neighbour that was not evaluated yet; anything else that was not, if there is none. */
function freshNeighbour(search: Search, index: number): number {
  const near = Array.from(search.space.neighbours(index, 'hamming')).filter(
    (other) => search.objectives(other) === undefined,
  );
  return near.length > 0 ? pick(near, search.random) : freshIndex(search);
}

/** Mean squared distance over the parameters, where every parameter's range is one. */
function squaredDistance(a: readonly number[], b: readonly number[], bounds: readonly number[]): number {
  const sum = a.reduce((total, x, i) => total + ((x - (b[i] ?? 0)) / Math.max(1, bounds[i] ?? 1)) ** 2, 0);
  return sum / Math.max(1, a.length);
}
