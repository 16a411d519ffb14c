/** Several acquisition functions together: which of them choose after a fit, and how they are judged by their finds. */
import type { Acquisition } from './acquisition';
import { spreadOf } from './observations';

/** The result of a choice. */
export interface Find {
  /** The target of the configuration; Infinity if it failed. */
  readonly target: number;
  /** All targets before it. */
  readonly before: Float64Array;
}

export interface Portfolio {
  /** The functions that choose by the present fit, one configuration each, one after the other. */
  next(): readonly Acquisition[];
  reward(member: Acquisition, find: Find): void;
}

/** From the most greedy on. */
const all: readonly Acquisition[] = ['ei', 'poi', 'lcb'];

/** The same functions after each fit. */
export class Constant implements Portfolio {
  constructor(private readonly members: readonly Acquisition[]) {}

  next(): readonly Acquisition[] {
    return this.members;
  }

  reward(): void {
    // Nobody is preferred.
  }
}

/** One in turn; one that fails to improve for long is passed over half of the time. */
export class InTurns implements Portfolio {
  private turn = 0;
  private readonly failures = new Map<Acquisition, number>();

  next(): readonly Acquisition[] {
    for (;;) {
      const member = all[this.turn++ % all.length] ?? 'ei';
      const isTired = (this.failures.get(member) ?? 0) > 10;
      if (!isTired || Math.floor(this.turn / all.length) % 2 === 0) return [member];
    }
  }

  reward(member: Acquisition, { target, before }: Find): void {
    const improved = target < before.reduce((a, b) => Math.min(a, b), Infinity);
    this.failures.set(member, improved ? 0 : (this.failures.get(member) ?? 0) + 1);
  }
}

/** Share of its weight that a find keeps when the next is made. */
const memory = 0.95;

/** By how much the mean of one's finds must differ from that of all to be counted, in deviations of the targets. */
const margin = 0.1;

/** So many rounds make one go, or stay alone. */
const decisive = 5;

interface Contestant {
  readonly member: Acquisition;
  sum: number;
  weight: number;
  better: number;
  worse: number;
}

/** All after each fit, until one's finds are better than those of the others for long; one whose are worse goes. */
export class Contest implements Portfolio {
  private contestants: readonly Contestant[] = all.map((member) => {
    return { member, sum: 0, weight: 0, better: 0, worse: 0 };
  });

  next(): readonly Acquisition[] {
    return this.contestants.map(({ member }) => member);
  }

  reward(member: Acquisition, { target, before }: Find): void {
    const contestant = this.contestants.find((each) => each.member === member);
    if (!contestant) return;
    contestant.sum = contestant.sum * memory + (Number.isFinite(target) ? target : median(before));
    contestant.weight = contestant.weight * memory + 1;
    if (contestant === this.contestants.at(-1)) this.judge(before);
  }

  private judge(targets: Float64Array): void {
    const means = this.contestants.map(({ sum, weight }) => sum / weight);
    const mean = means.reduce((a, b) => a + b, 0) / means.length;
    const least = margin * spreadOf(targets).deviation;
    this.contestants.forEach((contestant, at) => {
      const ahead = mean - (means[at] ?? mean);
      if (ahead > least) contestant.better++;
      if (ahead < -least) contestant.worse++;
    });
    const byMean = this.contestants.map((contestant, at) => ({ contestant, mean: means[at] ?? mean }));
    byMean.sort((a, b) => a.mean - b.mean);
    const loser = byMean.findLast(({ contestant }) => contestant.worse >= decisive)?.contestant;
    const winner = byMean.find(({ contestant }) => contestant.better >= decisive)?.contestant;
    if (loser) {
      this.contestants = this.contestants
        .filter((each) => each !== loser)
        .map((each) => ({ ...each, better: 0, worse: 0 }));
    } else if (winner) this.contestants = [winner];
  }
}

/** Rounds for which one fit serves in `multi-ultrafast`. */
const roundsOfFit = 5;

/** The criteria: one function, or a combination of several. */
export const portfolioNames = [
  'multi',
  'ei',
  'poi',
  'lcb',
  'lcb-srinivas',
  'multi-advanced',
  'multi-fast',
  'multi-ultrafast',
] as const;

export type PortfolioName = (typeof portfolioNames)[number];

export function createPortfolio(name: PortfolioName): Portfolio {
  switch (name) {
    case 'multi':
      return new InTurns();
    case 'multi-advanced':
      return new Contest();
    case 'multi-fast':
      return new Constant(all);
    case 'multi-ultrafast':
      return new Constant(Array.from({ length: roundsOfFit }, () => all).flat());
    case 'lcb-srinivas':
      return new Constant(['lcb']);
    default:
      return new Constant([name]);
  }
}

/** Chance with which the bound of Srinivas et al. may fail. */
const failureChance = 0.1;

/** Deviations below the mean for which regret is bounded (Srinivas, Krause, Kakade and Seeger, 2010), after t finds. */
export function boundingKappa(finds: number, dimensions: number): number {
  const t = Math.max(1, finds);
  return Math.sqrt(2 * Math.log((t ** (dimensions / 2 + 2) * Math.PI ** 2) / (3 * failureChance)));
}

function median(values: Float64Array): number {
  return values.toSorted()[Math.floor(values.length / 2)] ?? 0;
}
