import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSearchSpace,
  createRandom,
  createSearch,
  createStrategy,
  isBudgetSpent,
  recordedTable,
  simulate,
  strategies,
  type OptionRule,
} from '../../src';
import { referenceOptions } from './reference-options';

/** About a third of the box is valid; some of that fails. */
function ridge() {
  const space = buildSearchSpace({
    parameters: {
      x: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      y: [0, 1, 2, 3, 4, 5, 6, 7],
      z: [1, 2, 4, 8],
      kind: ['a', 'b', 'c'],
    },
    restrictions: ['x + y <= 10', '(x + z) % 3 != 1', "kind != 'c' or y > 2"],
  });
  const results = Array.from({ length: space.size }, (_, index) => {
    const configuration = space.configuration(index);
    const { x, y, z, kind } = configuration as { x: number; y: number; z: number; kind: string };
    const objective = 3 + (x - 6) ** 2 / 4 + (y - 3) ** 2 + Math.abs(Math.log2(z) - 2) + (kind === 'b' ? 0 : 1);
    return { configuration, objective: x === 7 ? Infinity : objective };
  });
  return recordedTable(space, results);
}

const table = ridge();

/** Budgets that let options matter: random sampling has none, fits of models take time. */
function budgetOf(strategy: string): number | undefined {
  if (strategy === 'random_sample') return undefined;
  return strategy === 'bayes_opt' || strategy === 'skopt' ? 50 : 90;
}

type Given = Readonly<Record<string, unknown>>;

const known = new Map<string, Promise<number[]>>();

/** The configurations that a strategy measures, in order. */
function measured(strategy: string, given: Given, seed: number): Promise<number[]> {
  const key = JSON.stringify([strategy, given, seed]);
  const order = known.get(key) ?? run(strategy, given, seed);
  known.set(key, order);
  return order;
}

async function run(strategy: string, given: Given, seed: number): Promise<number[]> {
  const evaluations = budgetOf(strategy);
  const order: number[] = [];
  const search = createSearch({
    space: table.space,
    random: createRandom(seed),
    ...(evaluations === undefined ? {} : { evaluations }),
    measure: async (indices) => {
      order.push(...indices);
      return indices.map((index) => [table.objectives[index] ?? Infinity]);
    },
  });
  await createStrategy(strategy, given)
    .run(search)
    .catch((error: unknown) => {
      if (!isBudgetSpent(error)) throw error;
    });
  return order;
}

/** True if it searches differently with other options, for one of a few seeds. */
async function differs(strategy: string, given: Given, other: Given): Promise<boolean> {
  for (let seed = 1; seed <= 3; seed++) {
    const orders = [await measured(strategy, given, seed), await measured(strategy, other, seed)];
    if (JSON.stringify(orders[0]) !== JSON.stringify(orders[1])) return true;
  }
  return false;
}

const options = Object.entries(referenceOptions).flatMap(([strategy, its]) =>
  Object.entries(its).map(([name, option]) => ({ strategy, name, ...option })),
);

describe.each(options)(
  '$strategy: $name',
  ({ strategy, name, values, asDefault = [], hasNoEffect, beside = {}, refused }) => {
    const isAsDefault = (value: unknown): boolean =>
      hasNoEffect === true || asDefault.some((each) => JSON.stringify(each) === JSON.stringify(value));

    it.each(values.map((value) => [JSON.stringify(value), value]))('takes %s', async (_, value) => {
      const order = await measured(strategy, { ...beside, [name]: value }, 1);
      expect(order.length).toBeGreaterThan(0);
      expect(Math.min(...order.map((index) => table.objectives[index] ?? Infinity))).toBeLessThan(10);
      expect(await differs(strategy, { ...beside, [name]: value }, beside)).toBe(!isAsDefault(value));
    });

    it.each(refused.map((value) => [JSON.stringify(value), value]))('refuses %s', (_, value) => {
      const error = expect.objectContaining({ code: 'ARGUMENT' }) as Error;
      expect(() => createStrategy(strategy, { [name]: value })).toThrow(error);
    });

    it('is suggested for a name that is nearly its own', () => {
      const error = {
        code: 'ARGUMENT',
        parameter: `${name}xx`,
        hint: expect.stringMatching(/^(Did you mean|Its options are) /),
      };
      expect(() => createStrategy(strategy, { [`${name}xx`]: values[0] })).toThrow(expect.objectContaining(error));
    });
  },
);

