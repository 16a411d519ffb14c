/** Results are kept by the spelling of their configuration, so no two configurations may have the same. */
import { argumentError } from '@heddle/core/backend';
import type { ParameterValue } from '../space';
import type { ParameterSpelling } from './parameter-spelling';

/**
 * Refuses parameters whose configurations could coincide in a file: the number 2 and the text '2', or texts with commas
 * that can be divided in two ways, as `'a,b'` and `'c'` can, and `'a'` and `'b,c'`.
 *
 * @throws HeddleError `ARGUMENT` that says which values
 */
export function assertDistinctKeys(
  parameters: Readonly<Record<string, readonly ParameterValue[]>>,
  spelling: ParameterSpelling,
): void {
  const divisible: string[] = [];
  for (const [name, values] of Object.entries(parameters)) {
    const seen = new Map<string, ParameterValue>();
    const commas = new Set<number>();
    for (const value of values) {
      const text = spelling.keyPart(name, value);
      const other = seen.get(text);
      if (other !== undefined) throw sameSpelling(name, text, other, value);
      seen.set(text, value);
      commas.add(text.split(',').length);
    }
    // Where only one parameter has now more commas and now fewer, those of all others tell where its values end.
    if (commas.size > 1) divisible.push(name);
  }
  if (divisible.length < 2) return;
  throw argumentError(
    `values of ${divisible.join(' and ')} have commas, and not always as many: in files, where commas separate values, ` +
      'two configurations could be one',
    { parameter: 'tune', hint: 'Give values without commas, or run without a cache.' },
  );
}

function sameSpelling(name: string, text: string, one: ParameterValue, other: ParameterValue): Error {
  return argumentError(
    `parameter ${name} has the values ${JSON.stringify(one)} and ${JSON.stringify(other)}, which files spell the same: ${text}`,
    { parameter: 'tune', hint: 'Give one of them, or spell them so that they differ.' },
  );
}
