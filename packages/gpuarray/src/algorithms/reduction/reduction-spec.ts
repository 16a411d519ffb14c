/** What a reduction computes, apart from shapes, devices and strategy. */
import type { DType } from '@heddle/core';
import type { KernelExtra } from '../../kernel-kit/kernel-extra';

/** An input whose elements the map expression sees by name. */
export interface ReductionOperand {
  readonly name: string;
  readonly dtype: DType;
}

export interface ReductionOutput {
  readonly name: string;
  readonly dtype: DType;
}

/** What is sought by a reduction to the place of an element, as C expressions of two values. */
export interface Seek {
  /** C type of the values that are compared. */
  readonly value: string;
  /** Whether `a` is wanted more than `b`; NaN more than all. */
  readonly precedes: (a: string, b: string) => string;
  /** Whether they are wanted alike. */
  readonly same: (a: string, b: string) => string;
}

/**
 * A reduction: `reduce` over `map` of every element, then `postMap`.
 *
 * `reduce` must be associative and commutative: the order in which elements meet depends on the device.
 */
export interface ReductionSpec {
  readonly name: string;
  readonly operands: readonly ReductionOperand[];
  readonly extras: readonly KernelExtra[];
  readonly outputs: readonly ReductionOutput[];
  /** Source in front of the expressions: types and functions of the user. */
  readonly preamble: string;
  /** C type that is reduced; a builtin one or one of the preamble. */
  readonly reduceType: string;
  /** C expression of a value that `reduce` leaves alone; without one, an empty input is an error. */
  readonly identity: string | undefined;
  /** C expression of type `reduceType` in the operands' names, the extras', `i` (64-bit) and `size`. */
  readonly map: string;
  /** C expression of type `reduceType` in `a` and `b`. */
  readonly reduce: string;
  /** C statements that assign the outputs from `a`, with the extras and `size`. */
  readonly postMap: string;
  /** For reductions to a struct of `value` and `index`: the first element that is wanted most. */
  readonly seeks?: Seek;
  /** The header for user kernels comes first: complex numbers and the functions that some dialect lacks. */
  readonly header: boolean;
  /** Compiler options. */
  readonly options?: readonly string[];
}
