/** The expected values of fixtures/expected.json, which names the versions of mpmath and SciPy that gave them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** JSON has no NaN, infinities or -0. */
type Value = number | 'nan' | 'inf' | '-inf' | '-0';

interface Table {
  readonly arguments: readonly (readonly Value[])[];
  readonly values: readonly Value[];
}

interface Expected {
  readonly functions: Readonly<Record<string, { readonly regular: Table; readonly special: Table }>>;
  /** Real and imaginary part, branch, real and imaginary part of W. */
  readonly lambertw: readonly (readonly [number, number, number, number, number])[];
  readonly sums: {
    readonly weights: readonly number[];
    readonly cases: readonly {
      readonly input: readonly Value[];
      readonly logsumexp: readonly Value[];
      readonly logsumexpOfRows: readonly Value[];
      readonly weighted: readonly Value[];
      readonly softmax: readonly Value[];
      readonly logSoftmax: readonly Value[];
    }[];
  };
}

export const expected = JSON.parse(readFileSync(join(__dirname, 'fixtures/expected.json'), 'utf8')) as Expected;

const named = { nan: NaN, inf: Infinity, '-inf': -Infinity, '-0': -0 } as const;

export function numbers(values: readonly Value[]): number[] {
  return values.map((value) => (typeof value === 'number' ? value : named[value]));
}
