/** What NSGA-II and NSGA-III share: a population, children by crossing and mutation, survivors by Pareto fronts. */
import { paretoFronts } from '../../objective/pareto';
import { freshIndex, initialPopulation, pick } from '../sampling';
import type { Search } from '../strategy';
import { cross, type Crossover } from './genetic-algorithm';

/** A configuration with all of its objectives. */
export interface Solution {
  readonly index: number;
  readonly objectives: readonly number[];
  /** Front it stands in, from 0. */
  readonly front: number;
  /** Among equals in a front, the greater is preferred as a parent. */
  readonly preference: number;
}

export interface EvolutionOptions {
  readonly popsize: number;
  readonly maxiter: number;
  readonly method: Crossover;
  readonly mutationChance: number;
  /** Picks `count` of a front that fits only in part, and says how much each of a front is preferred. */
  select(front: readonly (readonly number[])[], count: number, chosen: readonly (readonly number[])[]): number[];
  preferences(front: readonly (readonly number[])[]): number[];
}

/** Evolves a population towards the Pareto front. */
export async function evolve(search: Search, options: EvolutionOptions, x0: number | undefined): Promise<void> {
  const size = Math.min(options.popsize, search.space.size);
  const first = initialPopulation(search, size, x0);
  await search.evaluateMany(first);
  let population = survivors(search, first, size, options);
  for (let generation = 0; generation < options.maxiter; generation++) {
    const children = offspring(search, population, size, options);
    await search.evaluateMany(children);
    population = survivors(search, [...population.map(({ index }) => index), ...children], size, options);
  }
}

function survivors(search: Search, indices: readonly number[], size: number, options: EvolutionOptions): Solution[] {
  const different = [...new Set(indices)];
  const objectives = different.map((index) => search.objectives(index) ?? [Infinity]);
  const chosen: Solution[] = [];
  for (const [rank, front] of paretoFronts(objectives).entries()) {
    const points = front.map((at) => objectives[at] ?? [Infinity]);
    const preferences = options.preferences(points);
    const room = size - chosen.length;
    const taken =
      front.length <= room
        ? front.map((_, at) => at)
        : options.select(
            points,
            room,
            chosen.map((s) => s.objectives),
          );
    for (const at of taken) {
      const index = different[front[at] ?? 0] ?? 0;
      chosen.push({ index, objectives: points[at] ?? [], front: rank, preference: preferences[at] ?? 0 });
    }
    if (chosen.length >= size) break;
  }
  return chosen;
}

function offspring(search: Search, population: readonly Solution[], size: number, options: EvolutionOptions): number[] {
  const { space, random } = search;
  const children = new Set<number>();
  for (let attempt = 0; children.size < size && attempt < size * 8; attempt++) {
    const [mother, father] = [tournament(search, population), tournament(search, population)];
    for (const places of cross(space.valueIndices(mother), space.valueIndices(father), options.method, random)) {
      space.parameters.forEach(({ values }, parameter) => {
        if (random.integer(options.mutationChance) === 0) places[parameter] = random.integer(values.length);
      });
      const child = space.nearest(places);
      if (children.size === size) break;
      // Late attempts mean that the population's children are all known.
      if (search.objectives(child) === undefined) children.add(child);
      else if (attempt > size * 4) children.add(freshIndex(search));
    }
  }
  return [...children];
}

function tournament(search: Search, population: readonly Solution[]): number {
  const [a, b] = [pick(population, search.random), pick(population, search.random)];
  if (a.front !== b.front) return (a.front < b.front ? a : b).index;
  return (a.preference >= b.preference ? a : b).index;
}
