/**
 * A method in the manner of COBYLA (Powell, 1994): a linear model of the objective inside a trust region that shrinks
 * when the model is wrong. The simplex that carries the model is measured anew around each centre.
 */
import { firstSteps, inside, leastStep, type LocalMethod } from './local-method';

export const linearModels: LocalMethod = async (problem, from) => {
  let point = inside(from, problem.bounds);
  let objective = await problem.objective(point);
  let radii = firstSteps(problem.bounds);
  while (Math.max(0, ...radii) > leastStep) {
    const slopes = await slopesAround((at) => problem.objective(at), point, objective, radii, problem.bounds);
    const length = Math.hypot(...slopes) || 1;
    const next = inside(
      point.map((x, i) => x - ((slopes[i] ?? 0) / length) * (radii[i] ?? 0) * Math.sqrt(point.length)),
      problem.bounds,
    );
    const found = await problem.objective(next);
    if (found < objective) [point, objective] = [next, found];
    else radii = radii.map((radius) => radius / 2);
  }
  return { point, objective };
};

/** Differences to a point at the radius in each dimension, per radius. A failed configuration counts as level. */
async function slopesAround(
  evaluate: (point: readonly number[]) => Promise<number>,
  point: readonly number[],
  objective: number,
  radii: readonly number[],
  bounds: readonly number[],
): Promise<number[]> {
  const slopes: number[] = [];
  for (const [dimension, radius] of radii.entries()) {
    const up = (point[dimension] ?? 0) + radius <= (bounds[dimension] ?? 0);
    const step = up ? radius : -radius;
    const there = await evaluate(
      inside(
        point.map((x, i) => (i === dimension ? x + step : x)),
        bounds,
      ),
    );
    slopes.push(Number.isFinite(there - objective) ? ((there - objective) / step) * radius : 0);
  }
  return slopes;
}
