/** Pattern search (Hooke and Jeeves, 1961): tries each dimension up and down, repeats moves that helped. */
import { firstSteps, inside, leastStep, type LocalMethod } from './local-method';

export const patternSearch: LocalMethod = async (problem, from) => {
  let point = inside(from, problem.bounds);
  let objective = await problem.objective(point);
  let steps = firstSteps(problem.bounds);
  while (Math.max(0, ...steps) > leastStep) {
    const before = point;
    for (const [dimension, step] of steps.entries()) {
      for (const by of [step, -step]) {
        const next = inside(
          point.map((x, i) => (i === dimension ? x + by : x)),
          problem.bounds,
        );
        const found = await problem.objective(next);
        if (found >= objective) continue;
        [point, objective] = [next, found];
        break;
      }
    }
    if (point === before) {
      steps = steps.map((step) => step / 2);
      continue;
    }
    const onward = inside(
      point.map((x, i) => 2 * x - (before[i] ?? 0)),
      problem.bounds,
    );
    const found = await problem.objective(onward);
    if (found < objective) [point, objective] = [onward, found];
  }
  return { point, objective };
};
