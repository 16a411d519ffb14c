/**
 * Proposals of strategies that do not know the restrictions. With `constraintAware`, the nearest valid configuration
 * replaces a proposal that violates some. Without it, such a proposal fails without being measured, as in Kernel Tuner;
 * it costs no evaluation.
 */
import { BudgetSpent, type Search } from './strategy';
import type { PointSpace } from './points';
import { initialPopulation } from './sampling';

/** The number of a proposal that is not a valid configuration. */
export const invalid = -1;

/** Invalid proposals in a row after which a search is ended: a strategy could go on with them for ever. */
const invalidLimit = 50_000;

export class Proposals {
  private invalidInRow = 0;

  constructor(
    private readonly search: Search,
    readonly isAware: boolean,
  ) {}

  /** The first places of a population: those of valid configurations or, unaware, any. */
  firstPlaces(size: number, x0: number | undefined): Uint32Array[] {
    const { space, random } = this.search;
    if (this.isAware) return initialPopulation(this.search, size, x0).map((index) => space.valueIndices(index));
    const given = x0 === undefined ? [] : [space.valueIndices(x0)];
    const drawn = Array.from({ length: size - given.length }, () =>
      Uint32Array.from(space.parameters, ({ values }) => random.integer(values.length)),
    );
    return [...given, ...drawn];
  }

  /** The same as points. */
  firstPoints(points: PointSpace, size: number, x0: number | undefined): number[][] {
    return this.firstPlaces(size, x0).map((places) => points.pointAt(places));
  }

  /** The configuration that a point stands for, or {@link invalid}. */
  configurationAt(points: PointSpace, point: readonly number[]): number {
    return this.isAware ? points.configurationAt(point) : points.configurationExactlyAt(point);
  }

  /** The objective of a proposal; Infinity for {@link invalid}. */
  async evaluate(index: number): Promise<number> {
    const [objective] = await this.evaluateMany([index]);
    return objective ?? Infinity;
  }

  /** The objectives of several proposals. */
  async evaluateMany(indices: readonly number[]): Promise<number[]> {
    const valid = indices.filter((index) => index !== invalid);
    this.invalidInRow = valid.length > 0 ? 0 : this.invalidInRow + indices.length;
    if (this.invalidInRow > invalidLimit || this.search.signal.aborted) throw new BudgetSpent();
    const objectives = valid.length > 0 ? await this.search.evaluateMany(valid) : [];
    let next = 0;
    return indices.map((index) => (index === invalid ? Infinity : (objectives[next++] ?? Infinity)));
  }
}
