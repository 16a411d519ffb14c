/**
 * A choice among acquisition functions that learns which of them is to be trusted (Hoffman, Brochu and de Freitas,
 * 2011): each nominates a configuration, one of them wins by chance, and all gain by what the next fit thinks of theirs.
 */
import type { Random } from '../../random';
import { byPromise, promises, type Acquisition } from './acquisition';
import type { Model, Predictions } from './models';
import { spreadOf } from './observations';

const members: readonly Acquisition[] = ['ei', 'lcb', 'poi'];

export class Hedge {
  private readonly gains = members.map(() => 0);
  private nominated: readonly number[] = [];

  constructor(private readonly random: Random) {}

  /** Gains of those that were nominated last, by a model that was fitted since. */
  settle(model: Model, targets: Float64Array): void {
    if (this.nominated.length === 0) return;
    const { mean: average, deviation } = spreadOf(targets);
    model.predict(this.nominated).mean.forEach((mean, at) => {
      this.gains[at] = (this.gains[at] ?? 0) - (mean - average) / (deviation || 1);
    });
    this.nominated = [];
  }

  /** The candidates by their promise to the member that wins. */
  ranking(candidates: readonly number[], predictions: Predictions, best: number, kappa: number): number[] {
    const rankings = members.map((member) => byPromise(candidates, promises(predictions, member, best, kappa)));
    this.nominated = rankings.flatMap((ranking) => ranking.slice(0, 1));
    return rankings[this.winner()] ?? [];
  }

  private winner(): number {
    const highest = Math.max(...this.gains);
    const weights = this.gains.map((gain) => Math.exp(gain - highest));
    let left = this.random.next() * weights.reduce((a, b) => a + b, 0);
    const at = weights.findIndex((weight) => (left -= weight) < 0);
    return at < 0 ? members.length - 1 : at;
  }
}
