/** How a strategy learns that it may evaluate no more. */

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
