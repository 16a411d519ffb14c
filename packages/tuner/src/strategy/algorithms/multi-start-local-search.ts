/** Local search from many random starts: to the best neighbour, to the first better one, or in a fixed order. */
import { defineStrategy } from '../define-strategy';
import { freshIndex } from '../sampling';
import type { Search } from '../strategy';
import { climb, namedOrder, neighbourSynonyms, type ClimbOptions } from './hill-climbing';

const neighbourKinds = ['hamming', 'hamming-adjacent', 'adjacent', 'strictly-adjacent', 'closest'] as const;

/** Starts of one round if the run has no budget. */
const starts = 50;

const neighbour = {
  kind: 'choice',
  default: 'hamming',
  among: neighbourKinds,
  synonyms: neighbourSynonyms,
} as const;

/** Names or places of parameters; those that are not given come last. */
const order = { kind: 'list', default: [], among: 'anything' } as const;

type ClimbsOptions = Omit<ClimbOptions, 'order'> & { readonly order: readonly (string | number)[] };

async function fromManyStarts(search: Search, climbs: ClimbsOptions, x0: number | undefined): Promise<void> {
  const options = { ...climbs, order: namedOrder(search, climbs.order) };
  for (let start = 0; start < starts; start++) {
    const index = start === 0 && x0 !== undefined ? x0 : freshIndex(search);
    await climb(search, { index, objective: await search.evaluate(index) }, options);
  }
}

/** Goes to the best neighbour. */
export const multiStart = defineStrategy({
  name: 'multiStartLocalSearch',
  reference: 'mls',
  options: {
    neighbor: neighbour,
    /** Go to the first better neighbour instead, as `greedyMultiStartLocalSearch`. */
    restart: { kind: 'flag', default: false },
    order,
    randomize: { kind: 'flag', default: true },
  },
  run: (search, { neighbor, ...options }, { x0 }) =>
    fromManyStarts(search, { ...options, neighbour: neighbor, greedy: options.restart }, x0),
});

/** Goes to the first better neighbour, in random order. */
export const greedyMultiStart = defineStrategy({
  name: 'greedyMultiStartLocalSearch',
  reference: 'greedy_mls',
  options: {
    neighbor: neighbour,
    restart: { kind: 'flag', default: true },
    order,
    randomize: { kind: 'flag', default: true },
  },
  run: (search, { neighbor, ...options }, { x0 }) =>
    fromManyStarts(search, { ...options, neighbour: neighbor, greedy: true }, x0),
});

/** Goes to the first better neighbour, parameters in a fixed order, and on from there. */
export const orderedGreedyMultiStart = defineStrategy({
  name: 'orderedGreedyMultiStartLocalSearch',
  reference: 'ordered_greedy_mls',
  options: {
    neighbor: neighbour,
    restart: { kind: 'flag', default: false },
    order,
    randomize: { kind: 'flag', default: false },
  },
  run: (search, { neighbor, ...options }, { x0 }) =>
    fromManyStarts(search, { ...options, neighbour: neighbor, greedy: true }, x0),
});
