/** Several models as one: their mean, and a deviation that grows where they disagree. */
import type { Model } from './models';
import type { Observations } from './observations';
import type { Prediction } from './regression-forest';

export class Committee implements Model {
  private readonly own: Prediction = { mean: 0, deviation: 0 };

  constructor(private readonly members: readonly Model[]) {}

  fit(observations: Observations, targets: Float64Array): void {
    for (const member of this.members) member.fit(observations, targets);
  }

  predict(configuration: number, into: Prediction): void {
    let sum = 0;
    let squares = 0;
    let within = 0;
    for (const member of this.members) {
      member.predict(configuration, this.own);
      sum += this.own.mean;
      squares += this.own.mean * this.own.mean;
      within += this.own.deviation * this.own.deviation;
    }
    const count = this.members.length;
    into.mean = sum / count;
    // The law of total variance: between the members, and within them.
    into.deviation = Math.sqrt(Math.max(0, squares / count - into.mean * into.mean) + within / count);
  }
}
