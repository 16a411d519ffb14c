/** What every operation asks of its options before it reads them. */
import { argumentError, describe } from '@heddle/core';

/** @throws HeddleError `ARGUMENT` for what has no properties, null above all */
export function assertOptions(operation: string, options: object): void {
  if (typeof options === 'object' && options !== null) return;
  throw argumentError(`${operation}: options are an object, not ${describe(options)}`, {
    parameter: 'options',
    hint: 'Leave them out, or pass {}.',
  });
}
