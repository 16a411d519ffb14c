/**
 * The techniques of pyATF (Schulze, Gorlatch and Rasch, 2025) that the other modules do not have: Torczon's parallel
 * simplex, round robin over techniques, and a bandit that gives turns to the techniques that pay.
 */
import { defineStrategy } from '../define-strategy';
import { PointSpace } from '../points';
import { freshIndex, initialPopulation, pick } from '../sampling';
import type { Search } from '../strategy';

/** Proposes one configuration at a time, and gets its result. */
interface Technique {
  propose(): number;
  learn(index: number, objective: number): void;
}

interface Known {
  readonly index: number;
  readonly objective: number;
}

const techniqueNames = ['random', 'mutation', 'evolution', 'pattern', 'annealing'] as const;

export const atfTechniques = defineStrategy({
  name: 'atfTechniques',
  reference: 'pyatf_strategies',
  options: {
    searchtechnique: {
      kind: 'choice',
      default: 'auc_bandit',
      among: [
        'auc_bandit',
        'round_robin',
        'torczon',
        'pattern_search',
        'simulated_annealing',
        'differential_evolution',
        'random',
      ],
    },
    /** Turns that the bandit remembers. */
    window: { kind: 'number', default: 50, from: 1, to: 1e6, integer: true },
    /** How much the bandit explores techniques that had few turns. */
    exploration: { kind: 'number', default: 0.05, from: 0, to: 10 },
    maxiter: { kind: 'number', default: 10_000, from: 1, to: 1e9, integer: true },
    /** Has no effect: the space that there is already is searched, none is built anew. Kept for options in files. */
    useSearchspaceCache: { kind: 'flag', default: false },
  },
  async run(search, { searchtechnique, window, exploration, maxiter }, { x0 }) {
    const shared = new SharedKnowledge();
    for (const index of initialPopulation(search, Math.min(8, search.space.size), x0)) {
      shared.add(index, await search.evaluate(index));
    }
    if (searchtechnique === 'torczon') return torczon(search, shared);
    const names = techniquesOf(searchtechnique);
    const techniques = names.map((name) => technique(name, search, shared));
    const bandit = new AreaBandit(
      techniques.length,
      window,
      searchtechnique === 'auc_bandit' ? exploration : undefined,
    );
    for (let turn = 0; turn < maxiter; turn++) {
      const arm = bandit.next();
      const proposed = techniques[arm]?.propose() ?? freshIndex(search);
      const index = search.objectives(proposed) === undefined ? proposed : freshIndex(search);
      const objective = await search.evaluate(index);
      bandit.reward(arm, objective < shared.best.objective);
      shared.add(index, objective);
      for (const other of techniques) other.learn(index, objective);
    }
  },
});

function techniquesOf(name: string): readonly (typeof techniqueNames)[number][] {
  switch (name) {
    case 'pattern_search':
      return ['pattern'];
    case 'simulated_annealing':
      return ['annealing'];
    case 'differential_evolution':
      return ['evolution'];
    case 'random':
      return ['random'];
    default:
      return techniqueNames;
  }
}

class SharedKnowledge {
  private readonly elite: Known[] = [];
  best: Known = { index: 0, objective: Infinity };

  add(index: number, objective: number): void {
    if (objective < this.best.objective) this.best = { index, objective };
    this.elite.push({ index, objective });
    this.elite.sort((a, b) => (a.objective === b.objective ? 0 : a.objective - b.objective)).splice(30);
  }

  top(count: number): readonly Known[] {
    return this.elite.slice(0, count);
  }
}

