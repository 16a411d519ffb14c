/** A line of the table: a function, how both libraries call it, and how far their results may differ. */
import type { DType } from '@heddle/core';
import type { CaseValue, FuzzCase } from './case';
import type { Draw } from './draw';

/** A number for all dtypes, or one for each; `other` for the rest. */
export type Bound = number | (Partial<Record<DType, number>> & { readonly other: number });

/** How far a result may be from NumPy's. Default: not at all, but for the bits of NaN. */
export interface Accuracy {
  /**
   * Units in the last place of a float. With a magnitude (see {@link FunctionEntry.magnitude}), and for complex numbers,
   * multiples of the dtype's epsilon: of the magnitude, or of the absolute value.
   */
  readonly ulp?: Bound;
  /** The sign of a zero may differ: equal values compete for one place. */
  readonly zeros?: 'either';
  /** Complex results that are not finite may differ: C99 Annex G gives an infinity where NumPy gives NaN. */
  readonly complexInfinity?: 'either';
}

/** What the two programs call. */
export interface DrawnCall {
  readonly args: readonly CaseValue[];
  readonly options?: Readonly<Record<string, CaseValue | undefined>>;
}

/** Something that NumPy does and Heddle refuses, and why. The docs say so too. */
export interface Refusal {
  readonly reason: string;
  /** Part of the message of the error. */
  readonly message: string;
  /** Default: always. */
  readonly when?: (one: FuzzCase) => boolean;
}

export interface FunctionEntry extends Accuracy {
  /** In the table once. */
  readonly name: string;
  /**
   * `ga.add`, a function of the arrays of a device; `array.sum`, a method of the first argument; `get.T`, a property of
   * it; `package.sort`, a function of the package.
   */
  readonly heddle: string;
  /** A Python expression that gives a callable. Options are passed by name, in snake_case. */
  readonly numpy: string;
  readonly draw: (draw: Draw) => DrawnCall;
  /** Each element of the result depends on one element of each argument. */
  readonly isElementwise?: boolean;
  /** A Python callable of the same arguments that gives, for each element, what rounding errors are proportional to. */
  readonly magnitude?: string;
  /** The result is the first argument after the call. */
  readonly mutates?: boolean;
  /** The argument that is converted: numbers that the other dtype does not hold are undefined in C. */
  readonly casts?: number;
  /** Names of the results in the object that Heddle gives, in NumPy's order. */
  readonly fields?: readonly string[];
  readonly refusals?: readonly Refusal[];
  /** How many cases it gets, compared with others. Default 1. */
  readonly weight?: number;
}

/** NumPy's spelling of a name of ours: `floorDivide` is `floor_divide`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
