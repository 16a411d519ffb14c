/** Simulated annealing (Kirkpatrick, Gelatt and Vecchi, 1983) over neighbours. */
import { defineStrategy } from '../define-strategy';
import { freshIndex, pick } from '../sampling';

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
    maxiter: { kind: 'number', default: 1, from: 1, to: 1e9, integer: true },
  },
  async run(search, { T, TMin, alpha, maxiter }, { x0 }) {
    const { space, random } = search;
    // With a small budget the temperature falls faster, such that the budget sees all temperatures.
    const steps = search.isLimited && Number.isFinite(search.remaining) ? search.remaining / 2 : Infinity;
    const cooling = T > 0 && TMin > 0 ? Math.min(alpha, (TMin / T) ** (1 / Math.max(1, steps))) : alpha;
    let current = x0 ?? freshIndex(search);
    let objective = await search.evaluate(current);
    let best = objective;
    let sinceBest = 0;
    for (let temperature = T; temperature > TMin && sinceBest < patience; temperature *= cooling) {
      for (let step = 0; step < maxiter; step++) {
        const neighbours = unknownFirst(
          space.neighbours(current, 'hamming'),
          (index) => search.objectives(index) === undefined,
        );
        if (neighbours.length === 0) return;
        const next = pick(neighbours, random);
        const found = await search.evaluate(next);
        if (isAccepted(objective, found, temperature, random.next())) [current, objective] = [next, found];
        sinceBest = found < best ? 0 : sinceBest + 1;
        best = Math.min(best, found);
      }
    }
  },
});

function unknownFirst(neighbours: ArrayLike<number>, isUnknown: (index: number) => boolean): number[] {
  const all = Array.from(neighbours);
  const unknown = all.filter(isUnknown);
  return unknown.length > 0 ? unknown : all;
}

// Metropolis' rule, on relative loss: objectives have any unit. A failed configuration is left at the first chance.
function isAccepted(objective: number, found: number, temperature: number, chance: number): boolean {
  if (found <= objective || objective === Infinity) return true;
  return chance < Math.exp(-(found - objective) / Math.abs(objective) / temperature);
}
