/** The arrays that users hold: what their methods take and give. */
import type { DType } from '@heddle/core';
import type { ScalarOf } from '@heddle/core/backend';
import type { FloatOf, Promoted, QuotientOf, RealOf, Scalar, SumOf, With } from './dtype';
import type {
  ArgOptions,
  CumulativeOptions,
  ExtremeOptions,
  MatmulOptions,
  MeanOptions,
  ReductionOptions,
  SortOptions,
  SumOptions,
  VarianceOptions,
} from './method-options';
import { ViewedArray } from './viewed-array';

/** The other operand of an array: an array, or a number, which takes the array's dtype. */
export type OperandOf = GpuArray | Scalar;

/** Nested arrays of values: what `toArray` gives. */
export type Nested<T> = T | Nested<T>[];

/**
 * An array on a device.
 *
 * Operations are enqueued and give their result at once; `get`, `item` and `toArray` wait for it. Views share memory
 * with the array they are of, and end with it.
 */
// Algorithms take and give arrays, and methods call algorithms. The signatures stand here, below both; the methods
// themselves are in api/gpu-array.ts, above both.
export abstract class GpuArray<D extends DType = DType> extends ViewedArray<D> {
  // Copies ------------------------------------------------------------------------------------------------------
  /** A dense copy, the last axis fastest. */
  abstract copy(): GpuArray<D>;

  /** The elements converted; the array itself if it has the dtype already. */
  abstract astype<E extends DType>(dtype: E): GpuArray<E>;

  /** Writes an array or a value to all elements, converted and broadcast: `a.slice('1:3').assign(b)`. */
  abstract assign(source: OperandOf): this;

  /** Writes one value to all elements. */
  abstract fill(value: Scalar): this;

  // To the host -------------------------------------------------------------------------------------------------
  /** The only element. */
  abstract item(): Promise<ScalarOf<D>>;

  /** The elements as nested arrays of JavaScript values. */
  abstract toArray(): Promise<Nested<ScalarOf<D>>>;

  /** As NumPy prints it. Fetches only the corners of a large array; the calling thread waits for them. */
  abstract override toString(): string;

  // Arithmetic --------------------------------------------------------------------------------------------------
  /** Adds, with broadcasting. */
  abstract add<const O extends OperandOf>(other: O): GpuArray<With<D, O>>;

  /** Subtracts, with broadcasting. */
  abstract subtract<const O extends OperandOf>(other: O): GpuArray<With<D, O>>;

  /** Multiplies, with broadcasting. */
  abstract multiply<const O extends OperandOf>(other: O): GpuArray<With<D, O>>;

  /** True division: integers give float64, with broadcasting. */
  abstract divide<const O extends OperandOf>(other: O): GpuArray<QuotientOf<With<D, O>>>;

  /** The quotient rounded down, with broadcasting. */
  abstract floorDivide<const O extends OperandOf>(other: O): GpuArray<With<D, O>>;

  /** The rest of {@link floorDivide}, of the sign of the divisor, with broadcasting. */
  abstract remainder<const O extends OperandOf>(other: O): GpuArray<With<D, O>>;

  /** Power, with broadcasting. */
  abstract power<const O extends OperandOf>(other: O): GpuArray<With<D, O>>;

  abstract negative(): GpuArray<D>;

  abstract absolute(): GpuArray<RealOf<D>>;

  abstract conj(): GpuArray<D>;

  abstract logicalNot(): GpuArray<'bool'>;

  abstract invert(): GpuArray<D>;

  // Comparison, logic, bits -------------------------------------------------------------------------------------
  /** `==`, element by element. */
  abstract equal(other: OperandOf): GpuArray<'bool'>;

  /** `!=`, element by element. */
  abstract notEqual(other: OperandOf): GpuArray<'bool'>;

  /** `<`, element by element. */
  abstract less(other: OperandOf): GpuArray<'bool'>;

  /** `<=`, element by element. */
  abstract lessEqual(other: OperandOf): GpuArray<'bool'>;

  /** `>`, element by element. */
  abstract greater(other: OperandOf): GpuArray<'bool'>;

  /** `>=`, element by element. */
  abstract greaterEqual(other: OperandOf): GpuArray<'bool'>;

  abstract logicalAnd(other: OperandOf): GpuArray<'bool'>;

  abstract logicalOr(other: OperandOf): GpuArray<'bool'>;

  abstract logicalXor(other: OperandOf): GpuArray<'bool'>;

  /** `&`, of integers and bool. */
  abstract bitwiseAnd<const O extends OperandOf>(other: O): GpuArray<With<D, O>>;

  /** `|`, of integers and bool. */
  abstract bitwiseOr<const O extends OperandOf>(other: O): GpuArray<With<D, O>>;

  /** `^`, of integers and bool. */
  abstract bitwiseXor<const O extends OperandOf>(other: O): GpuArray<With<D, O>>;

  /** `<<`, of integers. A shift by the width or more shifts everything out. */
  abstract leftShift<const O extends OperandOf>(other: O): GpuArray<With<D, O>>;

  /** `>>`, of integers; of signed ones it keeps the sign. A shift by the width or more shifts everything out. */
  abstract rightShift<const O extends OperandOf>(other: O): GpuArray<With<D, O>>;

