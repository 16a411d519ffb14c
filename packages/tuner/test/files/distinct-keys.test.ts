import fc from 'fast-check';
import { ParameterSpelling } from '@heddle/tuner';
import { assertDistinctKeys } from '../../src/files/distinct-keys';

const value = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', ',', '1'), minLength: 0, maxLength: 3 }),
  fc.constantFrom('1.0', 'True', 'False', '0.5'),
  fc.constantFrom(0.5, 1, 2, 11),
  fc.boolean(),
);
const values = fc.uniqueArray(value, { minLength: 1, maxLength: 4 });

it('lets no two configurations have one key', () => {
  let accepted = 0;
  fc.assert(
    fc.property(values, values, values, (x, y, z) => {
      const spelling = new ParameterSpelling({ x, y, z });
      try {
        assertDistinctKeys({ x, y, z }, spelling);
      } catch (error) {
        expect(error).toMatchObject({ code: 'ARGUMENT', parameter: 'tune' });
        return;
      }
      accepted++;
      const keys = x.flatMap((a) => y.flatMap((b) => z.map((c) => spelling.key({ x: a, y: b, z: c }))));
      expect(new Set(keys).size).toBe(keys.length);
    }),
    { numRuns: 2000, seed: 1 },
  );
  expect(accepted).toBeGreaterThan(100);
});
