/** The numbers among the environment's variables, which the runtime reads by itself. */
import { HeddleError } from '@heddle/core';

const numbers = ['HEDDLE_HOST_THREADS', 'HEDDLE_HOST_STACK_BYTES'] as const;

/** @throws HeddleError `ARGUMENT` for one that is not a whole number above 0, which the runtime would not take */
export function checkEnvironment(environment: Readonly<Record<string, string | undefined>> = process.env): void {
  for (const name of numbers) {
    const value = environment[name];
    if (value === undefined || value === '' || /^0*[1-9]\d{0,11}$/.test(value)) continue;
    throw new HeddleError('ARGUMENT', `${name} is '${value}', which is not a whole number above 0`, {
      backend: 'host',
      parameter: name,
      hint: `Give it one, or unset ${name}.`,
    });
  }
}
