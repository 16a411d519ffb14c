/**
 * Optimisation with a random forest in place of a Gaussian process (Hutter, Hoos and Leyton-Brown, 2011); with other
 * models too, as Kernel Tuner has them from scikit-optimize.
 */
import { defineStrategy } from '../define-strategy';
import { batchSize, candidates } from '../model/candidates';
import { Hedge } from '../model/hedge';
import { createLearner, learnerNames, learnerSynonyms } from '../model/learners';
import type { Model } from '../model/models';
import { byPromise, promises } from '../model/acquisition';
import { Observations } from '../model/observations';
import { freshIndices, initialPopulation, spreadPopulation } from '../sampling';
import type { Search } from '../strategy';

const methods = ['ei', 'poi', 'lcb', 'hedge'] as const;
const methodSynonyms = { PI: 'poi', gp_hedge: 'hedge' } as const;
const lies = ['none', 'cl_min', 'cl_mean', 'cl_max'] as const;

/** Fewer observations say nothing about the shape of the function. */
const leastObservations = 3;

/** How the next configurations are chosen. */
interface ChoiceOptions {
  readonly method: (typeof methods)[number];
  readonly lieStrategy: (typeof lies)[number];
  /** Configurations that are chosen between two fits. */
  readonly batch: number;
  readonly kappa: number;
  /** Least improvement that is looked for, in the unit of the targets. */
  readonly xi: number;
  /** Random candidates. */
  readonly random: number;
}

const integer = { kind: 'number', default: undefined, integer: true } as const;

export const forestOptimization = defineStrategy({
  name: 'forestOptimization',
  reference: 'skopt',
  options: {
    /** Configurations of the first sample. */
    initial: { kind: 'number', default: 20, from: 1, to: 1e6, integer: true, also: ['num_initial'] },
    learner: { kind: 'choice', default: 'forest', among: learnerNames, synonyms: learnerSynonyms },
    /** Trees of a model that has some. */
    trees: { kind: 'number', default: 30, from: 1, to: 1e4, integer: true },
    /** `hedge` draws one of the other three, by what the model thinks of their proposals. */
    method: { kind: 'choice', default: 'ei', among: methods, synonyms: methodSynonyms, also: ['acq_func'] },
    /** Deviations that `lcb` goes below the mean. Default 1. */
    kappa: { kind: 'number', default: undefined, from: 0, to: 1e6 },
    /** Configurations that are measured between two fits, at least: without lies it grows with the observations. */
    batch: { kind: 'number', default: 2, from: 1, to: 1e4, integer: true, also: ['batch_size'] },
    /**
     * The assumed result of a batch's first configurations when the model chooses the next; `none` chooses all by one
     * fit.
     */
    lieStrategy: { kind: 'choice', default: 'none', among: lies },
    /** What else Kernel Tuner passes to scikit-optimize. */
    skoptKwargs: {
      kind: 'group',
      rules: {
        /** Takes the place of `initial`. */
        nInitialPoints: { ...integer, from: 1, to: 1e6, also: ['n_random_starts'] },
        /** All but `random` spread evenly, as a latin hypercube. */
        initialPointGenerator: {
          kind: 'choice',
          default: 'random',
          among: ['random', 'lhs', 'sobol', 'halton', 'hammersly', 'grid'],
        },
        acqFuncKwargs: {
          kind: 'group',
          rules: {
            /** Least improvement that `ei` and `poi` look for, in logarithms of the objective. */
            xi: { kind: 'number', default: 0, from: 0, to: 1e6 },
            kappa: { kind: 'number', default: undefined, from: 0, to: 1e6 },
          },
        },
        acqOptimizerKwargs: {
          kind: 'group',
          rules: {
            /** Random candidates. */
            nPoints: { kind: 'number', default: 300, from: 1, to: 1e6, integer: true },
            /** Has no effect: candidates are configurations, there is nothing to descend to. */
            nRestartsOptimizer: integer,
            /** Has no effect: one thread computes. */
            nJobs: integer,
          },
        },
        /** Has no effect: `learner` takes its place, as there. */
        baseEstimator: { kind: 'choice', default: 'forest', among: learnerNames, synonyms: learnerSynonyms },
        /** Has no effect: `method` takes its place, as there. */
        acqFunc: { kind: 'choice', default: 'ei', among: methods, synonyms: methodSynonyms },
        /** Has no effect: candidates are configurations, which are all looked at. */
        acqOptimizer: { kind: 'choice', default: 'auto', among: ['auto', 'sampling', 'lbfgs'] },
        /** Has no effect: one thread computes. */
        nJobs: integer,
        /** Has no effect: the last model is the one that is used. */
        modelQueueSize: integer,
        /** Has no effect: the seed of the run decides. */
        randomState: integer,
      },
    },
  },
  async run(search, { initial, learner, trees, kappa, skoptKwargs, ...options }, { x0 }) {
    const { nInitialPoints = initial, initialPointGenerator, acqFuncKwargs, acqOptimizerKwargs } = skoptKwargs;
    const observations = new Observations(search);
    const first = initialPointGenerator === 'random' ? initialPopulation : spreadPopulation;
    await observations.evaluate(first(search, Math.min(nInitialPoints, search.space.size), x0));
    const model = createLearner(learner, search.space, search.random, trees);
    const hedge = new Hedge(search.random);
    const choice: ChoiceOptions = {
      ...options,
      kappa: kappa ?? acqFuncKwargs.kappa ?? 1,
      xi: acqFuncKwargs.xi,
      random: acqOptimizerKwargs.nPoints,
    };
    while (search.remaining > 0) {
      if (!model) await observations.evaluate(freshIndices(search, options.batch));
      else if (observations.count < leastObservations) await observations.evaluate(freshIndices(search, 3));
      else await step(search, observations, model, hedge, choice);
    }
  },
});

