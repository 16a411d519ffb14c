/**
 * A method in the manner of L-BFGS-B (Byrd, Lu, Nocedal and Zhu, 1995): gradients from central differences of one
 * place, a limited memory of curvature (two-loop recursion, Nocedal, 1980), and steps projected on the bounds.
 */
import { inside, leastStep, type LocalMethod, type LocalProblem } from './local-method';

interface Curvature {
  /** Change of the point, of the gradient, and one over their product. */
  readonly step: readonly number[];
  readonly change: readonly number[];
  readonly inverse: number;
}

const memory = 5;

export const projectedQuasiNewton: LocalMethod = async (problem, from) => {
  let point = inside(from, problem.bounds);
  let objective = await problem.objective(point);
  let gradient = await gradientAt(problem, point, objective);
  const curvatures: Curvature[] = [];
  for (let iteration = 0; iteration < 20 * point.length; iteration++) {
    const direction = twoLoop(gradient, curvatures);
    const found = await lineSearch(problem, point, objective, direction);
    if (!found) return { point, objective };
    const next = await gradientAt(problem, found.point, found.objective);
    const step = found.point.map((x, i) => x - (point[i] ?? 0));
    const change = next.map((slope, i) => slope - (gradient[i] ?? 0));
    const product = dot(step, change);
    // Only positive curvature keeps the model a bowl.
    if (product > 1e-12) curvatures.push({ step, change, inverse: 1 / product });
    if (curvatures.length > memory) curvatures.shift();
    [point, objective, gradient] = [found.point, found.objective, next];
  }
  return { point, objective };
};

async function gradientAt(problem: LocalProblem, point: readonly number[], objective: number): Promise<number[]> {
  const gradient: number[] = [];
  for (const dimension of point.keys()) {
    const moved = (by: number): number[] =>
      inside(
        point.map((x, i) => (i === dimension ? x + by : x)),
        problem.bounds,
      );
    const [above, below] = [moved(1), moved(-1)];
    const upper = finiteOr(await problem.objective(above), objective);
    const lower = finiteOr(await problem.objective(below), objective);
    const distance = (above[dimension] ?? 0) - (below[dimension] ?? 0);
    gradient.push(distance > 0 ? (upper - lower) / distance : 0);
  }
  return gradient;
}

// A failed configuration has no slope: taken as level, it neither attracts nor bends the model.
function finiteOr(value: number, otherwise: number): number {
  return Number.isFinite(value) ? value : otherwise;
}

function twoLoop(gradient: readonly number[], curvatures: readonly Curvature[]): number[] {
  let direction = [...gradient];
  const weights: number[] = [];
  for (const { step, change, inverse } of curvatures.toReversed()) {
    const weight = inverse * dot(step, direction);
    weights.unshift(weight);
    direction = direction.map((x, i) => x - weight * (change[i] ?? 0));
  }
  const last = curvatures.at(-1);
  if (last) direction = direction.map((x) => x / (last.inverse * dot(last.change, last.change)));
  curvatures.forEach(({ step, change, inverse }, at) => {
    const correction = (weights[at] ?? 0) - inverse * dot(change, direction);
    direction = direction.map((x, i) => x + correction * (step[i] ?? 0));
  });
  return direction.map((x) => -x);
}

async function lineSearch(
  problem: LocalProblem,
  point: readonly number[],
  objective: number,
  direction: readonly number[],
) {
  const longest = Math.max(...direction.map(Math.abs), 1e-300);
  const range = Math.max(1, ...problem.bounds);
  // From a quarter of the widest range down to a step that reaches no other configuration.
  for (let reach = range / 4; reach > leastStep; reach /= 2) {
    const next = inside(
      point.map((x, i) => x + ((direction[i] ?? 0) / longest) * reach),
      problem.bounds,
    );
    const found = await problem.objective(next);
    if (found < objective) return { point: next, objective: found };
  }
  return undefined;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
}
