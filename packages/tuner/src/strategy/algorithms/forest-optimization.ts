/** Optimisation with a random forest in place of a Gaussian process (Hutter, Hoos and Leyton-Brown, 2011). */
import { defineStrategy } from '../define-strategy';
import { candidates } from '../model/candidates';
import { ForestModel } from '../model/models';
import { byPromise, promises } from '../model/most-promising';
import { Observations } from '../model/observations';
import { freshIndices, initialPopulation } from '../sampling';

export const forestOptimization = defineStrategy({
  name: 'forestOptimization',
  reference: 'skopt',
  options: {
    /** Configurations of the first sample. */
    initial: { kind: 'number', default: 20, from: 3, to: 1e6, integer: true },
    trees: { kind: 'number', default: 30, from: 1, to: 1e4, integer: true },
    method: { kind: 'choice', default: 'ei', among: ['ei', 'poi', 'lcb'] },
    /** Configurations that are measured between two fits. */
    batch: { kind: 'number', default: 2, from: 1, to: 1e4, integer: true },
  },
  async run(search, { initial, trees, method, batch }, { x0 }) {
    const observations = new Observations(search);
    await observations.evaluate(initialPopulation(search, Math.min(initial, search.space.size), x0));
    const model = new ForestModel(search.space, search.random, { trees });
    while (search.remaining > 0) {
      if (observations.count < 3) {
        await observations.evaluate(freshIndices(search, 3));
        continue;
      }
      const targets = observations.targets();
      const best = targets.reduce((a, b) => Math.min(a, b), Infinity);
      model.fit(observations, targets);
      const near = candidates(search, observations, { best: 5, random: 300 });
      const count = Math.min(batch, search.remaining);
      await observations.evaluateFirst(byPromise(near, promises(model.predict(near), method, best)), count);
    }
  },
});
