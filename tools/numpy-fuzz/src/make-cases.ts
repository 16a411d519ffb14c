/** Draws cases of all functions in the table, by a seed. */
import type { CaseFileHeader, CaseValue, FuzzCase, NumpyFunction } from './case';
import { Draw } from './draw';
import type { FunctionEntry } from './function-entry';

export interface CaseOptions {
  readonly seed: number;
  /** Of all functions together; each gets at least one group. */
  readonly count: number;
  /** Cases of one function that have the same dtypes, and so share kernels. */
  readonly groupSize: number;
}

export function makeCases(functions: readonly FunctionEntry[], options: CaseOptions): FuzzCase[] {
  const { seed, count, groupSize } = options;
  const weights = functions.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const cases: FuzzCase[] = [];
  for (const { name, draw, weight = 1 } of functions) {
    const share = Math.max(groupSize, Math.round((count * weight) / weights));
    for (let k = 0; k < share; k++) {
      const drawn = new Draw(`${seed}/${name}/${Math.floor(k / groupSize)}`, k);
      const { args, options: given = {} } = draw(drawn);
      cases.push({ id: cases.length, name, arrays: drawn.arrays, args, options: givenOptions(given) });
    }
  }
  return cases;
}

export function headerOf(functions: readonly FunctionEntry[], seed: number): CaseFileHeader {
  return { seed, functions: Object.fromEntries(functions.map((entry) => [entry.name, numpyPart(entry)])) };
}

function numpyPart({ numpy, magnitude, mutates, casts }: FunctionEntry): NumpyFunction {
  return {
    numpy,
    ...(magnitude === undefined ? {} : { magnitude }),
    ...(mutates === undefined ? {} : { mutates }),
    ...(casts === undefined ? {} : { casts }),
  };
}

function givenOptions(options: Readonly<Record<string, CaseValue | undefined>>): Record<string, CaseValue> {
  const given: Record<string, CaseValue> = {};
  for (const [name, value] of Object.entries(options)) if (value !== undefined) given[name] = value;
  return given;
}
