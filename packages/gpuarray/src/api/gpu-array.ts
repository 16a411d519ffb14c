/** The methods of arrays: each calls the function that does the work. */
import type { DType, TypedArray } from '@heddle/core';
import { argumentError, type ScalarOf } from '@heddle/core/backend';
import { apply, type ApplyOptions } from '../algorithms/elementwise/apply';
import { assign, astype, copy } from '../algorithms/elementwise/copy';
import { fill } from '../algorithms/elementwise/fill';
import { functions, type ElementFunction } from '../algorithms/functions';
import { matmul } from '../algorithms/linear-algebra';
import { formatArray, inspectArray } from '../algorithms/printing';
import * as reduction from '../algorithms/reduction';
import * as scan from '../algorithms/scan';
import * as sorting from '../algorithms/sort';
import { onStreamOf } from '../array/device-array';
import {
  isScalar,
  type FloatOf,
  type Promoted,
  type QuotientOf,
  type RealOf,
  type Scalar,
  type SumOf,
  type With,
} from '../array/dtype';
import { denseArray } from '../array/empty';
import { GpuArray as DeclaredArray, type Nested, type OperandOf } from '../array/gpu-array';
import { nested, readScalars } from '../array/host-values';
import { isGpuArray } from '../array/is-gpu-array';
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
} from '../array/method-options';
import { setArrayClass } from '../array/new-array';
import { assertNoOptions } from '../array/no-options';
import { notAnArray } from '../array/not-an-array';
import { rowMajorStrides } from '../array/shape';

class GpuArray<D extends DType> extends DeclaredArray<D> {
  // Copies ------------------------------------------------------------------------------------------------------
  copy(): DeclaredArray<D> {
    return onStreamOf(this, () => copy(this));
  }

  astype<E extends DType>(dtype: E): DeclaredArray<E> {
    return onStreamOf(this, () => astype(this, dtype));
  }

  assign(source: OperandOf): this {
    return onStreamOf(this, () => {
      if (isGpuArray(source)) assign(this, source);
      else if (isScalar(source)) fill(this, source);
      else throw notAnArray('assign takes an array or a value', source);
      return this;
    });
  }

  fill(value: Scalar): this {
    return onStreamOf(this, () => {
      fill(this, value);
      return this;
    });
  }

  // To the host -------------------------------------------------------------------------------------------------
  async item(): Promise<ScalarOf<D>> {
    const refused = () => argumentError(`item: the array has ${this.size} elements, not one`);
    // Asked before the elements are read: there may be many.
    if (this.size !== 1) throw refused();
    const [value] = readScalars(this.dtype, await this.get());
    if (value === undefined) throw refused();
    return value;
  }

  async toArray(): Promise<Nested<ScalarOf<D>>> {
    const values = readScalars(this.dtype, await this.get());
    const [only] = values;
    return this.ndim === 0 && only !== undefined ? only : nested(values, this.shape);
  }

  override toString(): string {
    return onStreamOf(this, () => formatArray(this));
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return onStreamOf(this, () => inspectArray(this));
  }

  // Element by element ------------------------------------------------------------------------------------------
  add<const O extends OperandOf>(other: O): DeclaredArray<With<D, O>> {
    return elementwise(this, functions.add, [this, other]);
  }

  subtract<const O extends OperandOf>(other: O): DeclaredArray<With<D, O>> {
    return elementwise(this, functions.subtract, [this, other]);
  }

  multiply<const O extends OperandOf>(other: O): DeclaredArray<With<D, O>> {
    return elementwise(this, functions.multiply, [this, other]);
  }

  divide<const O extends OperandOf>(other: O): DeclaredArray<QuotientOf<With<D, O>>> {
    return elementwise(this, functions.divide, [this, other]);
  }

  floorDivide<const O extends OperandOf>(other: O): DeclaredArray<With<D, O>> {
    return elementwise(this, functions.floorDivide, [this, other]);
  }

  remainder<const O extends OperandOf>(other: O): DeclaredArray<With<D, O>> {
    return elementwise(this, functions.remainder, [this, other]);
  }

  power<const O extends OperandOf>(other: O): DeclaredArray<With<D, O>> {
    return elementwise(this, functions.power, [this, other]);
  }

  equal(other: OperandOf): DeclaredArray<'bool'> {
    return elementwise(this, functions.equal, [this, other]);
  }

  notEqual(other: OperandOf): DeclaredArray<'bool'> {
    return elementwise(this, functions.notEqual, [this, other]);
  }

