/** Configurations drawn uniformly, without repetition. */
import { defineStrategy } from '../define-strategy';
import { freshIndices } from '../sampling';

/** Configurations that are handed over at once: compiled in parallel, with a wait for the last of each batch. */
const batchSize = 256;

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
    for (let drawn = 0; drawn < limit; drawn += batchSize) {
      const fresh = freshIndices(search, Math.min(batchSize, limit - drawn));
      if (fresh.length === 0) return;
      await search.evaluateMany(fresh);
    }
  },
});
