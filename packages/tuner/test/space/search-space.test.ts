import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { buildSearchSpace, compileExpression, createRandom, type ParameterValue, type SearchSpace } from '../../src';

interface RecordedSpace {
  readonly tune_params: Record<string, ParameterValue[]>;
  readonly restrictions: string[];
  readonly cartesian: number;
  readonly valid: number;
  readonly max_threads: number;
}
const recorded = JSON.parse(readFileSync(join(__dirname, '../data/search-spaces.json'), 'utf8')) as Record<
  string,
  RecordedSpace
>;

describe('buildSearchSpace', () => {
  it.each(Object.entries(recorded))(
    'counts the valid configurations of %s',
    (_, { tune_params, restrictions, max_threads, ...counts }) => {
      const space = buildSearchSpace({ parameters: tune_params, restrictions, maxThreadsPerBlock: max_threads });
      expect({ cartesian: space.cartesianSize, valid: space.size }).toEqual({
        cartesian: counts.cartesian,
        valid: counts.valid,
      });
    },
  );

  it('finds the same with a function as with an expression', () => {
    const parameters = { x: [1, 2, 4, 8, 16], y: [1, 2, 4, 8], mode: ['a', 'b'], fast: [false, true] };
    const byFunction = buildSearchSpace({
      parameters,
      restrictions: [(p) => p.x * p.y <= 32, (p) => (p.mode === 'a' ? p.fast : p.x > 2)],
    });
    const byExpression = buildSearchSpace({
      parameters,
      restrictions: ['x * y <= 32', "fast if mode == 'a' else x > 2"],
    });
    expect(allOf(byFunction)).toEqual(allOf(byExpression));
    expect(byFunction.size).toBeGreaterThan(0);
  });

  it('limits the threads of a block by the names it is given', () => {
    const parameters = { tx: [16, 32, 64], ty: [8, 16, 32] };
    expect(buildSearchSpace({ parameters, maxThreadsPerBlock: 512 }).size).toBe(9);
    expect(buildSearchSpace({ parameters, maxThreadsPerBlock: 512, blockSizeNames: ['tx', 'ty'] }).size).toBe(6);
  });

  it('enumerates parts that nothing connects apart', () => {
    const parameters = Object.fromEntries(
      Array.from({ length: 15 }, (_, i) => [`p${i}`, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]),
    );
    const space = buildSearchSpace({ parameters, restrictions: ['p0 < p1', 'p2 + p3 == 4'] });
    expect(space.size).toBe(45 * 5 * 10 ** 11);
    const index = space.randomIndex(createRandom(7));
    expect(space.indexOf(space.configuration(index))).toBe(index);
  });

  it('names the restriction that empties the space', () => {
    const parameters = { a: [1, 2], b: [3, 4] };
    expect(() => buildSearchSpace({ parameters, restrictions: ['a > 0', 'a * b > 100', 'b > 0'] })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', message: expect.stringContaining('"a * b > 100"') }),
    );
    expect(() => buildSearchSpace({ parameters, restrictions: ['a == 1', 'b == 3', (p) => p.a + p.b > 5] })).toThrow(
      /"\(p\) *=> *p\.a \+ p\.b > 5".*\n.*contradicts the ones before it/,
    );
    expect(() => buildSearchSpace({ parameters: { block_size_x: [64] }, maxThreadsPerBlock: 32 })).toThrow(
      /threads of a block/,
    );
  });

  it('quotes a restriction that fails, and the configuration', () => {
    expect(() => buildSearchSpace({ parameters: { a: [0, 1], b: [4] }, restrictions: ['b % a == 0'] })).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT',
        message: expect.stringMatching(/"b % a == 0" failed for .*"a":0/),
        hint: expect.stringMatching(/x == 0 or/),
      }),
    );
    const failing = (p: { a: number; b: number }): boolean => {
      if (p.a + p.b === 5) throw new Error('out of luck');
      return true;
    };
    expect(() => buildSearchSpace({ parameters: { a: [0, 1], b: [3, 4] }, restrictions: [failing] })).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT',
        message: expect.stringMatching(/out of luck/),
        hint: expect.stringMatching(/give false/),
      }),
    );
  });

  it('lets one half of a restriction guard the other', () => {
    const parameters = { a: [0, 1, 2], b: [0, 3], c: [1, 2, 3, 4] };
    const space = buildSearchSpace({ parameters, restrictions: ['a * b != 0 and c % (a * b) == 0'] });
    expect(allOf(space)).toEqual([{ a: 1, b: 3, c: 3 }]);
  });

  it.each([
    ['succeeds', async (p: { x: number; y: number }) => Promise.resolve(p.x < p.y)],
    ['fails', async (p: { x: number; y: number }) => Promise.reject(new Error(`no ${p.x} here`))],
    ['reads nothing', async () => Promise.reject(new Error('nothing'))],
  ])('refuses an asynchronous restriction that %s', async (_, restriction) => {
    const unhandled = jest.fn();
    process.on('unhandledRejection', unhandled);
    try {
      // As JavaScript passes it: its type refuses it.
      const restrictions = restriction as unknown as () => boolean;
      expect(() => buildSearchSpace({ parameters: { x: [1, 2], y: [1, 2] }, restrictions })).toThrow(
        expect.objectContaining({
          code: 'ARGUMENT',
          parameter: 'restrictions',
          hint: expect.stringContaining('async'),
        }),
      );
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off('unhandledRejection', unhandled);
    }
  });

  it('refuses functions that read what is not a parameter', () => {
    const misspelt = (p: Record<string, unknown>) => p['blok_size_x'] !== 1;
    expect(() => buildSearchSpace({ parameters: { block_size_x: [1, 2] }, restrictions: [misspelt] })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', hint: "Did you mean 'block_size_x'?" }),
    );
  });

  it.each([
    [{}],
    [{ a: [] }],
    [{ a: [1, 1] }],
    [{ a: [NaN] }],
    [{ time: [1] }],
    [{ grid_size_x: [1] }],
    [{ device: [1] }],
    [{ timestamp: [1] }],
    [{ ['__proto__']: [1] }],
    [{ a: [null as unknown as number] }],
    [{ a: 3 as unknown as number[] }],
  ])('refuses parameters %p', (parameters: Record<string, number[]>) => {
    expect(() => buildSearchSpace({ parameters })).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });

  const comparison = fc
    .tuple(
      fc.constantFrom('a', 'a * b', 'b + c', 'a * b * c', 'c - a', 'b % 3', 'd + 1', 'max(a, c)', 'a * (b + d)'),
      fc.constantFrom('<=', '>', '==', '!=', '<', '>='),
      fc.constantFrom('c', '4', 'b', '12', 'd * 3', 'a + d'),
    )
    .map((parts) => parts.join(' '));
  const restriction = fc.oneof(
    comparison,
    fc.tuple(comparison, comparison).map(([left, right]) => `${left} or ${right}`),
    fc.tuple(comparison, comparison).map(([left, right]) => `not (${left} and ${right})`),
    fc.tuple(comparison, comparison).map(([left, right]) => `(${left}) and (${right})`),
  );

  it('finds exactly what trying everything finds', () => {
    const parameters = { a: [1, 2, 5, 8], b: [-1, 0, 3, 4], c: [2, 7, 1], d: [0, 1], e: [1, 2] };
    fc.assert(
      fc.property(fc.array(restriction, { minLength: 1, maxLength: 4 }), (restrictions) => {
        const compiled = restrictions.map((text) => compileExpression(text));
        const expected = product(parameters).filter((configuration) =>
          compiled.every((e) => Boolean(e.evaluate(configuration))),
        );
        if (expected.length === 0) {
          expect(() => buildSearchSpace({ parameters, restrictions })).toThrow(
            expect.objectContaining({ code: 'ARGUMENT' }),
          );
          return;
        }
        expect(allOf(buildSearchSpace({ parameters, restrictions }))).toEqual(sorted(expected));
      }),
      { numRuns: 150 },
    );
  });
});