async function step(
  search: Search,
  observations: Observations,
  model: Model,
  hedge: Hedge,
  options: ChoiceOptions,
): Promise<void> {
  const targets = observations.targets();
  model.fit(observations, targets);
  if (options.method === 'hedge') hedge.settle(model, targets);
  const near = candidates(search, observations, { best: 5, random: options.random });
  const count = Math.min(options.batch, search.remaining);
  const ranked = (from: readonly number[]): number[] => ranking(from, model, targets, hedge, options);
  if (options.lieStrategy === 'none') {
    await observations.evaluateFirst(ranked(near), batchSize(count, targets.length));
    return;
  }
  const chosen = ranked(near).slice(0, 1);
  while (chosen.length < Math.min(count, near.length)) {
    const assumed = new Float64Array(targets.length + chosen.length).fill(lieOf(targets, options.lieStrategy));
    assumed.set(targets);
    model.fit({ configurations: [...observations.configurations, ...chosen] }, assumed);
    chosen.push(...ranked(near.filter((index) => !chosen.includes(index))).slice(0, 1));
  }
  await observations.evaluateFirst(chosen, count);
}

/** Candidates from the most promising on. */
function ranking(
  from: readonly number[],
  model: Model,
  targets: Float64Array,
  hedge: Hedge,
  { method, kappa, xi }: ChoiceOptions,
): number[] {
  const goal = targets.reduce((a, b) => Math.min(a, b), Infinity) - xi;
  const predictions = model.predict(from);
  if (method === 'hedge') return hedge.ranking(from, predictions, goal, kappa);
  return byPromise(from, promises(predictions, method, goal, kappa));
}

/** A constant liar's word (Ginsbourger, Le Riche and Carraro, 2010). */
function lieOf(targets: Float64Array, strategy: (typeof lies)[number]): number {
  if (strategy === 'cl_mean') return targets.reduce((sum, target) => sum + target, 0) / targets.length;
  const extreme = strategy === 'cl_min' ? Math.min : Math.max;
  return targets.reduce((a, b) => extreme(a, b));
}
