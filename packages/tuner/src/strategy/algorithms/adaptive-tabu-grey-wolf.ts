/**
 * The grey wolf optimiser (Mirjalili, Mirjalili and Lewis, 2014) on discrete places, in the form that van Stein et al.
 * (2025) let language models compose for auto-tuning: three leaders stay, every other wolf mixes their values with its
 * own, parameter by parameter, is shaken, and goes there by annealed acceptance. If it could go to several places, it
 * goes to the one with the best estimate from the nearest measured configurations.
 */
import type { NeighbourKind } from '../../space/search-space';
import { acceptanceOf, freshIndex, initialPopulation, pick } from '../sampling';
import { defineStrategy } from '../define-strategy';
import type { Random } from '../../random';
import { rankEncoder } from '../model/features';
import { NearestEstimate, type Seen } from '../model/nearest-estimate';
import type { Search } from '../strategy';

interface Wolf {
  readonly index: number;
  readonly objective: number;
}

/** Wolves that the others follow. */
const leaderCount = 3;

export const adaptiveTabuGreyWolf = defineStrategy({
  name: 'adaptiveTabuGreyWolf',
  reference: 'adaptive_tabu_greywolf',
  options: {
    /** Steps of wolves, revisits among them, over which it cools down; then it ends, or begins anew. */
    budget: { kind: 'number', default: 5000, from: 1, to: 1e9, integer: true },
    packSize: { kind: 'number', default: 8, from: 4, to: 1e5, integer: true },
    /** Places of this many steps for each wolf are left again at once. */
    tabuFactor: { kind: 'number', default: 3, from: 0, to: 1e5, integer: true },
    /** Chance that a wolf is shaken; up to twice that in a pack that stagnates, half at most. */
    shakeRate: { kind: 'number', default: 0.5, from: 0, to: 1 },
    /** Share of the shakes that set one parameter to any of its values, instead of going to a neighbour. */
    jumpRate: { kind: 'number', default: 0.15, from: 0, to: 1 },
    /** Rounds without a new best after which the last of the pack are replaced. */
    stagnLimit: { kind: 'number', default: 80, from: 1, to: 1e9, integer: true },
    /** Share of the pack that is then replaced. */
    restartRatio: { kind: 'number', default: 0.3, from: 0, to: 1 },
    /** Temperature at the start: the relative loss that is accepted with a chance of 1/e. */
    t0: { kind: 'number', default: 1, from: 0, to: 1e6 },
    /** Over the budget the temperature falls to t0 exp(-tDecay). */
    tDecay: { kind: 'number', default: 5, from: 0, to: 1000 },
    tMin: { kind: 'number', default: 1e-4, from: 0, to: 1e6 },
    /** Go to a valid place near one that is not; without it, a wolf stays where it is. */
    constraintAware: { kind: 'flag', default: true },
    /** Places among which a wolf chooses; with 1, and a shakeRate of 0.2, it is as Kernel Tuner's. */
    choices: { kind: 'number', default: 12, from: 1, to: 1e5, integer: true },
  },
  async run(search, options, { x0 }) {
    const { budget, packSize, stagnLimit, t0 } = options;
    const tabu = new Tabu(packSize * options.tabuFactor);
    let pack = await evaluated(search, initialPopulation(search, packSize, x0), tabu);
    // A space of so few configurations is known by now.
    if (pack.length <= leaderCount) return;
    const estimate = new NearestEstimate(rankEncoder(search.space), 5);
    const seen = new Map<number, Seen>(pack.map((wolf) => [wolf.index, wolf]));
    let best = pack[0]?.objective ?? Infinity;
    let stagnant = 0;
    for (let steps = pack.length; steps < budget;) {
      const spent = steps / budget;
      const isReheated = stagnant > 0 && stagnant % Math.max(1, Math.floor(stagnLimit / 2)) === 0;
      const temperature = Math.max(options.tMin, t0 * Math.exp(-options.tDecay * spent)) + (isReheated ? t0 / 5 : 0);
      const shakeRate = Math.min(0.5, options.shakeRate * (1 + stagnant / stagnLimit));
      const near = spent < 0.5 ? 'adjacent' : 'strictly-adjacent';
      const way: Way = { shakeRate, jumpRate: options.jumpRate, near, constraintAware: options.constraintAware };
      const moved = pack.slice(0, leaderCount);
      for (const wolf of pack.slice(leaderCount)) {
        steps++;
        const goals = Array.from({ length: options.choices }, () => proposal(search, pack, wolf, way, tabu));
        const goal = chosen(search, goals, estimate, seen);
        if (goal < 0) {
          moved.push(wolf);
          continue;
        }
        const objective = await search.evaluate(goal);
        tabu.add(goal);
        seen.set(goal, { index: goal, objective });
        moved.push(
          isAccepted(wolf.objective, objective, temperature, search.random) ? { index: goal, objective } : wolf,
        );
      }
      pack = moved.sort(byObjective);
      const leader = pack[0]?.objective ?? Infinity;
      stagnant = leader < best ? 0 : stagnant + 1;
      best = Math.min(best, leader);
      if (stagnant < stagnLimit) continue;
      const kept = pack.slice(0, pack.length - Math.ceil(pack.length * options.restartRatio));
      const newcomers = Array.from({ length: pack.length - kept.length }, () => freshIndex(search));
      pack = [...kept, ...(await evaluated(search, newcomers, tabu))].sort(byObjective);
      for (const wolf of pack) seen.set(wolf.index, wolf);
      steps += newcomers.length;
      stagnant = 0;
    }
  },
});

