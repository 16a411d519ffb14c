/** The interface of search strategies, ours and anyone's, and the error that ends them. */
import type { SearchSpace } from '../space/search-space';
import type { Random } from '../random';

/** What a strategy sees of a run. */
export interface Search {
  readonly space: SearchSpace;

  /** The only source of chance a strategy may use: with it, a run is repeatable by its seed. */
  readonly random: Random;

  /** Evaluations left; Infinity without a limit. Revisits do not count. */
  readonly remaining: number;

  /**
   * True if the run has a budget, of evaluations or time, that a strategy should use up, starting again when it is
   * done. Without one it runs once.
   */
  readonly isLimited: boolean;

  /** Aborted when the run is to stop. {@link Search.evaluate} then throws, so few strategies need to look. */
  readonly signal: AbortSignal;

  /**
   * The objective of a configuration: less is better, Infinity for one that failed. A revisit is free.
   *
   * @throws BudgetSpent when a new configuration would exceed the budget, or the run is to stop; let it through
   */
  evaluate(index: number): Promise<number>;

  /**
   * The objectives of several configurations, which may be compiled in parallel. It evaluates as many as the budget
   * allows, in order, before it throws the same errors.
   */
  evaluateMany(indices: readonly number[]): Promise<number[]>;

  /**
   * Tells which configurations are likely to be evaluated next, the likeliest first: processors that have nothing to do
   * compile them meanwhile. For strategies that evaluate one at a time. Costs no evaluation and changes no result; each
   * call takes the place of the one before.
   */
  anticipate(indices: readonly number[]): void;

  /**
   * All objectives of a configuration that was evaluated, each to be minimised, for multi-objective strategies;
   * undefined for one that was not. In a run with one objective, that one alone.
   */
  objectives(index: number): readonly number[] | undefined;
}

/** A way to search. A strategy object holds options, no state: it may serve several runs. */
export interface Strategy {
  readonly name: string;

  /**
   * Searches until it is done, or until the budget is spent.
   *
   * @throws BudgetSpent as it came from {@link Search.evaluate}
   */
  run(search: Search): Promise<void>;
}

const brand = Symbol.for('heddle.tuner.budget-spent');

/** Thrown by a search to end its strategy: the budget is spent, or the user stopped the run. Not a failure. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';

  constructor() {
    super('The budget of the search is spent.');
    Object.defineProperty(this, brand, { value: true });
  }
}

/** True for a {@link BudgetSpent} of any copy of this package in this process. */
export function isBudgetSpent(error: unknown): error is BudgetSpent {
  return typeof error === 'object' && error !== null && brand in error;
}
