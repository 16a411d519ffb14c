/** Checks parameters as users give them. */
import { argumentError } from '@heddle/core/backend';
import { isReservedName } from '../reserved-names';
import type { Parameter, ParameterValue, TuneParameters } from './parameters';

/** Names that the run itself gives a meaning to. */
const ownNames = /^grid_size_[xyz]$/;

/**
 * The parameters as a list, values without repetition.
 *
 * @throws HeddleError `ARGUMENT` for no parameters, a parameter without values, a value that is not a finite number, a
 *   string or a boolean, a value given twice, or a reserved name
 */
export function checkedParameters(parameters: TuneParameters): Parameter[] {
  const entries = Object.entries(parameters);
  if (entries.length === 0) throw argumentError('There are no parameters to tune.');
  return entries.map(([name, values]) => {
    if (ownNames.test(name) || isReservedName(name)) {
      throw argumentError(`A tunable parameter cannot be named ${name}: results use that name.`, { parameter: name });
    }
    if (!Array.isArray(values) || values.length === 0) {
      throw argumentError(`Parameter ${name} has no values.`, {
        parameter: name,
        hint: 'Give an array of the values to try.',
      });
    }
    checkValues(name, values);
    return { name, values: Object.freeze([...(values as readonly ParameterValue[])]) };
  });
}

function checkValues(name: string, values: readonly unknown[]): void {
  const seen = new Set<unknown>();
  for (const value of values) {
    const isValue = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
    if (!isValue) {
      const problem = `Parameter ${name} has the value ${String(value)}`;
      throw argumentError(`${problem}; values are finite numbers, strings or booleans.`, { parameter: name });
    }
    if (seen.has(value)) {
      throw argumentError(`Parameter ${name} has the value ${JSON.stringify(value)} twice.`, { parameter: name });
    }
    seen.add(value);
  }
}
