/** Draws and chances that strategies have in common. */
import type { SearchSpace } from '../space/search-space';
import type { Random } from '../random';
import type { Search } from './strategy';

/** Draws in a row that find only known configurations, after which the space is walked through instead. */
const patience = 200;

/** Different configurations that were not evaluated yet, drawn at random; fewer where fewer are left. */
export function freshIndices(search: Search, count: number): number[] {
  const drawn = new Set<number>();
  for (let misses = 0; drawn.size < count && misses < patience;) {
    const index = search.space.randomIndex(search.random);
    const isFresh = search.objectives(index) === undefined && !drawn.has(index);
    if (isFresh) drawn.add(index);
    misses = isFresh ? 0 : misses + 1;
  }
  // Nearly all is known. The rest is found from a random place on, which is as good as a draw.
  const { size } = search.space;
  const start = search.space.randomIndex(search.random);
  for (let step = 0; step < size && drawn.size < Math.min(count, search.remaining); step++) {
    const index = (start + step) % size;
    if (search.objectives(index) === undefined) drawn.add(index);
  }
  return [...drawn];
}

/** A configuration that was not evaluated yet; any where all were. */
export function freshIndex(search: Search): number {
  return freshIndices(search, 1)[0] ?? search.space.randomIndex(search.random);
}

/**
 * A first population: the user's start, and others drawn uniformly from the valid configurations. A latin hypercube
 * would be worse: if restrictions remove most of the box, its points move to the edges of the rest.
 */
export function initialPopulation(search: Search, size: number, x0?: number): number[] {
  const drawn = freshIndices(search, size).filter((index) => index !== x0);
  return x0 === undefined ? drawn : [x0, ...drawn.slice(0, size - 1)];
}

/** A first population that spreads evenly over the values of each parameter, the user's start among it. */
export function spreadPopulation({ space, random }: Search, size: number, x0?: number): number[] {
  const drawn = space.latinHypercube(size, random);
  return x0 === undefined ? drawn : [x0, ...drawn.filter((index) => index !== x0)].slice(0, Math.max(1, size));
}

/** One item, drawn uniformly. */
export function pick<T>(items: ArrayLike<T>, random: Random): T {
  if (items.length === 0) throw new RangeError('there is nothing to pick from');
  return items[random.integer(items.length)] as T;
}

/** Parameters that have more than one value. */
export function varyingParameters(space: SearchSpace): number[] {
  return space.parameters.flatMap(({ values }, parameter) => (values.length > 1 ? [parameter] : []));
}

/**
 * The chance with which a search goes on from what it found (Metropolis et al., 1953). On relative loss, since objectives
 * have any unit. A failed configuration is left at the first chance.
 */
export function acceptanceOf(objective: number, found: number, temperature: number): number {
  if (found <= objective || objective === Infinity) return 1;
  return Math.exp(-(found - objective) / Math.abs(objective) / temperature);
}
