/** Running sums and distinct values of random integers, by what JavaScript computes. */
import fc from 'fast-check';
import { onDevices } from '../support/on-devices';

const values = fc.array(fc.integer({ min: -100, max: 100 }), { maxLength: 300 });
const dtype = fc.constantFrom('int8' as const, 'int16' as const, 'float32' as const);

onDevices('of any integers', (test) => {
  it('running sums are those of their dtype', async () => {
    await fc.assert(
      fc.asyncProperty(values, dtype, async (numbers, type) => {
        using a = test.ga.array(numbers, type);
        using sums = a.cumsum();
        let sum = 0;
        expect(sums.dtype).toBe(type === 'float32' ? 'float32' : 'int64');
        expect(Array.from(await sums.get(), Number)).toEqual(numbers.map((value) => (sum += value)));
      }),
      { numRuns: 30 },
    );
  });

  it('distinct values are in order, each once', async () => {
    await fc.assert(
      fc.asyncProperty(values, dtype, async (numbers, type) => {
        using a = test.ga.array(numbers, type);
        using distinct = await a.unique();
        expect(Array.from(await distinct.get(), Number)).toEqual([...new Set(numbers)].sort((x, y) => x - y));
      }),
      { numRuns: 30 },
    );
  });
});
