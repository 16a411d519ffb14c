/** Strategies that learn nothing from what they measure: every configuration, or a random sample. */
import { defineStrategy } from '../define-strategy';
import { freshIndices } from '../sampling';

/** Configurations that are handed over at once, so that they may be compiled in parallel. */
const batchSize = 64;

/** Every configuration, once. */
export const bruteForce = defineStrategy({
  name: 'bruteForce',
  reference: 'brute_force',
  options: {},
  async run(search) {
    for (let first = 0; first < search.space.size; first += batchSize) {
      const count = Math.min(batchSize, search.space.size - first);
      await search.evaluateMany(Array.from({ length: count }, (_, offset) => first + offset));
    }
  },
});

/** The same for a random sample, which waits for the last configuration of each batch. */
const sampleBatchSize = 256;

/** Configurations drawn uniformly, without repetition. */
export const randomSample = defineStrategy({
  name: 'randomSample',
  reference: 'random_sample',
  options: {
    /** Share of the space to draw, if the run has no budget. */
    fraction: { kind: 'number', default: 0.1, from: 0, to: 1 },
  },
  async run(search, { fraction }, { x0 }) {
    if (x0 !== undefined) await search.evaluate(x0);
    const limit = search.isLimited ? search.remaining : Math.ceil(fraction * search.space.size);
    for (let drawn = 0; drawn < limit; drawn += sampleBatchSize) {
      const fresh = freshIndices(search, Math.min(sampleBatchSize, limit - drawn));
      if (fresh.length === 0) return;
      await search.evaluateMany(fresh);
    }
  },
});
