/**
 * Bayesian optimisation with a Gaussian process (Snoek, Larochelle and Adams, 2012) for discrete spaces with failing
 * configurations (Willemsen, van Nieuwpoort and van Werkhoven, 2021): these are left out of the model.
 */
import { defineStrategy } from '../define-strategy';
import type { Acquisition } from '../model/acquisition';
import { candidates } from '../model/candidates';
import { covariances, type Covariance } from '../model/gaussian-process';
import { byPromise, promises } from '../model/most-promising';
import { Observations } from '../model/observations';
import { ProcessModel } from '../model/process-model';
import { freshIndices, initialPopulation } from '../sampling';
import type { Search } from '../strategy';

/** Fewer observations say nothing about the shape of the function. */
const leastObservations = 3;

export const bayesianOptimization = defineStrategy({
  name: 'bayesianOptimization',
  reference: 'bayes_opt',
  options: {
    /** Configurations of the first sample. */
    popsize: { kind: 'number', default: 20, from: 1, to: 1e6, integer: true },
    covariance: { kind: 'choice', default: 'matern32', among: Object.keys(covariances) as Covariance[] },
    lengthScale: { kind: 'number', default: 1.5, from: 1e-3, to: 1e3 },
    /** Fit a length scale for each parameter to the data. */
    adaptive: { kind: 'flag', default: true },
    noise: { kind: 'number', default: 1e-4, from: 1e-9, to: 1 },
    /** `multi` goes round the other three, and prefers those that found improvements. */
    method: { kind: 'choice', default: 'multi', among: ['multi', 'ei', 'poi', 'lcb'] },
    samplingMethod: { kind: 'choice', default: 'random', among: ['lhs', 'random'] },
  },
  async run(search, { popsize, method, samplingMethod, ...process }, { x0 }) {
    const observations = new Observations(search);
    const size = Math.min(popsize, search.space.size);
    await observations.evaluate(
      samplingMethod === 'lhs' ? spread(search, size, x0) : initialPopulation(search, size, x0),
    );
    const model = new ProcessModel(search.space, search.random, process);
    const portfolio = new Portfolio(method === 'multi' ? ['ei', 'poi', 'lcb'] : [method]);
    while (search.remaining > 0) {
      if (observations.count < leastObservations) await observations.evaluate(freshIndices(search, leastObservations));
      else await step(search, observations, model, portfolio);
    }
  },
});

function spread({ space, random }: Search, size: number, x0: number | undefined): number[] {
  const drawn = space.latinHypercube(size, random);
  return x0 === undefined ? drawn : [x0, ...drawn.filter((index) => index !== x0)].slice(0, size);
}

async function step(
  search: Search,
  observations: Observations,
  model: ProcessModel,
  portfolio: Portfolio,
): Promise<void> {
  const targets = observations.targets();
  const best = targets.reduce((a, b) => Math.min(a, b), Infinity);
  model.fit(observations, targets);
  const acquisition = portfolio.next();
  const near = candidates(search, observations, { best: 5, random: 300 });
  if (near.length === 0) return;
  await observations.evaluateFirst(byPromise(near, promises(model.predict(near), acquisition, best)), 1);
  portfolio.reward(acquisition, Math.min(...observations.targets().slice(targets.length)) < best);
}

/** Acquisition functions in turn; one that fails to improve for long is passed over half of the time. */
class Portfolio {
  private turn = 0;
  private readonly failures = new Map<Acquisition, number>();

  constructor(private readonly members: readonly Acquisition[]) {}

  next(): Acquisition {
    for (;;) {
      const member = this.members[this.turn++ % this.members.length] ?? 'ei';
      const isTired = (this.failures.get(member) ?? 0) > 10 && this.members.length > 1;
      if (!isTired || Math.floor(this.turn / this.members.length) % 2 === 0) return member;
    }
  }

  reward(member: Acquisition, improved: boolean): void {
    this.failures.set(member, improved ? 0 : (this.failures.get(member) ?? 0) + 1);
  }
}
