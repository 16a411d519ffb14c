/** Configurations drawn uniformly, without repetition. */
import { defineStrategy } from '../define-strategy';
import { freshIndices } from '../sampling';

export const randomSample = defineStrategy({
  name: 'randomSample',
  reference: 'random_sample',
  options: {
    /** Share of the space to draw, where the run has no budget. */
    fraction: { kind: 'number', default: 0.1, from: 0, to: 1 },
  },
  async run(search, { fraction }, { x0 }) {
    if (x0 !== undefined) await search.evaluate(x0);
    const limit = search.isLimited ? search.remaining : Math.ceil(fraction * search.space.size);
    for (let drawn = 0; drawn < limit; drawn += 16) {
      const fresh = freshIndices(search, Math.min(16, limit - drawn));
      if (fresh.length === 0) return;
      await search.evaluateMany(fresh);
    }
  },
});
