/** Configurations as rows of small integers, which models learn from. */
import type { SearchSpace } from '../../space/search-space';

/** Turns configurations into rows of features. */
export interface FeatureEncoder {
  /** Number of features. */
  readonly width: number;
  /** Values of each feature: it is an integer from 0 to one less. */
  readonly levels: readonly number[];
  /** Writes the features of a configuration from `offset` on. */
  encode(configuration: number, into: Uint32Array, offset: number): void;
}

/**
 * Ranks of the values: numbers in the order of their size, others as they are listed. Ranks and not values, because
 * tuning parameters grow by factors as often as by steps. Parameters of one value carry nothing and are left out.
 */
export function rankEncoder(space: SearchSpace): FeatureEncoder {
  const varying = space.parameters.flatMap(({ values }, parameter) => (values.length > 1 ? [parameter] : []));
  const ranks = varying.map((parameter) => {
    const values = space.parameters[parameter]?.values ?? [];
    const order = values.map((_, place) => place);
    if (values.every((value) => typeof value === 'number')) {
      order.sort((a, b) => Number(values[a]) - Number(values[b]));
    }
    const rankOf = new Uint32Array(values.length);
    order.forEach((place, rank) => (rankOf[place] = rank));
    return rankOf;
  });
  return {
    width: varying.length,
    levels: ranks.map(({ length }) => length),
    encode(configuration, into, offset) {
      for (let feature = 0; feature < varying.length; feature++) {
        const place = space.valueIndex(configuration, varying[feature] as number);
        into[offset + feature] = ranks[feature]?.[place] ?? 0;
      }
    },
  };
}

/** The features of several configurations, one row each. */
export function encodeRows(encoder: FeatureEncoder, configurations: readonly number[]): Uint32Array {
  const rows = new Uint32Array(configurations.length * encoder.width);
  configurations.forEach((configuration, row) => encoder.encode(configuration, rows, row * encoder.width));
  return rows;
}

/** More pairs would cost more time than they save evaluations. */
const maximumPairs = 66;

/**
 * Ranks of the values, and ranks of the products of each two parameters that are positive numbers: threads of a block,
 * elements of a tile. Such a product mostly limits a kernel, and a tree needs many splits to form one.
 */
export function productEncoder(space: SearchSpace): FeatureEncoder {
  const single = rankEncoder(space);
  const factors = space.parameters.flatMap(({ values }, parameter) => {
    return values.length > 2 && values.every((value) => typeof value === 'number' && value > 0) ? [parameter] : [];
  });
  const pairs = factors.flatMap((a, at) => factors.slice(at + 1).map((b) => productRanks(space, a, b)));
  const kept = pairs.slice(0, maximumPairs);
  return {
    width: single.width + kept.length,
    levels: [...single.levels, ...kept.map(({ levels }) => levels)],
    encode(configuration, into, offset) {
      single.encode(configuration, into, offset);
      for (let at = 0; at < kept.length; at++) {
        const { a, b, ranks, stride } = kept[at] as ProductRanks;
        const place = space.valueIndex(configuration, a) * stride + space.valueIndex(configuration, b);
        into[offset + single.width + at] = ranks[place] as number;
      }
    },
  };
}

interface ProductRanks {
  readonly a: number;
  readonly b: number;
  readonly ranks: Uint32Array;
  readonly stride: number;
  readonly levels: number;
}

function productRanks(space: SearchSpace, a: number, b: number): ProductRanks {
  const [first, second] = [a, b].map((parameter) => (space.parameters[parameter]?.values ?? []).map(Number));
  const products = (first ?? []).flatMap((x) => (second ?? []).map((y) => x * y));
  const ordered = [...new Set(products)].sort((x, y) => x - y);
  const rankOf = new Map(ordered.map((product, rank) => [product, rank]));
  const ranks = Uint32Array.from(products, (product) => rankOf.get(product) ?? 0);
  return { a, b, ranks, stride: second?.length ?? 1, levels: ordered.length };
}