  /** The elements, no less than `low` and no greater than `high`. */
  abstract clip(low: OperandOf, high: OperandOf): GpuArray<D>;

  /** The root; integers give floats. */
  abstract sqrt(): GpuArray<FloatOf<D>>;

  abstract exp(): GpuArray<FloatOf<D>>;

  abstract log(): GpuArray<FloatOf<D>>;

  // In place ----------------------------------------------------------------------------------------------------
  /** `+=`: the result is converted to the array's dtype, which must not be of a narrower kind. */
  abstract addAssign(other: OperandOf): this;

  /** `-=`: the result is converted to the array's dtype, which must not be of a narrower kind. */
  abstract subtractAssign(other: OperandOf): this;

  /** `*=`: the result is converted to the array's dtype, which must not be of a narrower kind. */
  abstract multiplyAssign(other: OperandOf): this;

  /** `/=`: the result is converted to the array's dtype, which must not be of a narrower kind. */
  abstract divideAssign(other: OperandOf): this;

  /** `//=`: the result is converted to the array's dtype, which must not be of a narrower kind. */
  abstract floorDivideAssign(other: OperandOf): this;

  /** `%=`: the result is converted to the array's dtype, which must not be of a narrower kind. */
  abstract remainderAssign(other: OperandOf): this;

  /** `**=`: the result is converted to the array's dtype, which must not be of a narrower kind. */
  abstract powerAssign(other: OperandOf): this;

  /** `&=`: the result is converted to the array's dtype, which must not be of a narrower kind. */
  abstract bitwiseAndAssign(other: OperandOf): this;

  /** `|=`: the result is converted to the array's dtype, which must not be of a narrower kind. */
  abstract bitwiseOrAssign(other: OperandOf): this;

  /** `^=`: the result is converted to the array's dtype, which must not be of a narrower kind. */
  abstract bitwiseXorAssign(other: OperandOf): this;

  /** `<<=`: the result is converted to the array's dtype, which must not be of a narrower kind. */
  abstract leftShiftAssign(other: OperandOf): this;

  /** `>>=`: the result is converted to the array's dtype, which must not be of a narrower kind. */
  abstract rightShiftAssign(other: OperandOf): this;

  // Reductions --------------------------------------------------------------------------------------------------
  /** The sum over all or some axes. Integers add up in 64 bits. */
  abstract sum<E extends DType = SumOf<D>>(options?: SumOptions & { readonly dtype?: E }): GpuArray<E>;

  /** The product over all or some axes. Integers multiply in 64 bits. */
  abstract prod<E extends DType = SumOf<D>>(options?: SumOptions & { readonly dtype?: E }): GpuArray<E>;

  /** The least element; NaN if any element is NaN. */
  abstract min(options?: ExtremeOptions): GpuArray<D>;

  /** The greatest element; NaN if any element is NaN. */
  abstract max(options?: ExtremeOptions): GpuArray<D>;

  /** The mean; of integers in float64. */
  abstract mean<E extends DType = QuotientOf<D>>(options?: MeanOptions & { readonly dtype?: E }): GpuArray<E>;

  /** The variance, in two passes. */
  abstract var<E extends DType = RealOf<QuotientOf<D>>>(
    options?: VarianceOptions & { readonly dtype?: E },
  ): GpuArray<E>;

  /** The standard deviation. */
  abstract std<E extends DType = RealOf<QuotientOf<D>>>(
    options?: VarianceOptions & { readonly dtype?: E },
  ): GpuArray<E>;

  /** The place of the least element, the first of several. */
  abstract argmin(options?: ArgOptions): GpuArray<'int64'>;

  /** The place of the greatest element, the first of several. */
  abstract argmax(options?: ArgOptions): GpuArray<'int64'>;

  abstract any(options?: ReductionOptions): GpuArray<'bool'>;

  abstract all(options?: ReductionOptions): GpuArray<'bool'>;

  abstract countNonzero(options?: ReductionOptions): GpuArray<'int64'>;

  // Scans and products ------------------------------------------------------------------------------------------
  /** Sums of the elements so far along an axis. */
  abstract cumsum<E extends DType = SumOf<D>>(options?: CumulativeOptions & { readonly dtype?: E }): GpuArray<E>;

  /** Products of the elements so far along an axis. */
  abstract cumprod<E extends DType = SumOf<D>>(options?: CumulativeOptions & { readonly dtype?: E }): GpuArray<E>;

  /** The indices of elements that are not 0: an array for each axis. */
  abstract nonzero(): Promise<readonly GpuArray<'int64'>[]>;

  /** The elements in order along an axis, the last by default; null sorts all as one axis. */
  abstract sort(options?: SortOptions): GpuArray<D>;

  /** The indices along an axis that sort it. Equal elements keep their order. */
  abstract argsort(options?: SortOptions): GpuArray<'int64'>;

  /** The different values, in order. */
  abstract unique(): Promise<GpuArray<D>>;

  /** The matrix product. Arrays with more than two axes are stacks of matrices. */
  abstract matmul<E extends DType>(other: GpuArray<E>, options?: MatmulOptions): GpuArray<Promoted<D, E>>;
}
