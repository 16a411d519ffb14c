/**
 * Bayesian optimisation with a Gaussian process (Snoek, Larochelle and Adams, 2012) for discrete spaces with failing
 * configurations (Willemsen, van Nieuwpoort and van Werkhoven, 2021): these are left out of the model.
 */
import { defineStrategy } from '../define-strategy';
import { batchSize, candidates } from '../model/candidates';
import { covariances, type Covariance } from '../model/gaussian-process';
import { byPromise, promises } from '../model/acquisition';
import { Observations } from '../model/observations';
import { boundingKappa, createPortfolio, portfolioNames, type Portfolio } from '../model/portfolio';
import { ProcessModel } from '../model/process-model';
import { freshIndices, initialPopulation, spreadPopulation, varyingParameters } from '../sampling';
import type { Search } from '../strategy';

/** Fewer observations say nothing about the shape of the function. */
const leastObservations = 3;

export const bayesianOptimization = defineStrategy({
  name: 'bayesianOptimization',
  reference: 'bayes_opt',
  options: {
    /** Configurations of the first sample. */
    popsize: { kind: 'number', default: 20, from: 0, to: 1e6, integer: true },
    covariance: {
      kind: 'choice',
      default: 'matern32',
      among: Object.keys(covariances) as Covariance[],
      // The variance of the process is that of the data, with a constant factor of one or without.
      synonyms: { rbf: 'squaredExponential', constantrbf: 'squaredExponential' },
      also: ['covariancekernel'],
    },
    /** Where every parameter's range is one; where the fit begins, if it is adaptive. */
    lengthScale: { kind: 'number', default: 1.5, from: 1e-3, to: 1e3, also: ['covariancelengthscale'] },
    /** Fit a length scale for each parameter to the data. */
    adaptive: { kind: 'flag', default: true },
    noise: { kind: 'number', default: 1e-4, from: 1e-9, to: 1 },
    /**
     * How the next is chosen: by one acquisition function, or by several. `multi` goes round `ei`, `poi` and `lcb`, and
     * prefers those that found improvements; of `multi-advanced` all choose by each fit, until one has proved better,
     * or others worse; of `multi-fast` and `multi-ultrafast` all choose by each fit, once or five times.
     */
    method: { kind: 'choice', default: 'multi', among: portfolioNames },
    samplingMethod: { kind: 'choice', default: 'random', among: ['lhs', 'random'] },
  },
  async run(search, { popsize, method, samplingMethod, ...process }, { x0 }) {
    const observations = new Observations(search);
    const first = samplingMethod === 'lhs' ? spreadPopulation : initialPopulation;
    await observations.evaluate(first(search, Math.min(popsize, search.space.size), x0));
    const model = new ProcessModel(search.space, search.random, process);
    const portfolio = createPortfolio(method);
    const dimensions = varyingParameters(search.space).length;
    while (search.remaining > 0) {
      if (observations.count < leastObservations) {
        await observations.evaluate(freshIndices(search, leastObservations));
        continue;
      }
      const kappa = method === 'lcb-srinivas' ? boundingKappa(observations.count, dimensions) : 1;
      await step(search, observations, model, portfolio, kappa);
    }
  },
});

/** One fit, and what is chosen by it. */
async function step(
  search: Search,
  observations: Observations,
  model: ProcessModel,
  portfolio: Portfolio,
  kappa: number,
): Promise<void> {
  model.fit(observations, observations.targets());
  const near = candidates(search, observations, { best: 5, random: 300 });
  const predictions = model.predict(near);
  for (const acquisition of portfolio.next()) {
    const before = observations.targets();
    const best = before.reduce((a, b) => Math.min(a, b), Infinity);
    const ranking = byPromise(near, promises(predictions, acquisition, best, kappa));
    const fresh = ranking.filter((index) => !observations.isKnown(index));
    if (fresh.length === 0) return;
    await observations.evaluateFirst(fresh, batchSize(1, before.length));
    portfolio.reward(acquisition, { target: Math.min(...observations.targets().slice(before.length)), before });
  }
}
