/** What kernels are passed for the arguments that their expressions see. */
import { argumentError, describe, type LooseArgument } from '@heddle/core/backend';
import { isScalar } from '../array/dtype';
import { isArray } from '../array/strided-array';
import type { KernelExtra } from './kernel-extra';

/**
 * In the order of {@link extraParameters}: buffer and offset of an array, or a number.
 *
 * @throws HeddleError `ARGUMENT` for a value that is neither
 */
export function extraArguments(
  operation: string,
  extras: readonly KernelExtra[],
  values: readonly unknown[],
): readonly LooseArgument[] {
  return extras.flatMap(({ name, kind }, n): readonly LooseArgument[] => {
    const value = values[n];
    if (kind === 'memory' && isArray(value)) return [value.buffer, value.offset];
    if (isScalar(value)) return [value];
    throw argumentError(`${operation}: ${name} is a number, not ${describe(value)}`, { parameter: name });
  });
}
