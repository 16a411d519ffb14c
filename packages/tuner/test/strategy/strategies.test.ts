import { join } from 'node:path';
import {
  buildSearchSpace,
  createStrategy,
  meanRatios,
  readTuningFile,
  recordedTable,
  simulate,
  strategies,
  strategyNames,
  type RecordedTable,
} from '../../src';

/** A bowl with its least value at (6, 3, 'b'), a limit, and configurations that fail. */
function bowl(): RecordedTable {
  const space = buildSearchSpace({
    parameters: { x: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], y: [0, 1, 2, 3, 4, 5, 6, 7], kind: ['a', 'b', 'c'], fixed: [1] },
    restrictions: ['x + y <= 12'],
  });
  const results = Array.from({ length: space.size }, (_, index) => {
    const configuration = space.configuration(index);
    const { x, y, kind } = configuration as { x: number; y: number; kind: string };
    const objective = 1 + (x - 6) ** 2 + (y - 3) ** 2 + (kind === 'b' ? 0 : 2);
    return { configuration, objective: x === 8 ? Infinity : objective };
  });
  return recordedTable(space, results);
}

const table = bowl();
const names = Object.keys(strategies) as (keyof typeof strategies)[];

describe.each(names)('%s', (name) => {
  it('spends the budget on different configurations, and no more', async () => {
    const { configurations } = await simulate(table, createStrategy(name), { evaluations: 40, seed: 1 });
    expect(new Set(configurations).size).toBe(configurations.length);
    expect(configurations.length).toBe(40);
  });

  it('is repeatable by its seed', async () => {
    const [first, second] = await Promise.all(
      [5, 5].map((seed) => simulate(table, createStrategy(name), { evaluations: 30, seed })),
    );
    expect(first).toEqual(second);
  });

  it('ends where the space is exhausted', async () => {
    const small = recordedTable(
      buildSearchSpace({ parameters: { x: [1, 2, 3], y: [1, 2] } }),
      [1, 2, 3].flatMap((x) => [1, 2].map((y) => ({ configuration: { x, y }, objective: x * y }))),
    );
    const { configurations, best } = await simulate(small, createStrategy(name), { evaluations: 100, seed: 2 });
    expect(best.at(-1)).toBe(1);
    expect(configurations.length).toBeLessThanOrEqual(6);
  });

  it('survives a space where everything fails', async () => {
    const failing: RecordedTable = { ...table, objectives: new Float64Array(table.space.size).fill(Infinity) };
    const { configurations } = await simulate(failing, createStrategy(name), { evaluations: 30, seed: 3 });
    expect(configurations.length).toBe(30);
  });

  it('maximises what is given as its negative', async () => {
    const rates: RecordedTable = {
      ...table,
      objectives: table.objectives.map((time) => (Number.isFinite(time) ? -1000 / time : Infinity)),
    };
    const { best } = await simulate(rates, createStrategy(name), {
      evaluations: name === 'bruteForce' ? table.space.size : 60,
      seed: 4,
    });
    // A quarter of the space: who went for the least rates would not come here.
    expect(best.at(-1)).toBeLessThan(-300);
  });

  it('begins where it is told', async () => {
    if (name === 'bruteForce') return;
    const x0 = { x: 0, y: 0, kind: 'c', fixed: 1 };
    const strategy = createStrategy(name, { x0 });
    const { configurations } = await simulate(table, strategy, { evaluations: 30, seed: 6 });
    expect(configurations).toContain(table.space.indexOf(x0));
    const invalid = createStrategy(name, { x0: { ...x0, x: 99 } });
    await expect(simulate(table, invalid, { evaluations: 3 })).rejects.toMatchObject({
      code: 'ARGUMENT',
      parameter: 'x0',
    });
  });
});

