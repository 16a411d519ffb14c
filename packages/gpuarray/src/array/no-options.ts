/** Options given to functions that take none. */
import { assertOptions } from '@heddle/core/backend';

/**
 * Refuses options: the program would go on without what they ask for. A number or a list is let through, because
 * `arrays.map(unique)` passes an index and the list as well.
 *
 * @param given - what follows the arguments of the function
 * @throws HeddleError `ARGUMENT` for options
 */
export function assertNoOptions(operation: string, given: unknown): void {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) assertOptions(operation, given, []);
}
