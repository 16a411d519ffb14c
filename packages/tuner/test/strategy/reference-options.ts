/** The options that Kernel Tuner 1.4 documents for its strategies: what each may be, and what it may not. */

/** An option in Kernel Tuner's own spelling. */
export interface ReferenceOption {
  /** Every choice; of numbers, some. */
  readonly values: readonly unknown[];
  /** Those of the values that search as the default does here. */
  readonly asDefault?: readonly unknown[];
  /** No value changes how it searches. */
  readonly hasNoEffect?: true;
  /** Other options, with which it matters within a small budget. */
  readonly beside?: Readonly<Record<string, unknown>>;
  readonly refused: readonly unknown[];
}

const flag = (asDefault: boolean): ReferenceOption => ({
  values: [true, false],
  asDefault: [asDefault],
  refused: [1, 'yes'],
});

const crossovers = ['single_point', 'two_point', 'uniform', 'disruptive_uniform'];

const count = (...values: number[]): ReferenceOption => ({ values, refused: [-1, 2.5, 'many'] });

const variants = ['best1', 'rand1', 'best2', 'rand2', 'currenttobest1', 'randtobest1'].flatMap((moved) =>
  ['bin', 'exp'].map((crossover) => `${moved}${crossover}`),
);

const localMethods: ReferenceOption = {
  values: ['Nelder-Mead', 'Powell', 'CG', 'BFGS', 'L-BFGS-B', 'TNC', 'COBYLA', 'SLSQP'],
  // These share one implementation.
  asDefault: ['CG', 'BFGS', 'L-BFGS-B', 'TNC', 'SLSQP'],
  refused: ['Newton', 3],
};

const neighbor: ReferenceOption = {
  values: ['Hamming', 'adjacent', 'strictly-adjacent', 'closest-param-indices'],
  asDefault: ['Hamming'],
  refused: ['far', true],
};

const multiStart = (restart: boolean, randomize: boolean): Record<string, ReferenceOption> => ({
  neighbor,
  restart: flag(restart),
  order: { values: [null, [2, 0, 1, 3], ['z', 'x']], asDefault: [null], refused: ['x', 3] },
  randomize: flag(randomize),
});

const evolution: Record<string, ReferenceOption> = {
  pop_size: count(8, 30),
  crossover_operator: {
    values: ['uniform-crossover', 'single-point-crossover', 'two-point-crossover'],
    asDefault: ['uniform-crossover'],
    refused: ['three-point-crossover'],
  },
  crossover_prob: { values: [0, 0.5, 1], asDefault: [1], refused: [-0.1, 1.1, 'often'] },
  mutation_prob: { values: [0, 0.1, 1], refused: [-0.1, 1.1] },
};

const points: ReferenceOption = { values: [[], [[1]]], refused: [[1], [[-1]], [[1, 0], [1]], [[]], 'energy'] };

