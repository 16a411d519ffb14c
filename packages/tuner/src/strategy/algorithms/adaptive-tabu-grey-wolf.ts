/**
 * The grey wolf optimiser (Mirjalili, Mirjalili and Lewis, 2014) on discrete places: a small pack follows its three
 * best, parameter by parameter, with shakes that grow when it stagnates. Everything that was measured is tabu. Of several
 * places that a wolf could go to, it goes to the one that the nearest measured configurations speak for.
 */
import { defineStrategy } from '../define-strategy';
import type { Random } from '../random';
import { rankEncoder } from '../model/features';
import { NearestEstimate, type Seen } from '../model/nearest-estimate';
import { freshIndex, initialPopulation, pick } from '../sampling';
import type { Search } from '../strategy';

interface Wolf {
  index: number;
  objective: number;
}

export const adaptiveTabuGreyWolf = defineStrategy({
  name: 'adaptiveTabuGreyWolf',
  reference: 'adaptive_tabu_greywolf',
  options: {
    popsize: { kind: 'number', default: 8, from: 4, to: 1e5, integer: true },
    /** Has no effect: nothing is measured twice, which is as a tabu list without end. Kept for options in files. */
    tabuFactor: { kind: 'number', default: 3, from: 0, to: 1e5 },
    /** Chance that a parameter is changed at random. */
    shakeRate: { kind: 'number', default: 0.2, from: 0, to: 1 },
    /** Rounds without a new best after which half of the pack is replaced. */
    stagnation: { kind: 'number', default: 8, from: 1, to: 1e9, integer: true },
    /** Places among which a wolf chooses; 1 measures every place that comes up. */
    choices: { kind: 'number', default: 12, from: 1, to: 1e5, integer: true },
    maxiter: { kind: 'number', default: 1000, from: 1, to: 1e9, integer: true },
  },
  async run(search, { popsize, shakeRate, stagnation, choices, maxiter }, { x0 }) {
    const { random } = search;
    let pack = await evaluated(search, initialPopulation(search, Math.min(popsize, search.space.size), x0));
    const estimate = new NearestEstimate(rankEncoder(search.space), 5);
    const seen: Seen[] = pack.map((wolf) => ({ ...wolf }));
    let [stagnant, best] = [0, pack[0]?.objective ?? Infinity];
    for (let round = 0; round < maxiter; round++) {
      const rate = shakeRate * (1 + stagnant / stagnation);
      for (let at = 0; at < pack.length; at++) {
        const wolf = pack[at] as Wolf;
        const places = Array.from({ length: choices }, (_, choice) => {
          if (choice === 1) return around(search, (pack[weighted(random, 3)] ?? wolf).index);
          return choice === 2 ? freshIndex(search) : prey(search, pack, wolf, rate);
        });
        const index = choices === 1 ? (places[0] ?? wolf.index) : estimate.best([...new Set(places)], seen);
        const objective = await search.evaluate(index);
        seen.push({ index, objective });
        if (objective <= wolf.objective) pack[at] = { index, objective };
      }
      pack.sort(byObjective);
      const leader = pack[0]?.objective ?? Infinity;
      stagnant = leader < best ? 0 : stagnant + 1;
      best = Math.min(best, leader);
      if (stagnant < stagnation) continue;
      const kept = pack.slice(0, Math.ceil(pack.length / 2));
      const fresh = Array.from({ length: pack.length - kept.length }, (_, at) =>
        at % 2 === 0 ? freshIndex(search) : shaken(search, pick(kept, random).index, 0.5),
      );
      const newcomers = await evaluated(search, fresh);
      seen.push(...newcomers.map((wolf) => ({ ...wolf })));
      pack = [...kept, ...newcomers].sort(byObjective);
      stagnant = 0;
    }
  },
});

async function evaluated(search: Search, indices: readonly number[]): Promise<Wolf[]> {
  const objectives = await search.evaluateMany(indices);
  return indices.map((index, at) => ({ index, objective: objectives[at] ?? Infinity })).sort(byObjective);
}

function byObjective(a: Wolf, b: Wolf): number {
  return a.objective === b.objective ? 0 : a.objective - b.objective;
}

/** Where a wolf goes: each parameter from one of the leaders, or its own, or shaken; a neighbour of a leader if known. */
function prey(search: Search, pack: readonly Wolf[], wolf: Wolf, rate: number): number {
  const { space, random } = search;
  const leaders = pack.slice(0, 3).map(({ index }) => space.valueIndices(index));
  const own = space.valueIndices(wolf.index);
  for (let attempt = 0; attempt < 6; attempt++) {
    const places = own.map((place, parameter) => {
      const count = space.parameters[parameter]?.values.length ?? 1;
      if (random.next() < rate) return shakenPlace(place, count, random);
      return random.next() < 0.8 ? (leaders[weighted(random, leaders.length)]?.[parameter] ?? place) : place;
    });
    const index = space.nearest(places);
    if (search.objectives(index) === undefined) return index;
  }
  // The leaders agree: what is left to try is around them.
  return around(search, (pack[weighted(random, 3)] ?? wolf).index);
}

/** A neighbour that was not evaluated yet; anything else that was not, where there is none. */
function around(search: Search, index: number): number {
  const near = Array.from(search.space.neighbours(index, 'hamming')).filter(
    (other) => search.objectives(other) === undefined,
  );
  return near.length > 0 ? pick(near, search.random) : freshIndex(search);
}

/** 0 about half of the time, then 1, then 2. */
function weighted(random: Random, count: number): number {
  const draw = random.next();
  return Math.min(count - 1, draw < 0.5 ? 0 : draw < 0.8 ? 1 : 2);
}

function shakenPlace(place: number, count: number, random: Random): number {
  if (random.next() < 0.5) return random.integer(count);
  return Math.min(count - 1, Math.max(0, place + (random.next() < 0.5 ? 1 : -1)));
}

function shaken(search: Search, index: number, share: number): number {
  const { space, random } = search;
  const places = space.valueIndices(index).map((place, parameter) => {
    return random.next() < share ? random.integer(space.parameters[parameter]?.values.length ?? 1) : place;
  });
  const found = space.nearest(places);
  return search.objectives(found) === undefined ? found : freshIndex(search);
}