describe.each(Object.keys(referenceOptions))('%s', (strategy) => {
  const x0 = { x: 0, y: 4, z: 2, kind: 'c' };

  it('begins at a list of values, as Kernel Tuner has them', async () => {
    const order = await run(strategy, { x0: Object.values(x0) }, 1);
    expect(order).toContain(table.space.indexOf(x0));
    expect(order).toEqual(await run(strategy, { x0 }, 1));
    for (const wrong of [[0, 4, 2], [0, 4, 2, 'd'], []]) {
      await expect(run(strategy, { x0: wrong }, 1)).rejects.toMatchObject({ code: 'ARGUMENT', parameter: 'x0' });
    }
  });

  it('takes options on building the space, which change nothing', async () => {
    const given = { searchspace_construction_options: { framework: 'PythonConstraint' } };
    expect(await run(strategy, given, 1)).toEqual(await measured(strategy, {}, 1));
    const wrong = { searchspace_construction_options: 'PythonConstraint' };
    expect(() => createStrategy(strategy, wrong)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }) as Error);
  });
});

const unaware = Object.keys(referenceOptions).filter((strategy) => {
  const option = referenceOptions[strategy]?.constraint_aware;
  return option && !option.hasNoEffect;
});

describe('without constraint_aware', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each(unaware)('%s repairs nothing', async (strategy) => {
    const nearest = jest.spyOn(table.space, 'nearest');
    const neighbours = jest.spyOn(table.space, 'neighbours');
    await run(strategy, { constraint_aware: true }, 1);
    expect(nearest.mock.calls.length + neighbours.mock.calls.length).toBeGreaterThan(0);
    jest.clearAllMocks();
    const order = await run(strategy, { constraint_aware: false }, 1);
    expect(nearest).not.toHaveBeenCalled();
    // What fails for its restrictions costs nothing.
    expect(order).toHaveLength(90);
  });

  it.each(unaware)('%s ends where it finds nothing valid', async (strategy) => {
    const space = buildSearchSpace({
      parameters: Object.fromEntries(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]),
      ),
      restrictions: ['a == b and b == c and c == d and d == e and e == f'],
    });
    const sparse = recordedTable(
      space,
      Array.from({ length: space.size }, (_, index) => ({ configuration: space.configuration(index), objective: 1 })),
    );
    const { configurations } = await simulate(sparse, createStrategy(strategy, { constraint_aware: false }), {
      evaluations: 10,
    });
    expect(configurations.length).toBeLessThanOrEqual(10);
  });
});