describe('a search space', () => {
  const { tune_params, restrictions } = recorded['convolution_milo']!;
  const space = buildSearchSpace({ parameters: tune_params, restrictions });
  const random = createRandom(3);

  it('finds each configuration where it says it is', () => {
    for (let index = 0; index < space.size; index += 7) expect(space.indexOf(space.configuration(index))).toBe(index);
  });

  it('knows what is not a configuration', () => {
    const valid = space.configuration(0);
    expect(space.indexOf({ ...valid, block_size_x: 17 })).toBe(-1);
    expect(space.indexOf({ ...valid, block_size_x: 256, block_size_y: 16 })).toBe(-1);
    expect(space.indexOf({ block_size_x: 16 })).toBe(-1);
    expect(() => space.configuration(space.size)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });

  const placesOf = (index: number) => [...space.valueIndices(index)];
  const differences = (a: number, b: number) => {
    const other = placesOf(b);
    return placesOf(a).map((place, parameter) => Math.abs(place - (other[parameter] ?? 0)));
  };
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  const definitions: Record<string, (a: number, b: number) => boolean> = {
    hamming: (a, b) => differences(a, b).filter((d) => d > 0).length === 1,
    'hamming-adjacent': (a, b) => sum(differences(a, b)) === 1,
    'strictly-adjacent': (a, b) => Math.max(...differences(a, b)) === 1,
    // Every value is used by some valid configuration of this space.
    adjacent: (a, b) => Math.max(...differences(a, b)) === 1,
  };

  it.each(Object.entries(definitions))('has the %s neighbours that the definition gives', (kind, isNeighbour) => {
    for (let sample = 0; sample < 5; sample++) {
      const index = space.randomIndex(random);
      const expected = Array.from({ length: space.size }, (_, other) => other).filter((other) =>
        isNeighbour(index, other),
      );
      expect([...space.neighbours(index, kind as 'hamming')].sort((a, b) => a - b)).toEqual(expected);
    }
  });

  it('has closest neighbours at the least distance there is', () => {
    const sparse = buildSearchSpace({
      parameters: { a: [1, 2, 3, 4, 5], b: [1, 2, 3, 4, 5], c: [1] },
      restrictions: ['(a + 2 * b) % 5 == 0'],
    });
    for (let index = 0; index < sparse.size; index++) {
      const distance = (other: number) =>
        sum([0, 1].map((p) => Math.abs(sparse.valueIndex(index, p) - sparse.valueIndex(other, p))));
      const others = Array.from({ length: sparse.size }, (_, other) => other).filter((other) => other !== index);
      const least = Math.min(...others.map(distance));
      expect([...sparse.neighbours(index, 'closest')].sort((a, b) => a - b)).toEqual(
        others.filter((o) => distance(o) === least),
      );
    }
  });

  it('skips values that no valid configuration has, where neighbours are adjacent', () => {
    const gappy = buildSearchSpace({ parameters: { a: [1, 2, 3], b: [1, 2] }, restrictions: ['a != 2 or b == 3'] });
    const index = gappy.indexOf({ a: 1, b: 1 });
    expect([...gappy.neighbours(index, 'strictly-adjacent')]).toEqual([gappy.indexOf({ a: 1, b: 2 })]);
    expect(gappy.neighbours(index, 'adjacent')).toHaveLength(3);
  });

  it('gives a point the configuration that is there', () => {
    for (let index = 0; index < space.size; index += 101) expect(space.nearest(space.valueIndices(index))).toBe(index);
    expect(space.nearest(new Float64Array(10).fill(-5))).toBeGreaterThanOrEqual(0);
    expect(space.nearest(new Float64Array(10).fill(1e9))).toBeLessThan(space.size);
  });

  it('draws every configuration as often as the others', () => {
    const small = buildSearchSpace({ parameters: { a: [1, 2, 3], b: [1, 2, 3], c: [0, 1] }, restrictions: ['a >= b'] });
    const counts = new Array<number>(small.size).fill(0);
    const draws = 12_000;
    for (let draw = 0; draw < draws; draw++) counts[small.randomIndex(random)]!++;
    // Pearson's chi-squared with 11 degrees of freedom: 31.26 is exceeded once in a thousand.
    const expected = draws / small.size;
    expect(small.size).toBe(12);
    expect(counts.reduce((total, count) => total + (count - expected) ** 2 / expected, 0)).toBeLessThan(31.26);
  });

  it('spreads a latin hypercube over every parameter', () => {
    const free = buildSearchSpace({ parameters: { a: [1, 2, 3, 4, 5, 6, 7, 8], b: [1, 2, 3, 4], c: [0, 1] } });
    const drawn = free.latinHypercube(8, createRandom(5));
    expect(new Set(drawn).size).toBe(8);
    expect(new Set(drawn.map((index) => free.valueIndex(index, 0))).size).toBe(8);
    expect(free.latinHypercube(1000, random)).toHaveLength(free.size);
  });
});

function product(parameters: Record<string, number[]>): Record<string, number>[] {
  return Object.entries(parameters).reduce<Record<string, number>[]>(
    (all, [name, values]) =>
      all.flatMap((configuration) => values.map((value) => ({ ...configuration, [name]: value }))),
    [{}],
  );
}

function allOf(space: SearchSpace): unknown[] {
  return sorted(Array.from({ length: space.size }, (_, index) => space.configuration(index)));
}

function sorted<T>(configurations: readonly T[]): T[] {
  return [...configurations].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
