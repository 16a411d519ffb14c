/** The simplex method of Nelder and Mead (1965), with the coefficients of their paper. */
import { firstSteps, inside, leastStep, type LocalMethod, type LocalResult } from './local-method';

export const nelderMead: LocalMethod = async (problem, from) => {
  const at = async (point: readonly number[]): Promise<LocalResult> => {
    const inBounds = inside(point, problem.bounds);
    return { point: inBounds, objective: await problem.objective(inBounds) };
  };
  let simplex = [await at(from)];
  for (const [dimension, step] of firstSteps(problem.bounds).entries()) {
    const bound = problem.bounds[dimension] ?? 0;
    // Away from the nearer edge, or the simplex is flat.
    simplex.push(await at(from.map((x, i) => (i === dimension ? x + (x + step > bound ? -step : step) : x))));
  }
  const limit = 40 * problem.bounds.length;
  for (let iteration = 0; iteration < limit && extent(simplex) > leastStep; iteration++) {
    simplex.sort((a, b) => (a.objective === b.objective ? 0 : a.objective - b.objective));
    simplex = await improved(simplex, at);
  }
  return simplex.reduce((a, b) => (b.objective < a.objective ? b : a));
};

async function improved(
  simplex: readonly LocalResult[],
  at: (point: readonly number[]) => Promise<LocalResult>,
): Promise<LocalResult[]> {
  const kept = simplex.slice(0, -1);
  const [best, worst, nextWorst] = [simplex[0], simplex.at(-1), simplex.at(-2)];
  if (!best || !worst || !nextWorst) return [...simplex];
  const center = best.point.map((_, i) => kept.reduce((sum, { point }) => sum + (point[i] ?? 0), 0) / kept.length);
  const along = (factor: number): number[] => center.map((x, i) => x + factor * (x - (worst.point[i] ?? 0)));
  const reflected = await at(along(1));
  if (reflected.objective < best.objective) {
    const expanded = await at(along(2));
    return [...kept, expanded.objective < reflected.objective ? expanded : reflected];
  }
  if (reflected.objective < nextWorst.objective) return [...kept, reflected];
  const contracted = await at(along(reflected.objective < worst.objective ? 0.5 : -0.5));
  if (contracted.objective < Math.min(worst.objective, reflected.objective)) return [...kept, contracted];
  const shrunk = [best];
  for (const { point } of simplex.slice(1)) shrunk.push(await at(point.map((x, i) => (x + (best.point[i] ?? 0)) / 2)));
  return shrunk;
}

function extent(simplex: readonly LocalResult[]): number {
  const [first, ...others] = simplex;
  if (!first) return 0;
  return Math.max(0, ...others.flatMap(({ point }) => point.map((x, i) => Math.abs(x - (first.point[i] ?? 0)))));
}
