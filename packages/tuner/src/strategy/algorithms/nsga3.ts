/** NSGA-III (Deb and Jain, 2014): in a front, those that represent directions few others do are preferred. */
import { argumentError } from '@heddle/core/backend';
import { defineStrategy } from '../define-strategy';
import type { Random } from '../../random';
import { evolutionRules, evolve } from './evolve';

export const nsga3 = defineStrategy({
  name: 'nsga3',
  reference: 'nsga3',
  options: {
    ...evolutionRules,
    /** Divisions of each objective between the reference directions. */
    divisions: { kind: 'number', default: 12, from: 1, to: 1000, integer: true },
    /** Reference directions, a coordinate for each objective. Default: those of the divisions. */
    refDirsList: { kind: 'points', default: [] },
  },
  run: (search, { divisions, refDirsList, ...options }, { x0 }) => {
    const directionsOf = (objectives: number): readonly (readonly number[])[] => {
      if (refDirsList.length > 0) return refDirsList;
      return referenceDirections(objectives, objectives > 3 ? Math.min(divisions, 4) : divisions);
    };
    return evolve(
      search,
      {
        ...options,
        preferences: (front) => {
          checkDirections(refDirsList, front);
          return front.map(() => search.random.next());
        },
        select: (front, count, chosen) => {
          return select(front, count, chosen, directionsOf(front[0]?.length ?? 1), search.random);
        },
      },
      x0,
    );
  },
});

/** @throws HeddleError `ARGUMENT` if directions have not as many coordinates as the run has objectives */
function checkDirections(directions: readonly (readonly number[])[], front: readonly (readonly number[])[]): void {
  const coordinates = directions[0]?.length;
  // How many objectives there are, only what did not fail can tell.
  const objectives = front.find((point) => point.every(Number.isFinite))?.length;
  if (coordinates === undefined || objectives === undefined || coordinates === objectives) return;
  throw argumentError(`The reference directions have ${coordinates} coordinates for ${objectives} objectives.`, {
    parameter: 'refDirsList',
  });
}

/** Points of a simplex, evenly spaced (Das and Dennis, 1998). */
export function referenceDirections(objectives: number, divisions: number): number[][] {
  const directions: number[][] = [];
  const extend = (direction: number[], left: number): void => {
    if (direction.length === objectives - 1) {
      directions.push([...direction, left].map((part) => part / divisions));
      return;
    }
    for (let part = 0; part <= left; part++) extend([...direction, part], left - part);
  };
  extend([], divisions);
  return directions;
}

function select(
  front: readonly (readonly number[])[],
  count: number,
  chosen: readonly (readonly number[])[],
  directions: readonly (readonly number[])[],
  random: Random,
): number[] {
  const normalize = normalizer([...chosen, ...front]);
  const crowd = directions.map(() => 0);
  for (const point of chosen) {
    const { direction } = associated(normalize(point), directions);
    crowd[direction] = (crowd[direction] ?? 0) + 1;
  }
  const open = front.map((point, at) => ({ at, ...associated(normalize(point), directions) }));
  const taken: number[] = [];
  while (taken.length < count && open.length > 0) {
    // The direction that fewest represent; among its points the one nearest to it, or any once it is represented.
    const least = Math.min(...open.map(({ direction }) => crowd[direction] ?? 0));
    const niche = random.shuffle(open.filter(({ direction }) => crowd[direction] === least));
    const [first] = least === 0 ? niche.sort((a, b) => a.distance - b.distance) : niche;
    if (!first) break;
    taken.push(first.at);
    crowd[first.direction] = least + 1;
    open.splice(open.indexOf(first), 1);
  }
  return taken;
}

/** Scales objectives to [0, 1] between the best and the worst of some points. */
function normalizer(points: readonly (readonly number[])[]): (point: readonly number[]) => number[] {
  const finite = points.filter((point) => point.every(Number.isFinite));
  const [first] = finite;
  if (!first) return (point) => point.map(() => 0);
  const low = first.map((_, o) => Math.min(...finite.map((point) => point[o] ?? 0)));
  const high = first.map((_, o) => Math.max(...finite.map((point) => point[o] ?? 0)));
  return (point) => point.map((value, o) => (value - (low[o] ?? 0)) / ((high[o] ?? 0) - (low[o] ?? 0) || 1));
}

/** The direction that a point is nearest to, and how far it is from the line along it. */
function associated(point: readonly number[], directions: readonly (readonly number[])[]) {
  let [direction, distance] = [0, Infinity];
  directions.forEach((candidate, at) => {
    const length = Math.hypot(...candidate) || 1;
    const along = point.reduce((sum, x, o) => sum + x * (candidate[o] ?? 0), 0) / length;
    const away = Math.hypot(...point.map((x, o) => x - (along * (candidate[o] ?? 0)) / length));
    if (away < distance) [direction, distance] = [at, away];
  });
  return { direction, distance };
}
