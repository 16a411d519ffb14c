/** How many configurations a model's choice is good for. */
import { buildSearchSpace, createRandom, createStrategy, isBudgetSpent } from '../../src';
import { createSearch } from '../../src/strategy/search';

const values = Array.from({ length: 10 }, (_, i) => i);
const space = buildSearchSpace({ parameters: { a: values, b: values, c: values } });

/** Configurations of each measurement after the first sample. */
async function batches(name: string, options: object, evaluations: number): Promise<number[]> {
  const sizes: number[] = [];
  const search = createSearch({
    space,
    random: createRandom(1),
    evaluations,
    measure: (indices) => {
      sizes.push(indices.length);
      return Promise.resolve(indices.map((index) => [1 + ((index * 7919) % 101)]));
    },
  });
  await createStrategy(name, { ...options })
    .run(search)
    .catch((error: unknown) => {
      if (!isBudgetSpent(error)) throw error;
    });
  return sizes.slice(1);
}

describe.each([
  ['surrogateSearch', 'initial', { trees: 3 }, 1],
  ['forestOptimization', 'initial', { trees: 3 }, 2],
  ['bayesianOptimization', 'popsize', { adaptive: false }, 1],
])('%s', (name, initial, options, least) => {
  it('fits anew for every batch of the size asked for, while there are few observations', async () => {
    const sizes = await batches(name, { ...options, [initial]: 190 }, 202);
    expect(new Set(sizes)).toEqual(new Set([least]));
  });

  it('fits less often if there are many, as fits take longer', async () => {
    const sizes = await batches(name, { ...options, [initial]: 600 }, 640);
    // The last is what the budget has left.
    for (const size of sizes.slice(0, -1)) expect(size).toBe(4);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(40);
  });
});
