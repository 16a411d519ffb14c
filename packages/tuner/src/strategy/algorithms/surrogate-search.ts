/**
 * The default: a committee of two models of the objective, which err in different ways.
 *
 * A Gaussian process with a length scale per parameter knows smooth trends from few observations; a random forest on
 * the values and their products knows limits and jumps from more. Where they disagree, both are unsure. Measured next
 * is what promises the greatest improvement among the neighbours of the best configurations and random ones (as in
 * SMAC: Hutter, Hoos and Leyton-Brown, 2011). Failed configurations are left out of both models.
 */
import type { SearchSpace } from '../../space/search-space';
import { defineStrategy } from '../define-strategy';
import { acquisitions, type Acquisition } from '../model/acquisition';
import { candidates } from '../model/candidates';
import { Committee } from '../model/committee';
import { ForestModel, ProcessModel, type Model } from '../model/models';
import { Observations } from '../model/observations';
import type { Random } from '../random';
import { freshIndices, initialPopulation } from '../sampling';

/** Fewer observations say nothing about the shape of the function. */
const leastObservations = 4;

/** A batch is at least one configuration for so many observations. */
const observationsPerBatch = 150;

export const surrogateSearch = defineStrategy({
  name: 'surrogateSearch',
  options: {
    /** Configurations of the first sample. */
    initial: { kind: 'number', default: 16, from: 1, to: 1e6, integer: true },
    /**
     * Configurations that are measured between two fits, at least. They are compiled in parallel; fewer need fewer
     * measurements. Where there are many observations it grows, as fits then take longer.
     */
    batch: { kind: 'number', default: 1, from: 1, to: 1e4, integer: true },
    /** Members of the committee. */
    models: { kind: 'list', default: ['process', 'forest'], among: ['process', 'forest'] },
    method: { kind: 'choice', default: 'ei', among: Object.keys(acquisitions) as Acquisition[] },
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
    const prediction = { mean: 0, deviation: 0 };
    while (search.remaining > 0) {
      if (observations.count < leastObservations) {
        await observations.evaluate(freshIndices(search, leastObservations));
        continue;
      }
      const targets = observations.targets();
      const best = targets.reduce((a, b) => Math.min(a, b), Infinity);
      committee.fit(observations, targets);
      const scored = candidates(search, observations, pool).map((candidate) => {
        committee.predict(candidate, prediction);
        return [acquisitions[method](prediction, best), candidate] as const;
      });
      scored.sort((a, b) => b[0] - a[0]);
      const size = Math.max(batch, Math.round(observations.count / observationsPerBatch));
      await observations.evaluate(scored.slice(0, size).map(([, candidate]) => candidate));
    }
  },
});

function modelOf(name: string, space: SearchSpace, random: Random, trees: number): Model {
  if (name === 'forest') return new ForestModel(space, random, { trees, featureShare: 0.35, products: true });
  return new ProcessModel(space, random, { covariance: 'matern52', lengthScale: 1, noise: 1e-3, adaptive: true });
}
