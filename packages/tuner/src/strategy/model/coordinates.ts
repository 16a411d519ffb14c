/** Configurations as points for a model that goes by distances. */
import type { SearchSpace } from '../../space/search-space';
import { encodeRows, rankEncoder, type FeatureEncoder } from './features';

/** By how much two different names differ in the coordinate of either: then their distance is 1. */
const apart = Math.SQRT1_2;

/**
 * A coordinate per parameter: the rank of its value, its range scaled to one. Names have no ranks, any two are as far
 * from each other: a parameter of more than two has a coordinate for each of them. Parameters of one value are left out.
 */
export class Coordinates {
  /** For each coordinate, which of the varying parameters it is of. */
  readonly parameterOf: readonly number[];
  private readonly encoder: FeatureEncoder;
  private readonly isNamed: readonly boolean[];

  constructor(space: SearchSpace) {
    this.encoder = rankEncoder(space);
    this.isNamed = space.parameters
      .filter(({ values }) => values.length > 1)
      .map(({ values }) => values.length > 2 && values.some((value) => typeof value === 'string'));
    this.parameterOf = this.encoder.levels.flatMap((levels, parameter) =>
      new Array<number>(this.isNamed[parameter] ? levels : 1).fill(parameter),
    );
  }

  /** Parameters that vary. */
  get parameters(): number {
    return this.encoder.width;
  }

  /** One row of coordinates per configuration. */
  rows(configurations: readonly number[]): Float64Array {
    const { levels, width } = this.encoder;
    const ranks = encodeRows(this.encoder, configurations);
    const rows = new Float64Array(configurations.length * this.parameterOf.length);
    let offset = 0;
    for (let at = 0; at < ranks.length; at++) {
      const parameter = at % width;
      const rank = ranks[at] as number;
      const count = levels[parameter] as number;
      if (this.isNamed[parameter]) rows[offset + rank] = apart;
      else rows[offset] = rank / (count - 1);
      offset += this.isNamed[parameter] ? count : 1;
    }
    return rows;
  }
}
