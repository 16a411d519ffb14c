/** The arrays that users hold: their views, and what their other methods take and give. */
import { dtypeInfo, type DType } from '@heddle/core';
import { argumentError, type ScalarOf } from '@heddle/core/backend';
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
import { assertDType } from './dtype-option';
import { denseArray } from './empty';
import { newArray } from './new-array';
import { DeviceArray } from './device-array';
import {
  broadcastShapes,
  broadcastStrides,
  checkAxis,
  checkShape,
  formatShape,
  rowMajorStrides,
  sameShape,
  type Shape,
} from './shape';
import { sliceGeometry, type Index, type ViewGeometry } from './slice-indices';
import {
  diagonalGeometry,
  expandDimsGeometry,
  flipGeometry,
  moveAxisGeometry,
  reinterpretGeometry,
  reshapeStrides,
  resolveShape,
  squeezeGeometry,
  transposeGeometry,
} from './views';

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
// Algorithms take and give arrays, and methods call algorithms. The signatures stand here, below both. Methods that call
// algorithms are in api/gpu-array.ts, above both.
export abstract class GpuArray<D extends DType = DType> extends DeviceArray<D> {
  // Views -------------------------------------------------------------------------------------------------------
  /**
   * A view by NumPy's basic indexing: `a.slice(0)`, `a.slice([1, 5], '::-1')`, `a.slice('..., 2')`, `a.slice(null)`.
   *
   * @throws HeddleError `ARGUMENT` for an integer out of range, or too many indices
   */
  slice(...indices: readonly Index[]): GpuArray<D> {
    this.assertUsable('slice');
    return viewOf(this, this.dtype, sliceGeometry(this, indices));
  }

  /** The axes in another order; in reversed order if you give none. */
  transpose(...axes: readonly number[]): GpuArray<D> {
    this.assertUsable('transpose');
    return viewOf(this, this.dtype, transposeGeometry(this, axes.length === 0 && this.ndim > 0 ? undefined : axes));
  }

  /** The transposed view. */
  get T(): GpuArray<D> {
    return this.transpose();
  }

  swapAxes(a: number, b: number): GpuArray<D> {
    this.assertUsable('swapAxes');
    const [first, second] = [checkAxis('swapAxes', a, this.ndim), checkAxis('swapAxes', b, this.ndim)];
    const axes = [...this.shape.keys()];
    axes[first] = second;
    axes[second] = first;
    return viewOf(this, this.dtype, transposeGeometry(this, axes));
  }

  moveAxis(from: number, to: number): GpuArray<D> {
    this.assertUsable('moveAxis');
    return viewOf(this, this.dtype, moveAxisGeometry(this, from, to));
  }

  /**
   * Another shape over the same elements in row-major order; one length may be -1. A view if the memory allows it,
   * else a copy.
   */
  reshape(...shape: readonly number[] | readonly [Shape]): GpuArray<D> {
    this.assertUsable('reshape');
    const lengths = resolveShape(shape.flat(), this.size);
    const strides = reshapeStrides(this, lengths);
    if (strides !== undefined) return viewOf(this, this.dtype, { shape: lengths, strides, offset: this.offset });
    const dense = this.copy();
    return newArray(dense.memory, this.dtype, lengths, rowMajorStrides(lengths), 0, true);
  }

  /** All elements along one axis, in row-major order: a view if the memory allows it, else a copy. */
  ravel(): GpuArray<D> {
    return this.reshape(this.size);
  }

  /** A copy along one axis. */
  flatten(): GpuArray<D> {
    const dense = this.copy();
    return newArray(dense.memory, this.dtype, [this.size], [1], 0, true);
  }

  /** Without the axes of length 1, or without those named. */
  squeeze(axes?: number | readonly number[]): GpuArray<D> {
    this.assertUsable('squeeze');
    return viewOf(this, this.dtype, squeezeGeometry(this, axes));
  }

  /** With new axes of length 1, at these places of the result. */
  expandDims(axes: number | readonly number[]): GpuArray<D> {
    this.assertUsable('expandDims');
    return viewOf(this, this.dtype, expandDimsGeometry(this, axes));
  }

  /** Stretched to a shape: a view that repeats elements, and cannot be written. */
  broadcastTo(shape: number | Shape): GpuArray<D> {
    this.assertUsable('broadcastTo');
    const lengths = checkShape(shape);
    if (!sameShape(broadcastShapes('broadcastTo', [this.shape, lengths]), lengths)) {
      throw argumentError(`broadcastTo: ${formatShape(this.shape)} does not stretch to ${formatShape(lengths)}`);
    }
    return viewOf(this, this.dtype, {
      shape: lengths,
      strides: broadcastStrides(this.shape, this.strides, lengths),
      offset: this.offset,
    });
  }

  /** One axis, several, or all, from the last element to the first: a view. */
  flip(axes?: number | readonly number[]): GpuArray<D> {
    this.assertUsable('flip');
    return viewOf(this, this.dtype, flipGeometry(this, axes));
  }

  /** The diagonal of two axes, as the last axis: a view. */
  diagonal(offset = 0, axis1 = 0, axis2 = 1): GpuArray<D> {
    this.assertUsable('diagonal');
    return viewOf(this, this.dtype, diagonalGeometry(this, offset, axis1, axis2));
  }

  /** The same bytes as elements of another dtype: a view. Along the last axis their number changes with their size. */
  view<E extends DType>(dtype: E): GpuArray<E> {
    this.assertUsable('view');
    assertDType('view', dtype);
    return viewOf(this, dtype, reinterpretGeometry(this, dtype));
  }

  /** The real parts: a view; of a real array, the array itself. */
  get real(): GpuArray<RealOf<D>> {
    return partOf(this, 0) ?? withOwnReals(this);
  }

  /** The imaginary parts: a view; of a real array, zeros. */
  get imag(): GpuArray<RealOf<D>> {
    const part = partOf(this, 1);
    if (part !== undefined) return part;
    const { dtype } = withOwnReals(this);
    const zeros = denseArray(this.device, dtype, this.shape, rowMajorStrides(this.shape));
    zeros.fill(0);
    return zeros;
  }

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

function viewOf<D extends DType>(of: GpuArray, dtype: D, { shape, strides, offset }: ViewGeometry): GpuArray<D> {
  return newArray(of.memory, dtype, shape, strides, offset, false);
}

/** The real or the imaginary parts of a complex array: a view. */
function partOf<D extends DType>(array: GpuArray<D>, which: 0 | 1): GpuArray<RealOf<D>> | undefined {
  array.assertUsable(which === 0 ? 'real' : 'imag');
  if (dtypeInfo(array.dtype).kind !== 'complex') return undefined;
  const dtype = (array.dtype === 'complex64' ? 'float32' : 'float64') as RealOf<D>;
  const strides = array.strides.map((stride) => 2 * stride);
  return viewOf(array, dtype, { shape: array.shape, strides, offset: 2 * array.offset + which });
}

/** An array that is not complex: it has its own dtype for real parts. */
function withOwnReals<D extends DType>(array: GpuArray<D>): GpuArray<RealOf<D>> {
  return array as GpuArray as GpuArray<RealOf<D>>;
}