  less(other: OperandOf): DeclaredArray<'bool'> {
    return elementwise(this, functions.less, [this, other]);
  }

  lessEqual(other: OperandOf): DeclaredArray<'bool'> {
    return elementwise(this, functions.lessEqual, [this, other]);
  }

  greater(other: OperandOf): DeclaredArray<'bool'> {
    return elementwise(this, functions.greater, [this, other]);
  }

  greaterEqual(other: OperandOf): DeclaredArray<'bool'> {
    return elementwise(this, functions.greaterEqual, [this, other]);
  }

  logicalAnd(other: OperandOf): DeclaredArray<'bool'> {
    return elementwise(this, functions.logicalAnd, [this, other]);
  }

  logicalOr(other: OperandOf): DeclaredArray<'bool'> {
    return elementwise(this, functions.logicalOr, [this, other]);
  }

  logicalXor(other: OperandOf): DeclaredArray<'bool'> {
    return elementwise(this, functions.logicalXor, [this, other]);
  }

  bitwiseAnd<const O extends OperandOf>(other: O): DeclaredArray<With<D, O>> {
    return elementwise(this, functions.bitwiseAnd, [this, other]);
  }

  bitwiseOr<const O extends OperandOf>(other: O): DeclaredArray<With<D, O>> {
    return elementwise(this, functions.bitwiseOr, [this, other]);
  }

  bitwiseXor<const O extends OperandOf>(other: O): DeclaredArray<With<D, O>> {
    return elementwise(this, functions.bitwiseXor, [this, other]);
  }

  leftShift<const O extends OperandOf>(other: O): DeclaredArray<With<D, O>> {
    return elementwise(this, functions.leftShift, [this, other]);
  }

  rightShift<const O extends OperandOf>(other: O): DeclaredArray<With<D, O>> {
    return elementwise(this, functions.rightShift, [this, other]);
  }

  negative(): DeclaredArray<D> {
    return elementwise(this, functions.negative, [this]);
  }

  absolute(): DeclaredArray<RealOf<D>> {
    return elementwise(this, functions.absolute, [this]);
  }

  conj(): DeclaredArray<D> {
    return elementwise(this, functions.conj, [this]);
  }

  logicalNot(): DeclaredArray<'bool'> {
    return elementwise(this, functions.logicalNot, [this]);
  }

  invert(): DeclaredArray<D> {
    return elementwise(this, functions.invert, [this]);
  }

  sqrt(): DeclaredArray<FloatOf<D>> {
    return elementwise(this, functions.sqrt, [this]);
  }

  exp(): DeclaredArray<FloatOf<D>> {
    return elementwise(this, functions.exp, [this]);
  }

  log(): DeclaredArray<FloatOf<D>> {
    return elementwise(this, functions.log, [this]);
  }

  clip(low: OperandOf, high: OperandOf): DeclaredArray<D> {
    return elementwise(this, functions.clip, [this, low, high]);
  }

  // In place ----------------------------------------------------------------------------------------------------
  addAssign(other: OperandOf): this {
    return inPlace(this, functions.add, other);
  }

  subtractAssign(other: OperandOf): this {
    return inPlace(this, functions.subtract, other);
  }

  multiplyAssign(other: OperandOf): this {
    return inPlace(this, functions.multiply, other);
  }

  divideAssign(other: OperandOf): this {
    return inPlace(this, functions.divide, other);
  }

  floorDivideAssign(other: OperandOf): this {
    return inPlace(this, functions.floorDivide, other);
  }

  remainderAssign(other: OperandOf): this {
    return inPlace(this, functions.remainder, other);
  }

  powerAssign(other: OperandOf): this {
    return inPlace(this, functions.power, other);
  }

  bitwiseAndAssign(other: OperandOf): this {
    return inPlace(this, functions.bitwiseAnd, other);
  }

  bitwiseOrAssign(other: OperandOf): this {
    return inPlace(this, functions.bitwiseOr, other);
  }

  bitwiseXorAssign(other: OperandOf): this {
    return inPlace(this, functions.bitwiseXor, other);
  }

  leftShiftAssign(other: OperandOf): this {
    return inPlace(this, functions.leftShift, other);
  }

  rightShiftAssign(other: OperandOf): this {
    return inPlace(this, functions.rightShift, other);
  }

  // Reductions --------------------------------------------------------------------------------------------------
  sum<E extends DType = SumOf<D>>(options?: SumOptions & { readonly dtype?: E }): DeclaredArray<E> {
    return computed(this, () => reduction.sum(this, options));
  }

