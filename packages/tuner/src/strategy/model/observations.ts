/** The data that a model is fitted to: logarithms of objectives, without failed configurations. */
import type { Search } from '../strategy';

/** Candidates to be compiled ahead: as many as there may be idle processors. */
const anticipated = 16;

/** The configurations of a search that were evaluated through here. */
export class Observations {
  /** Configurations that did not fail. */
  readonly configurations: number[] = [];
  /** Their objectives. */
  readonly objectives: number[] = [];
  /** Configurations that failed. */
  readonly failed: number[] = [];
  private readonly seen = new Set<number>();

  constructor(private readonly search: Search) {}

  /** Evaluates configurations and keeps what comes back. */
  async evaluate(indices: readonly number[]): Promise<void> {
    const objectives = await this.search.evaluateMany(indices);
    indices.forEach((index, at) => {
      const objective = objectives[at] ?? Infinity;
      if (this.seen.has(index)) return;
      this.seen.add(index);
      if (!Number.isFinite(objective)) {
        this.failed.push(index);
        return;
      }
      this.configurations.push(index);
      this.objectives.push(objective);
    });
  }

  /**
   * Evaluates the first of a ranking. The following ones are compiled meanwhile, because the second is often first
   * after the next fit.
   */
  async evaluateFirst(ranking: readonly number[], count: number): Promise<void> {
    const evaluating = this.evaluate(ranking.slice(0, count));
    if (this.search.remaining > count) this.search.anticipate(ranking.slice(count, count + anticipated));
    await evaluating;
  }

  get count(): number {
    return this.configurations.length;
  }

  isKnown(index: number): boolean {
    return this.seen.has(index) || this.search.objectives(index) !== undefined;
  }

  /**
   * Objectives for a model to learn: logarithms, because times and rates differ by factors. Rates are maximised, so
   * they come as negative numbers. Objectives of both signs are used unchanged.
   */
  targets(): Float64Array {
    const signs = new Set(this.objectives.map(Math.sign));
    if (signs.size !== 1 || signs.has(0)) return Float64Array.from(this.objectives);
    return Float64Array.from(this.objectives, (objective) => Math.sign(objective) * Math.log(Math.abs(objective)));
  }

  /** The configurations, from the best on. */
  ranked(): number[] {
    const order = this.objectives.map((objective, at) => [objective, at] as const).sort((a, b) => a[0] - b[0]);
    return order.map(([, at]) => this.configurations[at] as number);
  }
}

/** Mean, and standard deviation of all values, not of a sample. */
export function spreadOf(values: Float64Array): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) };
}
