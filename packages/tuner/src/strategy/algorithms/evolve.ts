/** What NSGA-II and NSGA-III share: a population, children by crossing and mutation, survivors by Pareto fronts. */
import { paretoFronts } from '../../pareto';
import type { OptionValues } from '../option-rules';
import type { Random } from '../../random';
import { freshIndex, initialPopulation, pick } from '../sampling';
import type { Search } from '../strategy';
import { cross, crossovers } from './genetic-algorithm';

/** A configuration with all of its objectives. */
export interface Solution {
  readonly index: number;
  readonly objectives: readonly number[];
  /** Front it stands in, from 0. */
  readonly front: number;
  /** Among equals in a front, the greater is preferred as a parent. */
  readonly preference: number;
}

/** Options that both strategies have. */
export const evolutionRules = {
  popsize: { kind: 'number', default: 20, from: 2, to: 1e6, integer: true },
  maxiter: { kind: 'number', default: 200, from: 1, to: 1e9, integer: true },
  method: {
    kind: 'choice',
    default: 'uniform',
    among: crossovers,
    synonyms: {
      'uniform-crossover': 'uniform',
      'single-point-crossover': 'single_point',
      'two-point-crossover': 'two_point',
    },
    also: ['crossover_operator'],
  },
  /** Chance that two parents are crossed; else their children are as they are, but for mutations. */
  crossoverProb: { kind: 'number', default: 1, from: 0, to: 1 },
  /** One in so many children's parameters mutates. */
  mutationChance: { kind: 'number', default: 10, from: 1, to: 1e9, integer: true },
  /** Chance that a child goes to a valid neighbour instead. Default: `mutationChance` decides. */
  mutationProb: { kind: 'number', default: undefined, from: 0, to: 1 },
} as const;

export interface EvolutionOptions extends OptionValues<typeof evolutionRules> {
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
    for (const places of pair(space.valueIndices(mother), space.valueIndices(father), options, random)) {
      const child = mutated(search, places, options);
      if (children.size === size) break;
      // Late attempts mean that the population's children are all known.
      if (search.objectives(child) === undefined) children.add(child);
      else if (attempt > size * 4) children.add(freshIndex(search));
    }
  }
  return [...children];
}

function pair(mother: Uint32Array, father: Uint32Array, options: EvolutionOptions, random: Random): Uint32Array[] {
  const isCrossed = options.crossoverProb === 1 || random.next() < options.crossoverProb;
  return isCrossed ? cross(mother, father, options.method, random) : [mother, father];
}

/** The configuration of a child's places, which may violate restrictions. */
function mutated({ space, random }: Search, places: Uint32Array, options: EvolutionOptions): number {
  const { mutationChance, mutationProb } = options;
  if (mutationProb !== undefined) {
    const child = space.nearest(places);
    const neighbours = random.next() < mutationProb ? space.neighbours(child, 'hamming') : [];
    return neighbours.length > 0 ? pick(neighbours, random) : child;
  }
  space.parameters.forEach(({ values }, parameter) => {
    if (random.integer(mutationChance) === 0) places[parameter] = random.integer(values.length);
  });
  return space.nearest(places);
}

function tournament(search: Search, population: readonly Solution[]): number {
  const [a, b] = [pick(population, search.random), pick(population, search.random)];
  if (a.front !== b.front) return (a.front < b.front ? a : b).index;
  return (a.preference >= b.preference ? a : b).index;
}
