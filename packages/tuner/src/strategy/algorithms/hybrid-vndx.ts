/**
 * Variable neighbourhood descent (Hansen and Mladenovic, 2001) with memory: neighbourhoods that pay are used more, a
 * nearest-neighbour estimate screens candidates, annealed acceptance keeps it moving where everything measured is tabu,
 * and restarts recombine the best found. A hybrid of the kind that van Stein et al. (2025) let language models compose.
 */
import type { NeighbourKind } from '../../space/search-space';
import { acceptanceOf, freshIndex, initialPopulation, pick } from '../sampling';
import { defineStrategy } from '../define-strategy';
import { rankEncoder } from '../model/features';
import { NearestEstimate, type Seen } from '../model/nearest-estimate';
import type { Search } from '../strategy';
import { cross } from './genetic-algorithm';

const kinds: readonly NeighbourKind[] = ['hamming', 'hamming-adjacent', 'strictly-adjacent'];

export const hybridVndx = defineStrategy({
  name: 'hybridVndx',
  reference: 'hybrid_vndx',
  options: {
    /** Neighbours for the estimate of a candidate. */
    k: { kind: 'number', default: 5, from: 1, to: 1000, integer: true },
    /** Candidates that are estimated for each one that is measured. */
    poolSize: { kind: 'number', default: 8, from: 1, to: 1e5, integer: true, also: ['cand_pool'] },
    /** Steps without improvement after which it restarts from a child of two of the best. */
    restartIter: { kind: 'number', default: 20, from: 1, to: 1e9, integer: true },
    /** Has no effect: nothing is measured twice, which is as a tabu list without end. Kept for options in files. */
    tabuSize: { kind: 'number', default: 300, from: 0, to: 1e9, integer: true },
    eliteSize: { kind: 'number', default: 5, from: 2, to: 1e5, integer: true },
    /** Temperature at the start: the relative loss that is accepted with a chance of 1/e. */
    T0: { kind: 'number', default: 0.1, from: 0, to: 1e6, also: ['temp0'] },
    cooling: { kind: 'number', default: 0.97, from: 0, to: 1 },
    /** Steps, revisits among them, after which it ends, or begins anew. */
    maxiter: { kind: 'number', default: 5000, from: 1, to: 1e9, integer: true, also: ['budget'] },
    /** Has no effect: candidates are valid configurations only. */
    constraintAware: { kind: 'flag', default: true },
  },
  async run(search, options, { x0 }) {
    const { random } = search;
    const seen: Seen[] = [];
    const measure = async (index: number): Promise<Seen> => {
      const isNew = search.objectives(index) === undefined;
      const measured = { index, objective: await search.evaluate(index) };
      if (isNew) seen.push(measured);
      return measured;
    };
    const first = initialPopulation(search, Math.min(10, search.space.size), x0);
    await search.evaluateMany(first);
    for (const index of first) seen.push({ index, objective: await search.evaluate(index) });
    const estimate = new NearestEstimate(rankEncoder(search.space), options.k);
    const gains = kinds.map(() => 1);
    let current = seen.reduce((a, b) => (b.objective < a.objective ? b : a));
    let best = current;
    let [stagnant, temperature] = [0, options.T0];
    for (let step = 0; step < options.maxiter; step++) {
      const kind = drawn(gains, random.next());
      const pool = candidatePool(search, current.index, kinds[kind] ?? 'hamming', options.poolSize);
      const next = await measure(pool.length === 0 ? freshIndex(search) : estimate.best(pool, seen));
      const improved = next.objective < best.objective;
      gains[kind] = Math.max(0.2, (gains[kind] ?? 1) * 0.95 + (next.objective < current.objective ? 0.5 : 0));
      if (random.next() < acceptanceOf(current.objective, next.objective, temperature)) current = next;
      if (improved) best = next;
      temperature *= options.cooling;
      stagnant = improved ? 0 : stagnant + 1;
      if (stagnant < options.restartIter) continue;
      current = await measure(recombined(search, seen, options.eliteSize));
      [stagnant, temperature] = [0, options.T0];
    }
  },
});

function drawn(weights: readonly number[], chance: number): number {
  let left = chance * weights.reduce((a, b) => a + b, 0);
  for (const [at, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return at;
  }
  return weights.length - 1;
}

function candidatePool(search: Search, index: number, kind: NeighbourKind, size: number): number[] {
  const { space, random } = search;
  const near = Array.from(space.neighbours(index, kind)).filter((other) => search.objectives(other) === undefined);
  return random.shuffle(near).slice(0, size);
}

function recombined(search: Search, seen: readonly Seen[], eliteSize: number): number {
  const elite = [...seen].sort((a, b) => a.objective - b.objective).slice(0, eliteSize);
  const [mother, father] = [pick(elite, search.random), pick(elite, search.random)];
  const { space, random } = search;
  const [child] = cross(space.valueIndices(mother.index), space.valueIndices(father.index), 'uniform', random);
  const index = child ? space.nearest(child) : freshIndex(search);
  return search.objectives(index) === undefined ? index : freshIndex(search);
}
