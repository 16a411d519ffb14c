/** Finds out which parameters a function restriction reads, by running it on a few configurations. */
import { isHeddleError } from '@heddle/core';
import { createRandom } from '../random';
import type { Constraint } from './constraint';
import { functionView, UnseenRead } from './function-view';
import type { Parameter } from './parameters';

const attempts = 16;

/**
 * The parameters that a function was seen to read. It may read others if it takes another branch; the solver
 * notices and starts again.
 *
 * @throws HeddleError `ARGUMENT` if it reads something that is not a parameter
 */
export function readNames(
  constraint: Constraint & { kind: 'function' },
  parameters: readonly Parameter[],
): Set<string> {
  const random = createRandom(1);
  const seen = new Set<string>();
  for (let attempt = 0; attempt < attempts; attempt++) {
    const view = functionView(parameters, seen);
    for (const { name, values } of parameters) {
      if (seen.has(name)) view[name] = values[random.integer(values.length)] ?? 0;
    }
    try {
      constraint.call(view as never);
    } catch (error) {
      if (isHeddleError(error)) throw error;
      // Any other failure may be for a configuration that other restrictions exclude.
      if (error instanceof UnseenRead) {
        seen.add(error.parameter);
        attempt = -1;
      }
    }
  }
  return seen;
}
