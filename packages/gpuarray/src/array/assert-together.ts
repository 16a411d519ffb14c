/** What every operation asks of its arrays before it does anything. */
import { argumentError } from '@heddle/core/backend';
import { assertStrided } from './assert-array';
import type { StridedArray } from './strided-array';

/** @throws HeddleError `ARGUMENT` if one of the arrays has been disposed, or they are on different devices */
export function assertTogether(operation: string, arrays: readonly StridedArray[]): void {
  for (const array of arrays) {
    assertStrided(operation, array);
    if (array.device !== arrays[0]?.device) {
      throw argumentError(`${operation}: the arrays are on different devices`, {
        hint: 'Copy one of them to the device of the other.',
      });
    }
  }
}
