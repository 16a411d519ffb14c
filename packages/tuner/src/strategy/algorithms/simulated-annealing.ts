/** Simulated annealing (Kirkpatrick, Gelatt and Vecchi, 1983) over neighbours. */
import { acceptanceOf, freshIndex, pick, varyingParameters } from '../sampling';
import { defineStrategy } from '../define-strategy';
import { invalid, Proposals } from '../proposals';
import type { Search } from '../strategy';

/** Steps without a new best after which it starts anew elsewhere. */
const patience = 60;

export const simulatedAnnealing = defineStrategy({
  name: 'simulatedAnnealing',
  reference: 'simulated_annealing',
  options: {
    /** Temperature at the start: the relative loss that is accepted with a chance of 1/e. */
    T: { kind: 'number', default: 0.1, from: 0, to: 1e6 },
    TMin: { kind: 'number', default: 1e-4, from: 0, to: 1e6 },
    /** Factor on the temperature at each step. */
    alpha: { kind: 'number', default: 0.9975, from: 0, to: 0.9999999 },
    /** Steps at each temperature. */
    maxiter: { kind: 'number', default: 1, from: 1, to: 1e9, integer: true },
    /** Step only to valid neighbours. Without it, step to any; those that violate restrictions fail. */
    constraintAware: { kind: 'flag', default: true },
  },
  async run(search, { T, TMin, alpha, maxiter, constraintAware }, { x0 }) {
    const { random } = search;
    const proposals = new Proposals(search, constraintAware);
    // With a small budget the temperature falls faster, such that the budget sees all temperatures.
    const steps = search.isLimited && Number.isFinite(search.remaining) ? search.remaining / 2 : Infinity;
    const cooling = T > 0 && TMin > 0 ? Math.min(alpha, (TMin / T) ** (1 / Math.max(1, steps))) : alpha;
    let current = x0 ?? freshIndex(search);
    let objective = await search.evaluate(current);
    let best = objective;
    let sinceBest = 0;
    for (let temperature = T; temperature > TMin && sinceBest < patience; temperature *= cooling) {
      for (let step = 0; step < maxiter; step++) {
        const next = constraintAware ? validNeighbour(search, current) : anyNeighbour(search, current);
        if (next === undefined) return;
        const found = await proposals.evaluate(next);
        const accepted = random.next() < acceptanceOf(objective, found, temperature);
        if (accepted && next !== invalid) [current, objective] = [next, found];
        sinceBest = found < best ? 0 : sinceBest + 1;
        best = Math.min(best, found);
      }
    }
  },
});

/** One that was not evaluated yet, if there is one. */
function validNeighbour(search: Search, index: number): number | undefined {
  const neighbours = unknownFirst(
    search.space.neighbours(index, 'hamming'),
    (other) => search.objectives(other) === undefined,
  );
  return neighbours.length === 0 ? undefined : pick(neighbours, search.random);
}

/** One parameter set to another of its values, restrictions or not. */
function anyNeighbour({ space, random }: Search, index: number): number | undefined {
  const varying = varyingParameters(space);
  if (varying.length === 0) return undefined;
  const parameter = pick(varying, random);
  const places = space.valueIndices(index);
  const values = space.parameters[parameter]?.values.length ?? 1;
  places[parameter] = ((places[parameter] ?? 0) + 1 + random.integer(values - 1)) % values;
  return space.indexOfValues(places);
}

function unknownFirst(neighbours: ArrayLike<number>, isUnknown: (index: number) => boolean): number[] {
  const all = Array.from(neighbours);
  const unknown = all.filter(isUnknown);
  return unknown.length > 0 ? unknown : all;
}