  prod<E extends DType = SumOf<D>>(options?: SumOptions & { readonly dtype?: E }): DeclaredArray<E> {
    return computed(this, () => reduction.prod(this, options));
  }

  min(options?: ExtremeOptions): DeclaredArray<D> {
    return onStreamOf(this, () => reduction.min(this, options));
  }

  max(options?: ExtremeOptions): DeclaredArray<D> {
    return onStreamOf(this, () => reduction.max(this, options));
  }

  mean<E extends DType = QuotientOf<D>>(options?: MeanOptions & { readonly dtype?: E }): DeclaredArray<E> {
    return computed(this, () => reduction.mean(this, options));
  }

  var<E extends DType = RealOf<QuotientOf<D>>>(options?: VarianceOptions & { readonly dtype?: E }): DeclaredArray<E> {
    return computed(this, () => reduction.variance(this, options));
  }

  std<E extends DType = RealOf<QuotientOf<D>>>(options?: VarianceOptions & { readonly dtype?: E }): DeclaredArray<E> {
    return computed(this, () => reduction.std(this, options));
  }

  argmin(options?: ArgOptions): DeclaredArray<'int64'> {
    return onStreamOf(this, () => reduction.argmin(this, options));
  }

  argmax(options?: ArgOptions): DeclaredArray<'int64'> {
    return onStreamOf(this, () => reduction.argmax(this, options));
  }

  any(options?: ReductionOptions): DeclaredArray<'bool'> {
    return onStreamOf(this, () => reduction.any(this, options));
  }

  all(options?: ReductionOptions): DeclaredArray<'bool'> {
    return onStreamOf(this, () => reduction.all(this, options));
  }

  countNonzero(options?: ReductionOptions): DeclaredArray<'int64'> {
    return onStreamOf(this, () => reduction.countNonzero(this, options));
  }

  // Scans, order and products -----------------------------------------------------------------------------------
  cumsum<E extends DType = SumOf<D>>(options?: CumulativeOptions & { readonly dtype?: E }): DeclaredArray<E> {
    return computed(this, () => scan.cumsum(this, options));
  }

  cumprod<E extends DType = SumOf<D>>(options?: CumulativeOptions & { readonly dtype?: E }): DeclaredArray<E> {
    return computed(this, () => scan.cumprod(this, options));
  }

  async nonzero(options?: unknown): Promise<readonly DeclaredArray<'int64'>[]> {
    assertNoOptions('nonzero', options);
    return await onStreamOf(this, () => scan.nonzero(this));
  }

  sort(options?: SortOptions): DeclaredArray<D> {
    return onStreamOf(this, () => sorting.sort(this, options));
  }

  argsort(options?: SortOptions): DeclaredArray<'int64'> {
    return onStreamOf(this, () => sorting.argsort(this, options));
  }

  async unique(options?: unknown): Promise<DeclaredArray<D>> {
    assertNoOptions('unique', options);
    return await onStreamOf(this, () => sorting.unique(this));
  }

  matmul<E extends DType>(other: DeclaredArray<E>, options?: MatmulOptions): DeclaredArray<Promoted<D, E>> {
    return onStreamOf(this, () => matmul(this, other, options));
  }

  protected override densified(): DeclaredArray<D> {
    return onStreamOf(this, () => copy(this));
  }

  protected override stage(source: TypedArray): { readonly array: DeclaredArray<D>; readonly written: Promise<void> } {
    return onStreamOf(this, () => {
      const array = denseArray(this.device, this.dtype, this.shape, rowMajorStrides(this.shape));
      const written = array.write(source);
      assign(this, array);
      return { array, written };
    });
  }
}

// Functions, not private methods: an array that has private methods takes longer to make.
function inPlace<A extends DeclaredArray>(array: A, fn: ElementFunction, other: OperandOf): A {
  elementwise(array, fn, [array, other], { out: array });
  return array;
}

function elementwise<E extends DType>(
  array: DeclaredArray,
  fn: ElementFunction,
  operands: readonly OperandOf[],
  options?: ApplyOptions,
): DeclaredArray<E> {
  // Small arrays feel each call: without streams this is the shortest way.
  if (!array.context.mayChoose) return apply(fn, operands, options);
  return onStreamOf(array, () => apply(fn, operands, options));
}

/** What a function gives. The signature of the method says which dtype that is. */
function computed<E extends DType>(array: DeclaredArray, work: () => DeclaredArray): DeclaredArray<E> {
  return onStreamOf(array, work) as DeclaredArray<E>;
}

/** Gives the arrays of this package their methods. */
export function installMethods(): void {
  setArrayClass(GpuArray);
}
