/**
 * Several models as one. Each model's weight is how well it predicted the next measurements (Dawid's prequential
 * likelihood, 1984), because nobody knows beforehand which model suits a kernel.
 */
import { promises, type Acquisition } from './acquisition';
import type { Model } from './models';
import type { Observations } from './observations';

/** Share of its weight that a judgement keeps when the next is made: models change as they learn. */
const memory = 0.95;

/** The least weight relative to the others, so that a model that was unlucky at first can come back. */
const leastWeight = 0.05;

/** Deviation that no model may go below when it is judged, as a share of the deviation of the targets. */
const leastDeviation = 0.1;

export class Committee {
  /** Sums of logarithms of likelihoods. */
  private readonly scores: number[];
  private deviation = 1;

  constructor(private readonly members: readonly Model[]) {
    this.scores = members.map(() => 0);
  }

  fit(observations: Observations, targets: Float64Array): void {
    for (const member of this.members) member.fit(observations, targets);
    const mean = targets.reduce((sum, target) => sum + target, 0) / targets.length;
    this.deviation = Math.sqrt(targets.reduce((sum, target) => sum + (target - mean) ** 2, 0) / targets.length) || 1;
  }

  /** How promising configurations are: the promise of each member, by its weight. */
  promises(configurations: readonly number[], method: Acquisition, best: number): Float64Array {
    const weights = this.weights();
    const total = new Float64Array(configurations.length);
    this.members.forEach((member, at) => {
      const own = promises(member.predict(configurations), method, best);
      for (let i = 0; i < total.length; i++) {
        total[i] = (total[i] as number) + (weights[at] as number) * (own[i] as number);
      }
    });
    return total;
  }

  /** Judges the members, as they were last fitted, by what was measured since. */
  judge(configurations: readonly number[], targets: Float64Array): void {
    if (configurations.length === 0) return;
    this.members.forEach((member, at) => {
      const { mean, deviation } = member.predict(configurations);
      const score = targets.reduce((sum, target, i) => {
        const spread = Math.max(deviation[i] as number, leastDeviation * this.deviation);
        return sum - Math.log(spread) - ((target - (mean[i] as number)) / spread) ** 2 / 2;
      }, 0);
      this.scores[at] = (this.scores[at] as number) * memory + score;
    });
  }

  private weights(): number[] {
    const highest = Math.max(...this.scores);
    const weights = this.scores.map((score) => leastWeight + Math.exp(score - highest));
    const sum = weights.reduce((a, b) => a + b, 0);
    return weights.map((weight) => weight / sum);
  }
}
