/** Methods that go downhill from a point, for objectives of real coordinates. */

/** Where a method may go, and how it asks for the objective. */
export interface LocalProblem {
  /** Greatest coordinate of each dimension; the least is 0. */
  readonly bounds: readonly number[];
  objective(point: readonly number[]): Promise<number>;
}

/** A point and its objective. */
export interface LocalResult {
  readonly point: readonly number[];
  readonly objective: number;
}

/** Goes downhill from a point until the steps are too small to reach another configuration. */
export type LocalMethod = (problem: LocalProblem, from: readonly number[]) => Promise<LocalResult>;

/** Steps below this reach no other configuration: places of values are one apart. */
export const leastStep = 0.3;

/** The point with every coordinate inside the bounds. */
export function inside(point: readonly number[], bounds: readonly number[]): number[] {
  return point.map((x, i) => Math.min(bounds[i] ?? 0, Math.max(0, x)));
}

/** A first step for each dimension: a quarter of its range, at least one place. */
export function firstSteps(bounds: readonly number[]): number[] {
  return bounds.map((bound) => Math.max(1, bound / 4));
}