export const referenceOptions: Readonly<Record<string, Readonly<Record<string, ReferenceOption>>>> = {
  random_sample: { fraction: { values: [0.05, 0.1, 1], asDefault: [0.1], refused: [-0.1, 1.5, 'half'] } },
  genetic_algorithm: {
    popsize: count(4, 40),
    maxiter: count(1, 2),
    method: { values: crossovers, asDefault: ['uniform'], refused: ['three_point', 2] },
    mutation_chance: count(1, 20),
    constraint_aware: flag(true),
  },
  diff_evo: {
    popsize: count(2, 20),
    popsize_times_dimensions: flag(true),
    maxiter: { values: [1, 1e15], asDefault: [1e15], refused: [0, 1.5] },
    F: { values: [0.2, 1.3], refused: [-1, 3, 'F'] },
    CR: { values: [0.1, 1], refused: [-0.1, 1.1] },
    method: { values: variants, asDefault: ['best1bin'], refused: ['best3bin'] },
    constraint_aware: flag(true),
  },
  pso: {
    popsize: count(5, 30),
    maxiter: { ...count(1, 2), beside: { popsize: 8 } },
    w: { values: [0.1, 1], refused: [-1, 'w'] },
    c1: { values: [0, 2], refused: [-1] },
    c2: { values: [0, 2], refused: [-1] },
    constraint_aware: flag(true),
  },
  firefly_algorithm: {
    popsize: count(5, 30),
    maxiter: count(1, 2),
    B0: { values: [0, 0.5], refused: [-1] },
    gamma: { values: [0.1, 10], refused: [-1] },
    alpha: { values: [0.05, 1], refused: [-1] },
    constraint_aware: flag(true),
  },
  simulated_annealing: {
    T: { values: [0.001, 10], refused: [-1, 'hot'] },
    T_min: { values: [0.001, 0.01], refused: [-1] },
    alpha: { values: [0.5, 0.7], refused: [1, -1] },
    maxiter: count(2, 3),
    constraint_aware: flag(true),
  },
  greedy_ils: {
    neighbor,
    restart: flag(true),
    no_improvement: count(1, 2),
    // Of four parameters, at least one is changed.
    random_walk: { values: [0, 0.7, 1], asDefault: [0], refused: [-0.1, 1.1] },
  },
  greedy_mls: multiStart(true, true),
  mls: multiStart(false, true),
  ordered_greedy_mls: multiStart(false, false),
  minimize: { method: localMethods },
  basinhopping: { method: localMethods, T: { values: [1e-6, 1, 100], asDefault: [1], refused: [-1, 'hot'] } },
  dual_annealing: {
    method: {
      values: ['COBYLA', 'L-BFGS-B', 'SLSQP', 'CG', 'Powell', 'Nelder-Mead', 'BFGS', 'trust-constr'],
      asDefault: ['COBYLA', 'trust-constr'],
      refused: ['trust', 1],
    },
  },
  bayes_opt: {
    covariancekernel: {
      values: ['constantrbf', 'rbf', 'matern32', 'matern52'],
      asDefault: ['matern32'],
      refused: ['matern72', 1.5],
    },
    covariancelengthscale: { values: [0.3, 1.5, 5], asDefault: [1.5], refused: [0, 'long'] },
    method: {
      values: ['poi', 'ei', 'lcb', 'lcb-srinivas', 'multi', 'multi-advanced', 'multi-fast', 'multi-ultrafast'],
      asDefault: ['multi'],
      refused: ['multi-slow', 1],
    },
    samplingmethod: { values: ['random', 'lhs', 'LHS'], asDefault: ['random'], refused: ['sobol'] },
    popsize: count(0, 5, 30),
  },
  skopt: {
    learner: { values: ['RF', 'ET', 'GBRT', 'DUMMY', 'GP'], asDefault: ['RF'], refused: ['SVM', 1] },
    acq_func: { values: ['LCB', 'EI', 'PI', 'gp_hedge'], asDefault: ['EI'], refused: ['UCB'] },
    lie_strategy: { values: ['cl_min', 'cl_mean', 'cl_max'], refused: ['cl_median'] },
    kappa: { values: [null, 0, 1.96], asDefault: [null], refused: [-1, 'k'], beside: { acq_func: 'LCB' } },
    num_initial: { values: [null, 1, 10], asDefault: [null], refused: [0, 2.5] },
    batch_size: { values: [1, 2, 5], asDefault: [2], refused: [0, 1.5] },
    skopt_kwargs: {
      values: [
        {},
        { n_initial_points: 5 },
        { n_random_starts: 5 },
        { initial_point_generator: 'lhs' },
        { acq_func_kwargs: { xi: 0.5 } },
        { acq_optimizer_kwargs: { n_points: 5 } },
        { n_jobs: -1, acq_optimizer: 'sampling', random_state: 1, model_queue_size: 1, base_estimator: 'GP' },
      ],
      asDefault: [
        {},
        { n_jobs: -1, acq_optimizer: 'sampling', random_state: 1, model_queue_size: 1, base_estimator: 'GP' },
      ],
      refused: [[], 'x', { n_initial_points: 0 }, { initial_points: 3 }, { acq_func_kwargs: { eta: 1 } }],
    },
  },
  pyatf_strategies: {
    searchtechnique: {
      values: [
        'auc_bandit',
        'differential_evolution',
        'pattern_search',
        'round_robin',
        'simulated_annealing',
        'torczon',
      ],
      asDefault: ['auc_bandit'],
      refused: ['opentuner'],
    },
    use_searchspace_cache: { values: [true, false], hasNoEffect: true, refused: ['yes'] },
  },
  hybrid_vndx: {
    budget: count(20, 40),
    k: count(1, 10),
    cand_pool: count(2, 20),
    restart_iter: count(2, 5),
    tabu_size: { values: [0, 300], hasNoEffect: true, refused: [-1, 2.5] },
    elite_size: { ...count(2, 20), beside: { restart_iter: 3 } },
    temp0: { values: [0, 10], refused: [-1, 'hot'] },
    cooling: { values: [0.1, 1], refused: [-0.1, 1.1] },
    constraint_aware: { values: [true, false], hasNoEffect: true, refused: [1, 'yes'] },
  },
  adaptive_tabu_greywolf: {
    budget: count(20, 40),
    pack_size: count(5, 30),
    tabu_factor: count(0, 1),
    shake_rate: { values: [0, 0.1], refused: [-0.1, 1.1] },
    jump_rate: { values: [0, 1], refused: [-0.1, 1.1] },
    stagn_limit: count(1, 2),
    restart_ratio: { values: [0, 1], refused: [-0.1, 1.1], beside: { stagn_limit: 2 } },
    t0: { values: [0, 0.01], refused: [-1, 'hot'] },
    t_decay: { values: [0, 1000], refused: [-1], beside: { budget: 60 } },
    t_min: { values: [0.1, 10], refused: [-1], beside: { t0: 0 } },
    constraint_aware: flag(true),
  },
  nsga2: { ...evolution, ref_dirs_list: { ...points, hasNoEffect: true } },
  // In a run of one objective there is one direction; more are tried below.
  nsga3: { ...evolution, ref_dirs_list: { ...points, hasNoEffect: true } },
};
