/**
 * A genetic algorithm (Holland, 1975) on the places of the values: parents drawn by rank, crossed, mutated; the
 * best of parents and children survive.
 */
import type { SearchSpace } from '../../space/search-space';
import { defineStrategy } from '../define-strategy';
import { Proposals } from '../proposals';
import type { Random } from '../../random';
import { freshIndex, pick } from '../sampling';
import type { Search } from '../strategy';

export const crossovers = ['single_point', 'two_point', 'uniform', 'disruptive_uniform'] as const;
export type Crossover = (typeof crossovers)[number];

interface Individual {
  readonly places: Uint32Array;
  readonly objective: number;
}

interface BreedingOptions {
  readonly method: Crossover;
  readonly mutationChance: number;
  readonly constraintAware: boolean;
}

const defaultSize = 26;

export const geneticAlgorithm = defineStrategy({
  name: 'geneticAlgorithm',
  reference: 'genetic_algorithm',
  options: {
    /** At its default, it is less if the budget is small. */
    popsize: { kind: 'number', default: defaultSize, from: 2, to: 1e6, integer: true },
    maxiter: { kind: 'number', default: 90, from: 1, to: 1e9, integer: true },
    method: { kind: 'choice', default: 'uniform', among: crossovers },
    /** One in so many children's parameters mutates. */
    mutationChance: { kind: 'number', default: 55, from: 1, to: 1e9, integer: true },
    /** Repair children, and mutate to valid neighbours; without it, children that violate restrictions fail. */
    constraintAware: { kind: 'flag', default: true },
  },
  async run(search, options, { x0 }) {
    // A small budget is worth more as generations than as a large first population.
    const isShrinkable = search.isLimited && options.popsize === defaultSize;
    const affordable = isShrinkable ? Math.max(8, Math.floor(search.remaining / 14)) : Infinity;
    const size = Math.min(options.popsize, affordable, search.space.size);
    const proposals = new Proposals(search, options.constraintAware);
    let population = await evaluated(search, proposals, proposals.firstPlaces(size, x0));
    for (let generation = 0; generation < options.maxiter; generation++) {
      const children = await evaluated(search, proposals, breed(search, population, size, options));
      population = [...population, ...children].sort(byObjective).slice(0, size);
    }
  },
});

async function evaluated(
  { space }: Search,
  proposals: Proposals,
  members: readonly Uint32Array[],
): Promise<Individual[]> {
  const objectives = await proposals.evaluateMany(members.map((places) => space.indexOfValues(places)));
  return members.map((places, at) => ({ places, objective: objectives[at] ?? Infinity })).sort(byObjective);
}

function byObjective(a: Individual, b: Individual): number {
  return a.objective === b.objective ? 0 : a.objective - b.objective;
}

function breed(
  search: Search,
  population: readonly Individual[],
  size: number,
  { method, mutationChance, constraintAware }: BreedingOptions,
): Uint32Array[] {
  const { space, random } = search;
  const children = new Map<string, Uint32Array>();
  const add = (child: Uint32Array): unknown => children.set(child.join(), child);
  // A converged population has no new children; then new blood comes in.
  for (let attempt = 0; children.size < size; attempt++) {
    const [mother, father] = [byRank(population, random), byRank(population, random)];
    for (const crossed of cross(mother, father, method, random)) {
      const child = mutate(space, crossed, mutationChance, constraintAware, random);
      if (attempt >= size * 4) add(space.valueIndices(freshIndex(search)));
      else if (search.objectives(space.indexOfValues(child)) === undefined) add(child);
      if (children.size === size) break;
    }
    if (attempt > size * 8) break;
  }
  return [...children.values()];
}

// Linear ranking: the best is drawn about twice as often as the middle one.
function byRank(population: readonly Individual[], random: Random): Uint32Array {
  const rank = Math.floor(population.length * (1 - Math.sqrt(1 - random.next())));
  return (population[rank] ?? population[0])?.places ?? new Uint32Array();
}

/** Two children of two parents, as places of values; they may violate restrictions. */
export function cross(mother: Uint32Array, father: Uint32Array, method: Crossover, random: Random): Uint32Array[] {
  const takesFather = crossoverMask(mother, father, method, random);
  const child = (a: Uint32Array, b: Uint32Array): Uint32Array =>
    a.map((place, at) => (takesFather[at] ? (b[at] ?? place) : place));
  return [child(mother, father), child(father, mother)];
}

function crossoverMask(mother: Uint32Array, father: Uint32Array, method: Crossover, random: Random): boolean[] {
  const length = mother.length;
  const positions = Array.from({ length }, (_, at) => at);
  if (method === 'uniform') return positions.map(() => random.next() < 0.5);
  if (method === 'disruptive_uniform') {
    // At least half of the differing places are exchanged, so that children differ from both parents.
    const differing = random.shuffle(positions.filter((at) => mother[at] !== father[at]));
    const exchanged = new Set(differing.slice(0, Math.ceil(differing.length / 2)));
    return positions.map((at) => exchanged.has(at) || random.next() < 0.5);
  }
  const cuts = [random.integer(length + 1), method === 'two_point' ? random.integer(length + 1) : length];
  const [from, to] = [Math.min(...cuts), Math.max(...cuts)];
  return positions.map((at) => at >= from && at < to);
}

function mutate(
  space: SearchSpace,
  places: Uint32Array,
  chance: number,
  constraintAware: boolean,
  random: Random,
): Uint32Array {
  if (!constraintAware) {
    space.parameters.forEach(({ values }, parameter) => {
      if (random.integer(chance) === 0) places[parameter] = random.integer(values.length);
    });
    return places;
  }
  const child = space.nearest(places);
  const mutations = space.parameters.filter(() => random.integer(chance) === 0).length;
  let mutated = child;
  for (let mutation = 0; mutation < mutations; mutation++) {
    const neighbours = space.neighbours(mutated, 'hamming');
    if (neighbours.length > 0) mutated = pick(neighbours, random);
  }
  return space.valueIndices(mutated);
}