function technique(name: (typeof techniqueNames)[number], search: Search, shared: SharedKnowledge): Technique {
  const { space, random } = search;
  const points = new PointSpace(space);
  const learnsNothing = (): void => undefined;
  const around = (index: number): number => {
    const near = Array.from(space.neighbours(index, 'hamming')).filter(
      (other) => search.objectives(other) === undefined,
    );
    return near.length > 0 ? pick(near, random) : freshIndex(search);
  };
  switch (name) {
    case 'random':
      return { propose: () => freshIndex(search), learn: learnsNothing };
    case 'mutation':
      return { propose: () => around(pick(shared.top(3), random).index), learn: learnsNothing };
    case 'evolution':
      return {
        propose: () => {
          const members = shared.top(20).map(({ index }) => points.pointOf(index));
          const [a, b, c] = [pick(members, random), pick(members, random), points.pointOf(shared.best.index)];
          return points.configurationAt(
            c.map((x, i) => (random.next() < 0.7 ? x + 0.7 * ((a[i] ?? 0) - (b[i] ?? 0)) : x)),
          );
        },
        learn: learnsNothing,
      };
    case 'pattern': {
      // Half of each range at first, less after a round of failures.
      let [reach, failures] = [0.5, 0];
      return {
        propose: () => {
          const dimension = random.integer(Math.max(1, points.dimensions));
          const step =
            Math.max(1, Math.round(reach * (points.bounds[dimension] ?? 1))) * (random.next() < 0.5 ? 1 : -1);
          return points.configurationAt(
            points.pointOf(shared.best.index).map((x, i) => (i === dimension ? x + step : x)),
          );
        },
        learn: (index) => {
          failures = index === shared.best.index ? 0 : failures + 1;
          if (failures > 2 * points.dimensions) [reach, failures] = [reach < 0.1 ? 0.5 : reach / 2, 0];
        },
      };
    }
    case 'annealing': {
      let current = shared.best;
      let temperature = 0.2;
      return {
        propose: () => around(current.index),
        learn: (index, objective) => {
          const loss = (objective - current.objective) / Math.abs(current.objective);
          if (!(loss > 0) || random.next() < Math.exp(-loss / temperature)) current = { index, objective };
          temperature = Math.max(0.005, temperature * 0.98);
        },
      };
    }
  }
}

/** Multi-armed bandit with area-under-curve credit (Fialho et al., 2010); without exploration, round robin. */
class AreaBandit {
  private readonly history: { arm: number; improved: boolean }[] = [];
  private turn = 0;

  constructor(
    private readonly arms: number,
    private readonly window: number,
    private readonly exploration: number | undefined,
  ) {}

  next(): number {
    const turn = this.turn++;
    if (this.exploration === undefined || turn < this.arms) return turn % this.arms;
    let [best, highest] = [0, -Infinity];
    for (let arm = 0; arm < this.arms; arm++) {
      const own = this.history.filter((entry) => entry.arm === arm);
      // Later improvements weigh more: the area under the curve of improvements.
      const area = own.reduce((sum, { improved }, at) => sum + (improved ? at + 1 : 0), 0);
      const credit = own.length === 0 ? 0 : (2 * area) / (own.length * (own.length + 1));
      const rarity = Math.sqrt((2 * Math.log2(this.history.length + 1)) / (own.length || 0.1));
      const score = credit + this.exploration * rarity;
      if (score > highest) [best, highest] = [arm, score];
    }
    return best;
  }

  reward(arm: number, improved: boolean): void {
    this.history.push({ arm, improved });
    if (this.history.length > this.window) this.history.shift();
  }
}

/** The multidirectional search of Torczon (1989): the whole simplex is reflected, expanded or contracted. */
async function torczon(search: Search, shared: SharedKnowledge): Promise<void> {
  const points = new PointSpace(search.space);
  const at = async (point: readonly number[]): Promise<{ point: number[]; objective: number }> => {
    const inside = points.clamped(point);
    return { point: inside, objective: await points.evaluate(search, inside) };
  };
  const start = points.pointOf(shared.best.index);
  let simplex = [await at(start)];
  for (const [dimension, bound] of points.bounds.entries()) {
    const step = Math.max(1, bound / 3) * ((start[dimension] ?? 0) > bound / 2 ? -1 : 1);
    simplex.push(await at(start.map((x, i) => (i === dimension ? x + step : x))));
  }
  for (let spread = Infinity; spread > 0.3;) {
    simplex.sort((a, b) => (a.objective === b.objective ? 0 : a.objective - b.objective));
    const [best, ...others] = simplex;
    if (!best) return;
    const along = async (factor: number) => {
      const moved = [];
      for (const { point } of others)
        moved.push(await at(best.point.map((x, i) => x + factor * ((point[i] ?? 0) - x))));
      return moved;
    };
    const least = (vertices: readonly { objective: number }[]): number =>
      Math.min(...vertices.map(({ objective }) => objective));
    const reflected = await along(-1);
    if (least(reflected) < best.objective) {
      const expanded = await along(-2);
      simplex = [best, ...(least(expanded) < least(reflected) ? expanded : reflected)];
    } else simplex = [best, ...(await along(0.5))];
    spread = Math.max(0, ...simplex.flatMap(({ point }) => point.map((x, i) => Math.abs(x - (best.point[i] ?? 0)))));
  }
}
