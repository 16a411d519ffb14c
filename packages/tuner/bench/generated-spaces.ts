/**
 * Spaces that nobody tuned to: objectives made from a seed by the traits that kernels' objectives have.
 *
 * The logarithm of the time is a sum of
 * - the effect of each parameter: a valley along numbers, anything along names; most of the weight is on a few,
 * - interactions of pairs: a ridge that moves one's best value with the other's, or a table of random numbers,
 * - stairs: each doubling of a product of sizes beyond a limit costs a step, as occupancy does,
 * - ruggedness: normal numbers of their own for each configuration.
 *
 * Restrictions bound products and ask for divisibility; failures are the greatest products, and strokes of bad luck.
 */
import {
  buildSearchSpace,
  createRandom,
  recordedTable,
  type Random,
  type RecordedTable,
  type Restriction,
} from '../src';

/** The traits of a space. Weights are shares of the variance of the logarithm. */
export interface SpaceTraits {
  /** Values of all parameters multiplied, about. */
  readonly cartesian: number;
  /** Parameters of each kind that are drawn from, in turn. */
  readonly kinds: readonly ParameterKind[];
  readonly restrictions: number;
  /** Share of the configurations that fail. */
  readonly failures: number;
  readonly interactions: number;
  readonly stairs: number;
  readonly ruggedness: number;
}

type ParameterKind = 'size' | 'step' | 'flag' | 'name';

interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  readonly values: readonly (number | boolean | string)[];
}

/** Standard deviation of the logarithm of the time: the fastest is some times faster than the mean. */
const spread = 0.55;

/** A space with its objectives; equal seeds and traits give equal ones. */
export function generatedSpace(traits: SpaceTraits, seed: number): RecordedTable {
  const random = createRandom(seed);
  const parameters = drawnParameters(traits, random);
  const space = buildSearchSpace({
    parameters: Object.fromEntries(parameters.map(({ name, values }) => [name, values])),
    restrictions: drawnRestrictions(parameters, traits.restrictions, random),
  });
  const rows = Array.from({ length: space.size }, (_, index) => [...space.valueIndices(index)]);
  const logarithms = new Float64Array(space.size);
  const add = (share: number, term: (row: readonly number[]) => number): void => {
    if (share > 0) accumulate(logarithms, normalised(rows.map(term)), spread * Math.sqrt(share));
  };
  const alone = Math.max(0, 1 - traits.interactions - traits.stairs - traits.ruggedness);
  add(alone, sumOf(parameters.map((_, at) => singleEffect(parameters, at, random))));
  add(traits.interactions, sumOf(pairs(parameters.length, random).map((pair) => pairEffect(parameters, pair, random))));
  add(traits.stairs, sumOf([0, 1].map(() => stairs(parameters, random))));
  add(traits.ruggedness, () => random.normal());
  const fails = failing(rows, parameters, traits.failures, random);
  return recordedTable(
    space,
    rows.map((row, index) => ({
      configuration: space.configuration(index),
      objective: fails(row) ? Infinity : Math.exp(logarithms[index] ?? 0),
    })),
  );
}

type Term = (row: readonly number[]) => number;

function drawnParameters({ cartesian, kinds }: SpaceTraits, random: Random): Parameter[] {
  const parameters: Parameter[] = [];
  for (let product = 1; product * 2 < cartesian;) {
    const at = parameters.length;
    const kind = kinds[at % kinds.length] ?? 'step';
    const values = drawnValues(kind, random);
    parameters.push({ name: `${kind}${at}`, kind, values });
    product *= values.length;
  }
  return parameters;
}

function drawnValues(kind: ParameterKind, random: Random): Parameter['values'] {
  switch (kind) {
    case 'flag':
      return random.next() < 0.5 ? [0, 1] : [false, true];
    case 'name':
      return ['a', 'b', 'c', 'd', 'e', 'f'].slice(0, 3 + random.integer(4));
    case 'step':
      return Array.from({ length: 3 + random.integer(8) }, (_, place) => place + 1);
    case 'size': {
      const first = random.integer(5);
      return Array.from({ length: 4 + random.integer(5) }, (_, place) => 2 ** (first + place));
    }
  }
}

function drawnRestrictions(parameters: readonly Parameter[], count: number, random: Random): Restriction[] {
  const numbers = parameters.filter(({ kind }) => kind === 'size' || kind === 'step');
  return Array.from({ length: count }, (_, at) => {
    const [a, b] = random.shuffle([...numbers]);
    if (!a || !b) return 'True';
    const greatest = Number(a.values.at(-1)) * Number(b.values.at(-1));
    // A divisor that is always 1 restricts nothing, so 1 is always allowed.
    if (at % 3 === 2) return `${a.name} % ${b.name} == 0 or ${b.name} % ${a.name} == 0`;
    if (at % 3 === 1) return `${a.name} * ${b.name} >= ${Math.ceil(Math.sqrt(greatest) / 4)}`;
    return `${a.name} * ${b.name} <= ${Math.ceil(greatest / 4)}`;
  });
}

/** Where a value stands between the first, 0, and the last, 1. */
function standing(parameters: readonly Parameter[], row: readonly number[], at: number): number {
  return (row[at] ?? 0) / Math.max(1, (parameters[at]?.values.length ?? 1) - 1);
}