/** The last places that wolves went to. */
class Tabu {
  readonly #last: number[] = [];

  constructor(private readonly size: number) {}

  add(index: number): void {
    this.#last.push(index);
    if (this.#last.length > this.size) this.#last.shift();
  }

  has(index: number): boolean {
    return this.#last.includes(index);
  }
}

async function evaluated(search: Search, indices: readonly number[], tabu: Tabu): Promise<Wolf[]> {
  const objectives = await search.evaluateMany(indices);
  for (const index of indices) tabu.add(index);
  return indices.map((index, at) => ({ index, objective: objectives[at] ?? Infinity })).sort(byObjective);
}

function byObjective(a: Wolf, b: Wolf): number {
  return a.objective === b.objective ? 0 : a.objective - b.objective;
}

interface Way {
  readonly shakeRate: number;
  readonly jumpRate: number;
  readonly near: NeighbourKind;
  readonly constraintAware: boolean;
}

/** Where a wolf could go; -1 for a place that is not valid. */
function proposal(search: Search, pack: readonly Wolf[], wolf: Wolf, way: Way, tabu: Tabu): number {
  const { random } = search;
  const places = mixed(search, pack, wolf);
  const index = placed(search, places, way);
  if (index < 0) return -1;
  const shaken = random.next() < way.shakeRate ? shake(search, index, way) : index;
  return shaken >= 0 && tabu.has(shaken) ? neighbour(search, shaken, 'hamming') : shaken;
}

/** The unmeasured place with the best estimate from the nearest measured ones. */
function chosen(
  search: Search,
  goals: readonly number[],
  estimate: NearestEstimate,
  seen: ReadonlyMap<number, Seen>,
): number {
  const valid = goals.filter((goal) => goal >= 0);
  const fresh = [...new Set(valid.filter((goal) => search.objectives(goal) === undefined))];
  if (goals.length === 1 || fresh.length === 0) return valid[0] ?? -1;
  return estimate.best(fresh, [...seen.values()]);
}

/** Each parameter from one of the leaders, or the wolf's own, all with the same chance. */
function mixed({ space, random }: Search, pack: readonly Wolf[], wolf: Wolf): Uint32Array {
  const sources = [...pack.slice(0, leaderCount), wolf].map(({ index }) => space.valueIndices(index));
  return space.valueIndices(wolf.index).map((own, parameter) => pick(sources, random)[parameter] ?? own);
}

function shake(search: Search, index: number, way: Way): number {
  const { space, random } = search;
  if (random.next() >= way.jumpRate) return neighbour(search, index, way.near);
  const places = space.valueIndices(index);
  const parameter = random.integer(places.length);
  places[parameter] = space.valueIndices(space.randomIndex(random))[parameter] ?? 0;
  return placed(search, places, way);
}

function placed({ space }: Search, places: Uint32Array, { constraintAware }: Way): number {
  return constraintAware ? space.nearest(places) : space.indexOfValues(places);
}

/** A neighbour, or the place itself if there is none. */
function neighbour({ space, random }: Search, index: number, kind: NeighbourKind): number {
  const near = space.neighbours(index, kind);
  return near.length > 0 ? pick(near, random) : index;
}

/** Draws nothing if there is nothing to decide. */
function isAccepted(objective: number, found: number, temperature: number, random: Random): boolean {
  const chance = acceptanceOf(objective, found, temperature);
  return chance === 1 || random.next() < chance;
}
