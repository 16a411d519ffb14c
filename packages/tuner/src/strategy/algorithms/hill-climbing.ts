/** Walks downhill over neighbours. */
import { argumentError } from '@heddle/core/backend';
import type { NeighbourKind } from '../../space/search-space';
import type { Search } from '../strategy';

/** How a hill is climbed. */
export interface ClimbOptions {
  readonly neighbour: NeighbourKind;
  /** Take the first better neighbour, instead of the best of all. */
  readonly greedy: boolean;
  /** After a step, go on with the parameter after the one that changed, instead of starting over. */
  readonly restart: boolean;
  /** Parameters in the order in which they are tried; names that are not given come last. */
  readonly order: readonly string[];
  /** Try neighbours in a random order. */
  readonly randomize: boolean;
}

/** A configuration and its objective. */
export interface Position {
  readonly index: number;
  readonly objective: number;
}

/** Goes to better neighbours until there is none. */
export async function climb(search: Search, from: Position, options: ClimbOptions): Promise<Position> {
  let position = from;
  for (;;) {
    const next = options.greedy
      ? await firstBetter(search, position, options)
      : await bestNeighbour(search, position, options);
    if (!next) return position;
    position = next;
  }
}

/** Kernel Tuner's names of neighbourhoods, if they are others. */
export const neighbourSynonyms = { 'closest-param-indices': 'closest' } as const;

/**
 * An order of parameters by their names; it may have places of parameters instead, as Kernel Tuner's have.
 *
 * @throws HeddleError `ARGUMENT` for what is not a parameter
 */
export function namedOrder(search: Search, order: readonly (string | number)[]): string[] {
  const known = search.space.parameters.map(({ name }) => name);
  return order.map((parameter) => {
    const name = typeof parameter === 'number' ? known[parameter] : parameter;
    if (name !== undefined && known.includes(name)) return name;
    throw argumentError(`The order has ${JSON.stringify(parameter)}, which is not a parameter.`, {
      parameter: 'order',
      hint: `There are ${known.join(', ')}.`,
    });
  });
}

async function firstBetter(search: Search, position: Position, options: ClimbOptions): Promise<Position | undefined> {
  let current = position;
  for (const neighbour of ordered(search, position.index, options)) {
    const candidate = options.restart ? neighbour : transferred(search, position.index, neighbour, current.index);
    if (candidate < 0 || candidate === current.index) continue;
    const objective = await search.evaluate(candidate);
    if (objective >= current.objective) continue;
    current = { index: candidate, objective };
    if (options.restart) return current;
  }
  return current === position ? undefined : current;
}

async function bestNeighbour(search: Search, position: Position, options: ClimbOptions): Promise<Position | undefined> {
  const neighbours = ordered(search, position.index, options);
  const objectives = await search.evaluateMany(neighbours);
  let best: Position | undefined;
  neighbours.forEach((index, at) => {
    const objective = objectives[at] ?? Infinity;
    if (objective < (best ?? position).objective) best = { index, objective };
  });
  return best;
}

function ordered(search: Search, index: number, { neighbour, order, randomize }: ClimbOptions): number[] {
  const { space, random } = search;
  const neighbours = Array.from(space.neighbours(index, neighbour));
  if (randomize) random.shuffle(neighbours);
  if (order.length === 0) return neighbours;
  const rankOf = (other: number): number => {
    const changed = space.parameters.findIndex((_, p) => space.valueIndex(other, p) !== space.valueIndex(index, p));
    const rank = order.indexOf(space.parameters[changed]?.name ?? '');
    return rank < 0 ? order.length : rank;
  };
  return neighbours
    .map((other) => [rankOf(other), other] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, other]) => other);
}

/** The same change applied to another configuration; -1 if that is not valid. */
function transferred(search: Search, from: number, to: number, onto: number): number {
  if (from === onto) return to;
  const { space } = search;
  const places = space.valueIndices(onto);
  space.parameters.forEach((_, parameter) => {
    const place = space.valueIndex(to, parameter);
    if (place !== space.valueIndex(from, parameter)) places[parameter] = place;
  });
  return space.indexOfValues(places);
}
