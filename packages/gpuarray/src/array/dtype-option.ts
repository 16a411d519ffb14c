/** Where a dtype may be asked for by its name alone, or among other options. */
import { dtypes, type DType } from '@heddle/core';
import { argumentError, assertOptions, describe, didYouMean, isDType, nearestNames } from '@heddle/core/backend';

/**
 * Options, for which the name of a dtype may stand.
 *
 * @throws HeddleError `ARGUMENT` as {@link assertOptions} does
 */
export function optionsWithDType<O extends { readonly dtype?: DType }>(
  operation: string,
  given: O | DType,
  names: readonly string[],
): Partial<O> {
  const options = typeof given === 'string' ? ({ dtype: given } as Partial<O>) : given;
  assertOptions(operation, options, names);
  return options;
}

/** @throws HeddleError `ARGUMENT` if the value is not a dtype; suggests the closest name */
export function assertDType(operation: string, dtype: unknown): void {
  if (isDType(dtype)) return;
  const near = typeof dtype === 'string' ? nearestNames(dtype, dtypes) : [];
  const what = typeof dtype === 'string' ? `'${dtype}'` : describe(dtype);
  throw argumentError(`${operation}: ${what} is not a dtype`, {
    parameter: 'dtype',
    hint: didYouMean(near, `The dtypes are ${dtypes.join(', ')}.`),
  });
}
