/** The strategy of a run: by its name, or an object; without either, everything where nothing limits the run. */
import { createStrategy, defaultStrategyName, type Strategy } from '../strategy';
import type { Budget, TuneKernelOptions } from './tune-options';

type StrategyRequest = Pick<TuneKernelOptions, 'strategy' | 'strategyOptions' | 'budget'>;

/** The strategy and what it may spend. */
export interface ChosenStrategy {
  readonly strategy: Strategy;
  readonly budget: Budget;
}

/**
 * @throws HeddleError `ARGUMENT` for a strategy or an option that there is not
 */
export function chooseStrategy({ strategy, strategyOptions = {}, budget = {} }: StrategyRequest): ChosenStrategy {
  // Kernel Tuner has the budget among the strategy's options.
  const { max_fevals, maxFevals = max_fevals, time_limit, timeLimit = time_limit, ...options } = strategyOptions;
  const limits: Budget = {
    ...(maxFevals === undefined ? {} : { evaluations: Number(maxFevals) }),
    ...(timeLimit === undefined ? {} : { seconds: Number(timeLimit) }),
    ...budget,
  };
  if (typeof strategy === 'object') return { strategy, budget: limits };
  const isLimited = limits.evaluations !== undefined || limits.seconds !== undefined;
  const name = strategy ?? (isLimited ? defaultStrategyName : 'bruteForce');
  return { strategy: createStrategy(name, options), budget: limits };
}