function singleEffect(parameters: readonly Parameter[], at: number, random: Random): Term {
  // Exponential weights: a few parameters matter, most do little.
  const weight = -Math.log(1 - random.next());
  const parameter = parameters[at] as Parameter;
  const table = parameter.values.map(() => random.next());
  const valley = random.next();
  if (parameter.kind === 'name' || parameter.kind === 'flag') return (row) => weight * (table[row[at] ?? 0] ?? 0);
  return (row) => {
    const off = standing(parameters, row, at) - valley;
    return weight * (2 * off * off + 0.3 * (table[row[at] ?? 0] ?? 0));
  };
}

function pairs(count: number, random: Random): [number, number][] {
  const all = Array.from({ length: count }, (_, a) =>
    Array.from({ length: count - a - 1 }, (__, step): [number, number] => [a, a + step + 1]),
  ).flat();
  return random.shuffle(all).slice(0, count);
}

function pairEffect(parameters: readonly Parameter[], [a, b]: readonly [number, number], random: Random): Term {
  const weight = -Math.log(1 - random.next());
  const isRidge = [a, b].every((at) => ['size', 'step'].includes(parameters[at]?.kind ?? '')) && random.next() < 0.6;
  const offset = random.next() - 0.5;
  const sign = random.next() < 0.5 ? 1 : -1;
  const columns = parameters[b]?.values.length ?? 1;
  const table = Array.from({ length: (parameters[a]?.values.length ?? 1) * columns }, () => random.next());
  if (!isRidge) return (row) => weight * (table[(row[a] ?? 0) * columns + (row[b] ?? 0)] ?? 0);
  return (row) => {
    const off = standing(parameters, row, a) - 0.5 + sign * (standing(parameters, row, b) - 0.5) - offset;
    return weight * 2 * off * off;
  };
}

/** The product of up to three sizes, in doublings. */
function doublings(parameters: readonly Parameter[], random: Random): Term {
  const factors = random
    .shuffle(parameters.flatMap(({ kind }, at) => (kind === 'size' || kind === 'step' ? [at] : [])))
    .slice(0, 3);
  const logs = factors.map((at) => (parameters[at]?.values ?? []).map((value) => Math.log2(Number(value))));
  return (row) => factors.reduce((sum, at, place) => sum + (logs[place]?.[row[at] ?? 0] ?? 0), 0);
}

function stairs(parameters: readonly Parameter[], random: Random): Term {
  const product = doublings(parameters, random);
  const most = product(parameters.map(({ values }) => values.length - 1));
  const limit = most * (0.3 + 0.4 * random.next());
  return (row) => Math.max(0, Math.floor(product(row) - limit));
}

function failing(
  rows: readonly (readonly number[])[],
  parameters: readonly Parameter[],
  share: number,
  random: Random,
): (row: readonly number[]) => boolean {
  if (share <= 0) return () => false;
  const product = doublings(parameters, random);
  const sorted = Float64Array.from(rows, product).sort();
  const limit = sorted[Math.floor((sorted.length - 1) * (1 - 0.7 * share))] ?? Infinity;
  return (row) => product(row) > limit || random.next() < 0.3 * share;
}

function sumOf(terms: readonly Term[]): Term {
  return (row) => terms.reduce((sum, term) => sum + term(row), 0);
}

/** Numbers of mean 0 and variance 1; all 0 if they do not differ. */
function normalised(numbers: readonly number[]): number[] {
  const mean = numbers.reduce((a, b) => a + b, 0) / numbers.length;
  const variance = numbers.reduce((sum, x) => sum + (x - mean) ** 2, 0) / numbers.length;
  return numbers.map((x) => (x - mean) / (Math.sqrt(variance) || 1));
}

function accumulate(into: Float64Array, numbers: readonly number[], weight: number): void {
  numbers.forEach((x, at) => (into[at] = (into[at] ?? 0) + weight * x));
}

const kernelLike: SpaceTraits = {
  cartesian: 20_000,
  kinds: ['size', 'size', 'step', 'flag', 'step', 'name', 'flag'],
  restrictions: 2,
  failures: 0.1,
  interactions: 0.3,
  stairs: 0.2,
  ruggedness: 0.02,
};

/** Spaces of different traits: each departs in the trait of its name from one that is like a kernel's. */
export const generatedSpaces: Readonly<Record<string, (seed: number) => RecordedTable>> = Object.fromEntries(
  Object.entries({
    'like a kernel': {},
    small: { cartesian: 1000 },
    large: { cartesian: 150_000 },
    smooth: { interactions: 0.1, stairs: 0, ruggedness: 0.001 },
    rugged: { ruggedness: 0.2 },
    interacting: { interactions: 0.75, stairs: 0.1 },
    stairs: { stairs: 0.7, interactions: 0.15 },
    failing: { failures: 0.5 },
    restricted: { restrictions: 6, cartesian: 100_000 },
    flags: { kinds: ['flag', 'flag', 'flag', 'step'], restrictions: 1 },
    names: { kinds: ['name', 'name', 'step'], restrictions: 0, interactions: 0.5 },
    sizes: { kinds: ['size'], restrictions: 3 },
  } satisfies Readonly<Record<string, Partial<SpaceTraits>>>).map(([title, traits], at) => [
    title,
    (seed: number) => generatedSpace({ ...kernelLike, ...traits }, seed * 1000 + at),
  ]),
);