describe('createStrategy', () => {
  it('knows the names of Kernel Tuner, and its spelling of options', () => {
    expect(createStrategy('genetic_algorithm', { mutation_chance: 10, popsize: 8 }).name).toBe('geneticAlgorithm');
    expect(createStrategy('simulated_annealing', { T: 0.5, T_min: 0.01 }).name).toBe('simulatedAnnealing');
    for (const reference of [
      'brute_force',
      'random_sample',
      'genetic_algorithm',
      'diff_evo',
      'pso',
      'firefly_algorithm',
      'simulated_annealing',
      'greedy_ils',
      'greedy_mls',
      'mls',
      'ordered_greedy_mls',
      'minimize',
      'basinhopping',
      'dual_annealing',
      'bayes_opt',
      'skopt',
      'pyatf_strategies',
      'hybrid_vndx',
      'adaptive_tabu_greywolf',
      'nsga2',
      'nsga3',
    ]) {
      expect(strategyNames()).toContain(reference);
      expect(createStrategy(reference).name).toEqual(expect.any(String));
    }
  });

  it('suggests the nearest name', () => {
    expect(() => createStrategy('genetic_algoritm')).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', hint: "Did you mean 'genetic_algorithm'?" }),
    );
    expect(() => createStrategy('pso', { popsze: 3 })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', parameter: 'popsze', hint: "Did you mean 'popsize'?" }),
    );
  });

  it.each([
    ['pso', { popsize: 0 }],
    ['pso', { popsize: 2.5 }],
    ['pso', { w: 'fast' }],
    ['diff_evo', { method: 'best9bin' }],
    ['greedy_mls', { restart: 1 }],
    ['mls', { order: 'x' }],
  ])('refuses an option of %s that it cannot have: %p', (name, options) => {
    expect(() => createStrategy(name, options)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });

  it('refuses an order that names no parameter', async () => {
    const strategy = createStrategy('ordered_greedy_mls', { order: ['z'] });
    await expect(simulate(table, strategy, { evaluations: 10 })).rejects.toMatchObject({ code: 'ARGUMENT' });
  });

  it.each([
    'best1bin',
    'best1exp',
    'best2bin',
    'best2exp',
    'rand1bin',
    'rand1exp',
    'rand2bin',
    'rand2exp',
    'randtobest1bin',
    'randtobest1exp',
    'currenttobest1bin',
    'currenttobest1exp',
  ])('has the variant %s of differential evolution', async (method) => {
    const { best } = await simulate(table, createStrategy('diff_evo', { method }), { evaluations: 80, seed: 1 });
    expect(best.at(-1)).toBeLessThan(4);
  });

  it.each(['Nelder-Mead', 'Powell', 'CG', 'BFGS', 'L-BFGS-B', 'TNC', 'COBYLA', 'SLSQP'])(
    'descends by %s',
    async (method) => {
      const { best } = await simulate(table, createStrategy('minimize', { method }), { evaluations: 80, seed: 1 });
      expect(best.at(-1)).toBeLessThan(4);
    },
  );

  it.each([
    'auc_bandit',
    'round_robin',
    'torczon',
    'pattern_search',
    'simulated_annealing',
    'differential_evolution',
    'random',
  ])('has the technique %s of pyATF', async (searchtechnique) => {
    const { best } = await simulate(table, createStrategy('pyatf_strategies', { searchtechnique }), {
      evaluations: 100,
      seed: 1,
    });
    expect(best.at(-1)).toBeLessThan(6);
  });
});

describe('on a recorded space', () => {
  const file = readTuningFile(join(__dirname, '../data/convolution_milo-A100.cache.json.gz'));
  const keyOf = (configuration: Readonly<Record<string, unknown>>) =>
    file.parameters.map(({ name }) => String(configuration[name])).join();
  const known = new Set(file.records.map(({ configuration }) => keyOf(configuration)));
  const space = buildSearchSpace({
    parameters: Object.fromEntries(file.parameters.map(({ name, values }) => [name, values])),
    restrictions: (configuration) => known.has(keyOf(configuration)),
  });
  const recorded = recordedTable(
    space,
    file.records.map(({ configuration, time, failure }) => ({ configuration, objective: failure ? Infinity : time })),
  );

  it('has all of the recorded configurations', () => {
    expect(space.size).toBe(4362);
  });

  it('the default finds in 100 evaluations what random sampling does not find in 200', async () => {
    const [ours] = await meanRatios(recorded, () => createStrategy(), [100], 3);
    // 1.339 is the mean of Kernel Tuner's random sampling at 200 evaluations over 50 seeds.
    expect(ours?.mean).toBeLessThan(1.339);
  });
});
