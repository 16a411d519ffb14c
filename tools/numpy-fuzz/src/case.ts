/** A case as JSON: arrays, a call, and what NumPy gives. Both the Python and the TypeScript program read it. */
import type { DType } from '@heddle/core';

/** One step from an array to a view of it. */
export type ViewStep =
  | { readonly slice: readonly (readonly [start: number | null, stop: number | null, step: number])[] }
  | { readonly transpose: readonly number[] }
  | { readonly broadcast: readonly number[] };

export interface ArrayRecipe {
  readonly dtype: DType;
  /** Of the dense array that the steps begin with. */
  readonly shape: readonly number[];
  /** Its elements: base64 of their bytes, little-endian, in row-major order. */
  readonly values: string;
  readonly steps: readonly ViewStep[];
}

/** Decimal digits, `nan`, `inf`, `-inf` or `-0.0`: JSON has none of the latter. */
type NumberText = string;

/** What a call passes. Plain JSON stands for itself. */
export type CaseValue =
  | null
  | boolean
  | number
  | string
  | readonly CaseValue[]
  | { readonly array: number }
  | { readonly number: NumberText }
  | { readonly bigint: string }
  | { readonly complex: readonly [re: NumberText, im: NumberText] };

/** An array that a call gives: base64 of the elements' bytes, as in {@link ArrayRecipe}. */
export interface ExpectedArray {
  /** NumPy's name of it, which may be one that Heddle does not have. */
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly values: string;
  /** For each element, a float64 that rounding errors are proportional to, in base64. */
  readonly magnitude?: string;
  /** The dtype that was rounded to before the result was converted to that of `out`. */
  readonly precision?: string;
  /** For each element, 1 if the value is undefined in C, in base64: casts out of range. */
  readonly undefined?: string;
}

export type Expected =
  { readonly raises: string; readonly message: string } | { readonly arrays: readonly ExpectedArray[] };

/** A case before NumPy has evaluated it. */
export interface FuzzCase {
  readonly id: number;
  /** Name of the table's entry. */
  readonly name: string;
  readonly arrays: readonly ArrayRecipe[];
  readonly args: readonly CaseValue[];
  readonly options: Readonly<Record<string, CaseValue>>;
}

export interface EvaluatedCase extends FuzzCase {
  readonly expected: Expected;
}

/** What the Python program needs to know of a function. */
export interface NumpyFunction {
  /** A Python expression that gives a callable: `np.add`. */
  readonly numpy: string;
  /** A callable of the same arguments: what rounding errors are proportional to. */
  readonly magnitude?: string;
  /** The result is the first array after the call. */
  readonly mutates?: boolean;
  /** The argument that is converted to another dtype: elements out of range are undefined in C. */
  readonly casts?: number;
}

/** The first line of a file of cases. */
export interface CaseFileHeader {
  readonly seed: number;
  /** Versions of NumPy and SciPy; absent before they have evaluated the cases. */
  readonly versions?: Readonly<Record<string, string>>;
  readonly functions: Readonly<Record<string, NumpyFunction>>;
}

/** The number that a text of {@link CaseValue} stands for. */
export function numberOf(text: NumberText): number {
  switch (text) {
    case 'nan':
      return NaN;
    case 'inf':
      return Infinity;
    case '-inf':
      return -Infinity;
    default:
      return Number(text);
  }
}

export function numberText(value: number): NumberText {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Object.is(value, -0) ? '-0.0' : String(value);
}
