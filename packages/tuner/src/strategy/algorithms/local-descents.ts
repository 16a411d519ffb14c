/** Strategies around methods for real coordinates: from many starts, in hops, and annealed. */
import { defineStrategy } from '../define-strategy';
import { localMethod, localMethodNames } from '../local-method';
import type { LocalProblem } from '../local-method/local-method';
import { PointSpace } from '../points';
import { freshIndex } from '../sampling';
import type { Search } from '../strategy';

const method = { kind: 'choice', default: 'L-BFGS-B', among: localMethodNames } as const;

function problemOf(search: Search, points: PointSpace): LocalProblem {
  return { bounds: points.bounds, objective: (point) => points.evaluate(search, point) };
}

/** One local method, from a start and, for as long as the budget lasts, from others. */
export const minimize = defineStrategy({
  name: 'minimize',
  reference: 'minimize',
  options: { method },
  async run(search, options, { x0 }) {
    const points = new PointSpace(search.space);
    await localMethod(options.method)(problemOf(search, points), points.pointOf(x0 ?? freshIndex(search)));
  },
});

/** Basin hopping (Wales and Doye, 1997): hop away from the local optimum, descend, accept by Metropolis' rule. */
export const basinHopping = defineStrategy({
  name: 'basinHopping',
  reference: 'basinhopping',
  options: {
    method,
    /** Relative loss that is accepted with a chance of 1/e. */
    T: { kind: 'number', default: 1, from: 0, to: 1e6 },
    /** Longest hop, as a share of each parameter's range. */
    stepsize: { kind: 'number', default: 0.5, from: 0, to: 1 },
    niter: { kind: 'number', default: 100, from: 1, to: 1e9, integer: true },
  },
  async run(search, { method: name, T, stepsize, niter }, { x0 }) {
    const points = new PointSpace(search.space);
    const descend = localMethod(name);
    const problem = problemOf(search, points);
    let current = await descend(problem, points.pointOf(x0 ?? freshIndex(search)));
    for (let hop = 0; hop < niter; hop++) {
      const start = points.clamped(
        current.point.map((x, i) => x + stepsize * (2 * search.random.next() - 1) * Math.max(1, points.bounds[i] ?? 0)),
      );
      const found = await descend(problem, start);
      const loss = (found.objective - current.objective) / Math.abs(current.objective);
      if (!(loss > 0) || search.random.next() < Math.exp(-loss / T)) current = found;
    }
  },
});

/** Generalised annealing (Tsallis and Stariolo, 1996; Xiang et al., 1997): heavy-tailed moves, then local descents. */
export const dualAnnealing = defineStrategy({
  name: 'dualAnnealing',
  reference: 'dual_annealing',
  options: {
    method: { ...method, default: 'COBYLA' },
    maxiter: { kind: 'number', default: 1000, from: 1, to: 1e9, integer: true },
    initialTemp: { kind: 'number', default: 5230, from: 1e-2, to: 5e4 },
    /** Restart when the temperature has fallen to this share of the first. */
    restartTempRatio: { kind: 'number', default: 2e-5, from: 0, to: 1 },
    /** Shape of the moves' distribution; heavier tails from 1 to 3. */
    visit: { kind: 'number', default: 2.62, from: 1.01, to: 3 },
    /** Shape of acceptance. */
    accept: { kind: 'number', default: -5, from: -1e4, to: -5 },
  },
  async run(search, { method: name, maxiter, initialTemp, restartTempRatio, visit, accept }, { x0 }) {
    const points = new PointSpace(search.space);
    const problem = problemOf(search, points);
    const { random } = search;
    let point = points.pointOf(x0 ?? freshIndex(search));
    let objective = await points.evaluate(search, point);
    let best = objective;
    for (let step = 1; step <= maxiter; step++) {
      const temperature = (initialTemp * (2 ** (visit - 1) - 1)) / ((1 + step) ** (visit - 1) - 1);
      if (temperature < initialTemp * restartTempRatio) return;
      for (const dimensions of chain(points.dimensions, random.integer(points.dimensions))) {
        const moved = points.clamped(
          point.map((x, i) =>
            dimensions.includes(i) ? x + tailed(visit, temperature / initialTemp, random) * (points.bounds[i] ?? 1) : x,
          ),
        );
        const found = await points.evaluate(search, moved);
        if (isAccepted(objective, found, accept, temperature / step, random.next()))
          [point, objective] = [moved, found];
      }
      if (objective >= best) continue;
      // A new best is worth a descent.
      const descended = await localMethod(name)(problem, point);
      [point, objective] = [[...descended.point], descended.objective];
      best = objective;
    }
  },
});

/** All dimensions at once, then each on its own from a random one on. */
function* chain(dimensions: number, first: number): Generator<readonly number[]> {
  yield Array.from({ length: dimensions }, (_, i) => i);
  for (let i = 0; i < dimensions; i++) yield [(first + i) % dimensions];
}

/** A number of a distribution with a power-law tail, wider at a high temperature (a ratio from 0 to 1). */
function tailed(visit: number, temperature: number, random: { normal(): number }): number {
  const width = 0.15 + 0.35 * Math.min(1, temperature);
  const heavy = Math.abs(random.normal()) ** ((visit - 1) / 2);
  return (width * random.normal()) / Math.max(heavy, 0.05);
}

function isAccepted(objective: number, found: number, accept: number, temperature: number, chance: number): boolean {
  if (found <= objective || objective === Infinity) return true;
  const loss = (found - objective) / Math.abs(objective);
  const base = 1 - ((1 - accept) * loss) / temperature;
  return base > 0 && chance <= Math.exp(Math.log(base) / (1 - accept));
}