describe('options', () => {
  it('may not be given twice under two names', () => {
    expect(() => createStrategy('bayes_opt', { covariance: 'matern32', covariancekernel: 'rbf' })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', parameter: 'covariancekernel' }),
    );
    expect(() => createStrategy('pso', { popsize: 8, pop_size: 9 })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', parameter: 'pop_size' }),
    );
  });

  it('suggest the nearest choice', () => {
    expect(() => createStrategy('bayes_opt', { covariancekernel: 'mattern32' })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', parameter: 'covariancekernel', hint: "Did you mean 'matern32'?" }),
    );
    expect(() => createStrategy('nsga2', { crossover_operator: 'uniform-crossing' })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', hint: "Did you mean 'uniform-crossover'?" }),
    );
  });

  it('of an option are read as its own', () => {
    expect(() => createStrategy('skopt', { skopt_kwargs: { acq_func_kwargs: { kapa: 1 } } })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', parameter: 'kapa', hint: "Did you mean 'kappa'?" }),
    );
  });

  it('that are null are not given, but must be there', () => {
    expect(createStrategy('pso', { popsize: null }).name).toBe('particleSwarm');
    expect(() => createStrategy('pso', { popsise: null })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', hint: "Did you mean 'popsize'?" }),
    );
  });

  it('of mls make it greedy', async () => {
    const order = await measured('mls', { restart: true }, 1);
    expect(order).toEqual(await measured('greedy_mls', {}, 1));
  });

  it('are honoured where they are given, whatever the budget', async () => {
    // With random starts alone, the first child comes after the population.
    const early = async (given: Given): Promise<number> => {
      const few = await measured('genetic_algorithm', { ...given, mutation_chance: 1 }, 1);
      const other = await measured('genetic_algorithm', { ...given, mutation_chance: 50 }, 1);
      return few.findIndex((index, at) => index !== other[at]);
    };
    expect(await early({})).toBe(8);
    expect(await early({ popsize: 40 })).toBe(40);
  });

  it('are all in the README, under both names', () => {
    const rows = readFileSync(join(__dirname, '../../README.md'), 'utf8').split('\n');
    for (const { strategyName, referenceName, rules } of Object.values(strategies)) {
      const row = rows.findLast((line) => line.startsWith(`| \`${referenceName ?? strategyName}\` `)) ?? '';
      const names = Object.entries<OptionRule>(rules).flatMap(([name, { also = [] }]) => [name, ...also]);
      expect({ strategyName, missing: names.filter((name) => !row.includes(`\`${name}\``)) }).toEqual({
        strategyName,
        missing: [],
      });
    }
  });
});

describe('reference directions', () => {
  const objectives = (index: number): number[] => {
    const { x, y } = table.space.configuration(index) as { x: number; y: number };
    return [1 + x + Math.abs(y - 3), 12 - x + Math.abs(y - 2)];
  };

  async function searched(refDirsList: readonly (readonly number[])[]): Promise<number[]> {
    const order: number[] = [];
    const search = createSearch({
      space: table.space,
      random: createRandom(2),
      evaluations: 120,
      measure: async (indices) => {
        order.push(...indices);
        return indices.map(objectives);
      },
    });
    await createStrategy('nsga3', { ref_dirs_list: refDirsList })
      .run(search)
      .catch((error: unknown) => {
        if (!isBudgetSpent(error)) throw error;
      });
    return order;
  }

  it('lead the search', async () => {
    const mean = (order: readonly number[], at: number): number =>
      order.slice(60).reduce((sum, index) => sum + (objectives(index)[at] ?? 0), 0) / (order.length - 60);
    const [first, second] = [await searched([[1, 0.05]]), await searched([[0.05, 1]])];
    expect(first).not.toEqual(second);
    // Along a direction, its own objective may be great, the other one may not.
    expect(mean(first, 1)).toBeLessThan(mean(second, 1));
  });

  it('must have a coordinate for each objective', async () => {
    await expect(searched([[1, 0, 0]])).rejects.toMatchObject({ code: 'ARGUMENT', parameter: 'refDirsList' });
  });
});

describe('what no options are', () => {
  const refused = (name: unknown, options: unknown, message: string): void =>
    expect(() => createStrategy(name as string, options as Record<string, unknown>)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', message: expect.stringContaining(message) }) as Error,
    );

  it.each([
    ['pso', null, 'strategy particleSwarm: options are an object, not null'],
    ['pso', [], 'strategy particleSwarm: options are an object, not an Array'],
    ['pso', 'w=1', 'strategy particleSwarm: options are an object, not "w=1"'],
    ['pso', { x0: 5 }, 'Option x0 of strategy particleSwarm must be an object or a list, not 5'],
    ['simulated_annealing', { T: NaN }, 'from 0 to 1000000, not NaN'],
    [5, {}, 'no strategy 5'],
    [null, {}, 'no strategy null'],
  ])('createStrategy(%p, %p)', refused);
});
