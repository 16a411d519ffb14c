/** Runs a strategy, ours or anyone's, to its end or that of its budget. */
import { isHeddleError } from '@heddle/core';
import { userFailure } from '../options';
import { isBudgetSpent } from './budget';
import { isOfMeasurement } from './search';
import type { Search, Strategy } from './strategy';

/**
 * @returns why it has ended: the strategy was done, or the budget was spent
 * @throws HeddleError `ARGUMENT` for an exception of the strategy; an exception of the measurement is passed on
 *   unchanged
 */
export async function runStrategy(strategy: Strategy, search: Search): Promise<'strategy' | 'budget'> {
  try {
    await strategy.run(search);
    return 'strategy';
  } catch (error) {
    if (isBudgetSpent(error)) return 'budget';
    if (isHeddleError(error) || isOfMeasurement(error)) throw error;
    throw userFailure(nameOf(strategy), error, { parameter: 'strategy' });
  }
}

// JavaScript can leave the name out.
function nameOf({ name }: { readonly name?: unknown }): string {
  return typeof name === 'string' && name !== '' ? `the strategy ${name}` : 'the strategy';
}
