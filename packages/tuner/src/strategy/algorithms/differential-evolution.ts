/**
 * Differential evolution (Storn and Price, 1997), all variants of the usual naming: what is moved (best, rand,
 * randtobest, currenttobest), by how many differences, and the crossover (bin or exp).
 */
import { defineStrategy } from '../define-strategy';
import { PointSpace } from '../points';
import { invalid, Proposals } from '../proposals';
import type { Random } from '../../random';
import { freshIndex } from '../sampling';
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

interface Proposal {
  readonly point: number[];
  readonly index: number;
}

interface Member extends Proposal {
  readonly objective: number;
}

/** How trials are made. */
interface TrialOptions {
  readonly method: string;
  readonly F: number;
  readonly CR: number;
}

const defaultSize = 16;

/** Trials that are made to find one that was not evaluated before. */
const attempts = 8;

export const differentialEvolution = defineStrategy({
  name: 'differentialEvolution',
  reference: 'diff_evo',
  options: {
    /** Members of the population. At its default, it is less if the budget is small. */
    popsize: { kind: 'number', default: defaultSize, from: 1, to: 1e6, integer: true },
    /** So many members for each parameter that varies. */
    popsizeTimesDimensions: { kind: 'flag', default: true },
    maxiter: { kind: 'number', default: 100, from: 1, to: Number.MAX_SAFE_INTEGER, integer: true },
    /** Weight of differences. */
    F: { kind: 'number', default: 0.7, from: 0, to: 2 },
    /** Chance that a parameter is taken from the mutant. */
    CR: { kind: 'number', default: 0.6, from: 0, to: 1 },
    method: { kind: 'choice', default: 'best1bin', among: variants },
    /** Take the nearest valid configuration for a trial; without it, a trial that violates restrictions fails. */
    constraintAware: { kind: 'flag', default: true },
  },
  async run(search, { popsize, popsizeTimesDimensions, maxiter, constraintAware, ...options }, { x0 }) {
    const points = new PointSpace(search.space);
    const proposals = new Proposals(search, constraintAware);
    const size = Math.max(5, popsizeTimesDimensions ? popsize * points.dimensions : popsize);
    // A first population larger than what a small budget can improve on would leave nothing but random sampling.
    const isShrinkable = search.isLimited && popsize === defaultSize && popsizeTimesDimensions;
    const affordable = isShrinkable ? Math.max(5, Math.floor(search.remaining / 24)) : size;
    const population = await members(proposals, points, Math.min(size, affordable, search.space.size), x0);
    if (population.length < 5) return;
    for (let generation = 0; generation < maxiter; generation++) {
      let improved = false;
      for (const [at, target] of population.entries()) {
        const trial = newTrial(search, points, proposals, population, at, options);
        const objective = await proposals.evaluate(trial.index);
        // Replaced at once, as later members of the generation may use it already.
        if (objective <= target.objective) {
          improved ||= objective < target.objective;
          population[at] = { ...trial, objective };
        }
      }
      if (!improved && isConverged(population)) return;
    }
  },
});

function isConverged(population: readonly Member[]): boolean {
  return new Set(population.map(({ index }) => index)).size <= population.length / 2;
}

async function members(
  proposals: Proposals,
  points: PointSpace,
  size: number,
  x0: number | undefined,
): Promise<Member[]> {
  const first = proposals
    .firstPoints(points, size, x0)
    .map((point) => ({ point, index: proposals.configurationAt(points, point) }));
  const objectives = await proposals.evaluateMany(first.map(({ index }) => index));
  return first.map((proposal, at) => ({ ...proposal, objective: objectives[at] ?? Infinity }));
}

function newTrial(
  search: Search,
  points: PointSpace,
  proposals: Proposals,
  population: readonly Member[],
  at: number,
  { method, F, CR }: TrialOptions,
): Proposal {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const moved = mutant(population, at, method, F, search.random);
    const mutated = bounced(moved, points.bounds, search.random);
    const trial = crossed((population[at] as Member).point, mutated, method.endsWith('exp'), CR, search.random);
    const index = proposals.configurationAt(points, trial);
    if (index === invalid) return { point: points.clamped(trial), index };
    if (search.objectives(index) === undefined) return { point: points.pointOf(index), index };
  }
  const index = freshIndex(search);
  return { point: points.pointOf(index), index };
}

/** A moved point, and the one that it was moved from. */
interface Mutant {
  readonly base: readonly number[];
  readonly point: readonly number[];
}

function mutant(population: readonly Member[], at: number, method: string, weight: number, random: Random): Mutant {
  const others = random.shuffle(population.filter((_, other) => other !== at));
  const best = population.reduce((a, b) => (b.objective < a.objective ? b : a)).point;
  const current = (population[at] as Member).point;
  const other = (place: number): readonly number[] => (others[place % others.length] as Member).point;
  const moved = (base: readonly number[], ...pairs: (readonly [readonly number[], readonly number[]])[]): Mutant => {
    const point = base.map((x, i) => pairs.reduce((sum, [a, b]) => sum + weight * ((a[i] ?? 0) - (b[i] ?? 0)), x));
    return { base, point };
  };
  if (method.startsWith('best1')) return moved(best, [other(0), other(1)]);
  if (method.startsWith('best2')) return moved(best, [other(0), other(1)], [other(2), other(3)]);
  if (method.startsWith('rand1')) return moved(other(0), [other(1), other(2)]);
  if (method.startsWith('rand2')) return moved(other(0), [other(1), other(2)], [other(3), other(4)]);
  const base = method.startsWith('randtobest1') ? other(0) : current;
  return moved(base, [best, base], [other(1), other(2)]);
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

/**
 * A coordinate outside of the box bounces back, to anywhere between the edge and the base (Price, Storn and Lampinen,
 * 2005, section 4.3.1). Put on the edge, populations gather there; drawn from the whole box, what the base has learned is
 * lost, which in parameters of two values would be at every other move.
 */
function bounced({ base, point }: Mutant, bounds: readonly number[], random: Random): number[] {
  return point.map((x, i) => {
    const bound = bounds[i] ?? 0;
    if (x >= -0.5 && x <= bound + 0.5) return x;
    const [edge, from] = [x < 0 ? 0 : bound, base[i] ?? 0];
    return from + random.next() * (edge - from);
  });
}
