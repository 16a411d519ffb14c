/**
 * The default: a committee of two models of the objective, which err in different ways.
 *
 * A Gaussian process with a length scale per parameter knows smooth trends from few observations; a random forest on
 * the values and their products knows limits and jumps from more. Each model's weight is how well it predicted the next
 * measurements. The next configuration has the greatest expected improvement, times the chance that it does not fail,
 * among the neighbours of the best configurations and random ones (as in SMAC: Hutter, Hoos and Leyton-Brown, 2011).
 * Failed configurations are left out of the models of the objective.
 */
import type { SearchSpace } from '../../space/search-space';
import { defineStrategy } from '../define-strategy';
import { batchSize, candidates } from '../model/candidates';
import { Committee } from '../model/committee';
import { byPromise } from '../model/acquisition';
import { ForestModel, SuccessModel, type Model } from '../model/models';
import { Observations } from '../model/observations';
import { ProcessModel } from '../model/process-model';
import type { Random } from '../../random';
import { freshIndices, initialPopulation } from '../sampling';

/** Fewer observations say nothing about the shape of the function. */
const leastObservations = 4;

export const surrogateSearch = defineStrategy({
  name: 'surrogateSearch',
  options: {
    /** Configurations of the first sample. */
    initial: { kind: 'number', default: 16, from: 1, to: 1e6, integer: true },
    /**
     * Configurations that are measured between two fits, at least. They are compiled in parallel; fewer need fewer
     * measurements. If there are many observations it grows, as fits then take longer.
     */
    batch: { kind: 'number', default: 1, from: 1, to: 1e4, integer: true },
    /** Members of the committee. */
    models: { kind: 'list', default: ['process', 'forest'], among: ['process', 'forest'] },
    method: { kind: 'choice', default: 'ei', among: ['ei', 'poi'] },
    trees: { kind: 'number', default: 24, from: 1, to: 1e4, integer: true },
    /** Neighbours of so many of the best are candidates. */
    best: { kind: 'number', default: 5, from: 1, to: 1e4, integer: true },
    /** Random candidates. */
    random: { kind: 'number', default: 300, from: 0, to: 1e6, integer: true },
  },
  async run(search, { initial, batch, models, method, trees, ...pool }, { x0 }) {
    const observations = new Observations(search);
    await observations.evaluate(initialPopulation(search, Math.min(initial, search.space.size), x0));
    const committee = new Committee(models.map((name) => modelOf(name, search.space, search.random, trees)));
    const success = new SuccessModel(search.space, search.random, { trees });
    while (search.remaining > 0) {
      if (observations.count < leastObservations) {
        await observations.evaluate(freshIndices(search, leastObservations));
        continue;
      }
      const known = observations.count;
      const targets = observations.targets();
      const best = targets.reduce((a, b) => Math.min(a, b), Infinity);
      committee.fit(observations, targets);
      success.fit(observations);
      const near = candidates(search, observations, pool);
      const chances = success.chances(near);
      // The expected gain of a configuration that may fail is its promise times the chance that it does not.
      const promise = committee.promises(near, method, best).map((own, at) => own * (chances[at] as number));
      await observations.evaluateFirst(byPromise(near, promise), batchSize(batch, known));
      committee.judge(observations.configurations.slice(known), observations.targets().slice(known));
    }
  },
});

// The process is the one that Willemsen, van Nieuwpoort and van Werkhoven (2021) found best for kernels.
function modelOf(name: string, space: SearchSpace, random: Random, trees: number): Model {
  if (name === 'forest') return new ForestModel(space, random, { trees, featureShare: 0.35, products: true });
  return new ProcessModel(space, random, { covariance: 'matern32', lengthScale: 1.5, noise: 1e-4, adaptive: true });
}
