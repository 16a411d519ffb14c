/** The strategy of a run: by its name, or an object; without either, everything if nothing limits the run. */
import { argumentError } from '@heddle/core/backend';
import { createStrategy, defaultStrategyName, type Strategy } from '../strategy';
import type { Budget, TuneKernelOptions } from './tune-options';

type StrategyRequest = Pick<TuneKernelOptions, 'strategy' | 'strategyOptions' | 'budget'>;

/** The strategy and what it may spend. */
export interface ChosenStrategy {
  readonly strategy: Strategy;
  readonly budget: Budget;
}

/**
 * @throws HeddleError `ARGUMENT` for an unknown strategy or option
 */
export function chooseStrategy({ strategy, strategyOptions = {}, budget = {} }: StrategyRequest): ChosenStrategy {
  // Kernel Tuner has the budget among the strategy's options.
  const { max_fevals, maxFevals = max_fevals, time_limit, timeLimit = time_limit, ...options } = strategyOptions;
  const limits: Budget = {
    ...(maxFevals === undefined || maxFevals === null ? {} : { evaluations: Number(maxFevals) }),
    ...(timeLimit === undefined || timeLimit === null ? {} : { seconds: Number(timeLimit) }),
    ...budget,
  };
  checkBudget(limits);
  if (typeof strategy === 'object') {
    const [ignored] = Object.keys(options);
    if (ignored === undefined) return { strategy, budget: limits };
    throw argumentError(`strategyOptions.${ignored} has no effect on a strategy that is an object`, {
      parameter: 'strategyOptions',
      hint: 'Give it to the function that makes the strategy, or name the strategy.',
    });
  }
  const isLimited = limits.evaluations !== undefined || limits.seconds !== undefined;
  const name = strategy ?? (isLimited ? defaultStrategyName : 'bruteForce');
  return { strategy: createStrategy(name, options), budget: limits };
}

function checkBudget(budget: Budget): void {
  const { evaluations, seconds } = budget;
  if (
    evaluations !== undefined &&
    evaluations !== Infinity &&
    (!Number.isSafeInteger(evaluations) || evaluations < 1)
  ) {
    throw argumentError(`budget.evaluations must be a positive integer, not ${String(evaluations)}`, {
      parameter: 'budget',
    });
  }
  if (seconds !== undefined && !(seconds > 0)) {
    throw argumentError(`budget.seconds must be positive, not ${String(seconds)}`, { parameter: 'budget' });
  }
}
