/** Iterated local search (Lourenco, Martin and Stutzle, 2003): climb, perturb, climb; start anew when it does not help. */
import { defineStrategy } from '../define-strategy';
import { freshIndex, pick, varyingParameters } from '../sampling';
import type { Search } from '../strategy';
import { climb, neighbourSynonyms, type ClimbOptions, type Position } from './hill-climbing';

export const greedyIteratedLocalSearch = defineStrategy({
  name: 'greedyIteratedLocalSearch',
  reference: 'greedy_ils',
  options: {
    neighbor: {
      kind: 'choice',
      default: 'hamming',
      among: ['hamming', 'hamming-adjacent', 'adjacent', 'strictly-adjacent', 'closest'],
      synonyms: neighbourSynonyms,
    },
    /** Start over after each step of a climb. */
    restart: { kind: 'flag', default: true },
    /** Perturbations without a new best after which it starts anew elsewhere. */
    noImprovement: { kind: 'number', default: 50, from: 1, to: 1e9, integer: true },
    /** Share of the parameters that a perturbation changes. */
    randomWalk: { kind: 'number', default: 0.3, from: 0, to: 1 },
    maxiter: { kind: 'number', default: 1000, from: 1, to: 1e9, integer: true },
  },
  async run(search, { neighbor, restart, noImprovement, randomWalk, maxiter }, { x0 }) {
    const options: ClimbOptions = { neighbour: neighbor, greedy: true, restart, order: [], randomize: true };
    let best = await climb(search, await evaluated(search, x0 ?? freshIndex(search)), options);
    let useless = 0;
    for (let iteration = 0; iteration < maxiter && useless < noImprovement; iteration++) {
      const found = await climb(search, await evaluated(search, perturbed(search, best.index, randomWalk)), options);
      useless = found.objective < best.objective ? 0 : useless + 1;
      if (found.objective <= best.objective) best = found;
    }
  },
});

async function evaluated(search: Search, index: number): Promise<Position> {
  return { index, objective: await search.evaluate(index) };
}

function perturbed(search: Search, index: number, share: number): number {
  const steps = Math.max(1, Math.round(share * varyingParameters(search.space).length));
  for (let step = 0; step < steps; step++) {
    const neighbours = search.space.neighbours(index, 'hamming');
    if (neighbours.length === 0) return freshIndex(search);
    index = pick(neighbours, search.random);
  }
  return index;
}
