/** Every configuration, once. */
import { defineStrategy } from '../define-strategy';

/** Configurations that are handed over at once, so that they may be compiled in parallel. */
const batchSize = 64;

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
