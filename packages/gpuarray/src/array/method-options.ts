/** Options of the methods of arrays, and of the functions that implement them. */
import type { DType } from '@heddle/core';
import type { Complex } from '@heddle/core/backend';
import type { GpuArray } from './gpu-array';
import type { StridedArray } from './strided-array';

/** One axis, several, or none for all; negative ones count from the last. */
export type Axis = number | readonly number[] | null | undefined;

/** Options of every reduction. */
export interface ReductionOptions {
  /** Axes to reduce; none given: all. Negative ones count from the last. */
  readonly axis?: Axis;
  /** Keeps the reduced axes, with extent 1. Default false. */
  readonly keepdims?: boolean;
  /** The output array; has the result's shape and dtype. */
  readonly out?: GpuArray;
  /** A bool array that broadcasts to the operand: only elements where it is true take part. */
  readonly where?: StridedArray;
}

/** A number as options take it. */
export type InitialValue = number | bigint | boolean | Complex;

export interface SumOptions extends ReductionOptions {
  /** Joins the result: the value of an empty sum. */
  readonly initial?: InitialValue;
  /** dtype of the result, in which elements are added. Default: 64 bits for integers and bool, else the array's. */
  readonly dtype?: DType;
}

export interface ExtremeOptions extends ReductionOptions {
  /** Joins the result; needed for empty input and with `where`. */
  readonly initial?: InitialValue;
}

export interface MeanOptions extends ReductionOptions {
  /** dtype of the result, in which elements are added. Default: float64 for integers and bool, else the array's. */
  readonly dtype?: DType;
}

export interface VarianceOptions extends MeanOptions {
  /** Taken from the count of elements before dividing by it. Default 0. */
  readonly ddof?: number;
}

export type ArgOptions = Omit<ReductionOptions, 'where'>;

export interface CumulativeOptions {
  /** Axis along which elements add up. None: over all elements in C order, with a result of one axis. */
  readonly axis?: number | null;
  /** dtype of the result, in which elements are added. Default: 64 bits for integers and bool, else the array's. */
  readonly dtype?: DType;
  /** The output array; it may be the operand itself. */
  readonly out?: GpuArray;
}

export interface MatmulOptions {
  /** Array to write instead of a new one, of the result's shape and a dtype that the result's converts to. */
  readonly out?: GpuArray;
}

export interface SortOptions {
  /** Default -1, the last; null: all elements, as an array of one axis. */
  readonly axis?: number | null;
  /** The output array; it may be the operand. */
  readonly out?: GpuArray;
}
