/**
 * Differential evolution (Storn and Price, 1997), all variants of the usual naming: what is moved (best, rand,
 * randtobest, currenttobest), by how many differences, and the crossover (bin or exp).
 */
import { defineStrategy } from '../define-strategy';
import { PointSpace } from '../points';
import type { Random } from '../random';
import { freshIndex, initialPopulation } from '../sampling';
import type { Search } from '../strategy';

export const variants = [
  'best1bin',
  'best1exp',
  'best2bin',
  'best2exp',
  'rand1bin',
  'rand1exp',
  'rand2bin',
  'rand2exp',
  'randtobest1bin',
  'randtobest1exp',
  'currenttobest1bin',
  'currenttobest1exp',
] as const;

interface Member {
  point: number[];
  index: number;
  objective: number;
}

/** Trials that are made to find one that was not evaluated before. */
const attempts = 8;

export const differentialEvolution = defineStrategy({
  name: 'differentialEvolution',
  reference: 'diff_evo',
  options: {
    /** Members of the population for each parameter that varies. */
    popsize: { kind: 'number', default: 16, from: 1, to: 1e6, integer: true },
    maxiter: { kind: 'number', default: 100, from: 1, to: 1e9, integer: true },
    /** Weight of differences. */
    F: { kind: 'number', default: 0.7, from: 0, to: 2 },
    /** Chance that a parameter is taken from the mutant. */
    CR: { kind: 'number', default: 0.6, from: 0, to: 1 },
    method: { kind: 'choice', default: 'best1bin', among: variants },
  },
  async run(search, { popsize, maxiter, F, CR, method }, { x0 }) {
    const points = new PointSpace(search.space);
    const size = Math.max(5, popsize * points.dimensions);
    // A first population larger than what a small budget can improve on would leave nothing but random sampling.
    const affordable = search.isLimited ? Math.max(5, Math.floor(search.remaining / 24)) : size;
    const population = await members(search, points, Math.min(size, affordable, search.space.size), x0);
    if (population.length < 5) return;
    for (let generation = 0; generation < maxiter; generation++) {
      let improved = false;
      for (const [at, target] of population.entries()) {
        const index = trialIndex(search, points, population, at, method, F, CR);
        const objective = await search.evaluate(index);
        // Replaced at once, as later members of the generation may use it already.
        if (objective <= target.objective) {
          improved ||= objective < target.objective;
          population[at] = { point: points.pointOf(index), index, objective };
        }
      }
      if (!improved && isConverged(population)) return;
    }
  },
});

function isConverged(population: readonly Member[]): boolean {
  return new Set(population.map(({ index }) => index)).size <= population.length / 2;
}

async function members(search: Search, points: PointSpace, size: number, x0: number | undefined): Promise<Member[]> {
  const indices = initialPopulation(search, size, x0);
  const objectives = await search.evaluateMany(indices);
  return indices.map((index, at) => ({ point: points.pointOf(index), index, objective: objectives[at] ?? Infinity }));
}

function trialIndex(
  search: Search,
  points: PointSpace,
  population: readonly Member[],
  at: number,
  method: string,
  weight: number,
  rate: number,
): number {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const mutated = mutant(population, at, method, weight, search.random);
    const trial = crossed((population[at] as Member).point, mutated, method.endsWith('exp'), rate, search.random);
    const index = points.configurationAt(reflected(trial, points.bounds, search.random));
    if (search.objectives(index) === undefined) return index;
  }
  return freshIndex(search);
}

function mutant(population: readonly Member[], at: number, method: string, weight: number, random: Random): number[] {
  const others = random.shuffle(population.filter((_, other) => other !== at));
  const best = population.reduce((a, b) => (b.objective < a.objective ? b : a));
  const current = population[at] as Member;
  const point = (place: number): readonly number[] => (others[place % others.length] as Member).point;
  const difference = (a: readonly number[], b: readonly number[]): number[] =>
    a.map((x, i) => weight * (x - (b[i] ?? 0)));
  const sum = (base: readonly number[], ...terms: number[][]): number[] => {
    return base.map((x, i) => terms.reduce((total, term) => total + (term[i] ?? 0), x));
  };
  if (method.startsWith('best1')) return sum(best.point, difference(point(0), point(1)));
  if (method.startsWith('best2'))
    return sum(best.point, difference(point(0), point(1)), difference(point(2), point(3)));
  if (method.startsWith('rand1')) return sum(point(0), difference(point(1), point(2)));
  if (method.startsWith('rand2')) return sum(point(0), difference(point(1), point(2)), difference(point(3), point(4)));
  const base = method.startsWith('randtobest1') ? point(0) : current.point;
  return sum(base, difference(best.point, base), difference(point(1), point(2)));
}

function crossed(
  target: readonly number[],
  mutated: readonly number[],
  exponential: boolean,
  rate: number,
  random: Random,
): number[] {
  const certain = random.integer(target.length);
  if (!exponential) return target.map((x, i) => (i === certain || random.next() < rate ? (mutated[i] ?? x) : x));
  const trial = [...target];
  for (let step = 0; step < target.length; step++) {
    const dimension = (certain + step) % target.length;
    trial[dimension] = mutated[dimension] ?? 0;
    if (random.next() >= rate) break;
  }
  return trial;
}

// A coordinate outside of the box is drawn anew: put on its edge, populations gather there.
function reflected(point: readonly number[], bounds: readonly number[], random: Random): number[] {
  return point.map((x, i) => (x < -0.5 || x > (bounds[i] ?? 0) + 0.5 ? random.next() * (bounds[i] ?? 0) : x));
}
