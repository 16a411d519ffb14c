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
import { onStreamOf, type DeviceArray } from '../array/device-array';
import { isScalar, type Scalar } from '../array/dtype';
import { denseArray } from '../array/empty';
import { GpuArray as DeclaredArray, type Nested, type OperandOf } from '../array/gpu-array';
import { readScalars } from '../array/host-values';
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
import { setArrayClass, type ArrayClass } from '../array/new-array';
import { assertNoOptions } from '../array/no-options';
import { notAnArray } from '../array/not-an-array';
import { rowMajorStrides } from '../array/shape';
import type { ViewedArray } from '../array/viewed-array';

type AnyArray = DeclaredArray;

// The declared class says which dtype each result has; the methods here say how it is computed.
const Declared = DeclaredArray as unknown as new (...args: ConstructorParameters<typeof DeviceArray>) => ViewedArray;

class GpuArray extends Declared {
  // Copies ------------------------------------------------------------------------------------------------------
  copy(): AnyArray {
    return onStreamOf(this, () => copy(this.self));
  }

  astype(dtype: DType): AnyArray {
    return onStreamOf(this, () => astype(this.self, dtype));
  }

  assign(source: OperandOf): this {
    return onStreamOf(this, () => {
      if (isGpuArray(source)) assign(this.self, source);
      else if (isScalar(source)) fill(this.self, source);
      else throw notAnArray('assign takes an array or a value', source);
      return this;
    });
  }

  fill(value: Scalar): this {
    return onStreamOf(this, () => {
      fill(this.self, value);
      return this;
    });
  }

  // To the host -------------------------------------------------------------------------------------------------
  async item(): Promise<ScalarOf<DType>> {
    if (this.size !== 1) throw argumentError(`item: the array has ${this.size} elements, not one`);
    return readScalars(this.dtype, await this.get())[0] as ScalarOf<DType>;
  }

  async toArray(): Promise<Nested<ScalarOf<DType>>> {
    const values = readScalars(this.dtype, await this.get());
    let nested: Nested<ScalarOf<DType>>[] = values;
    for (let axis = this.ndim - 1; axis > 0; axis--) {
      const length = this.shape[axis] as number;
      const rows = this.shape.slice(0, axis).reduce((product, each) => product * each, 1);
      const inner = nested;
      nested = Array.from({ length: rows }, (_, row) => inner.slice(row * length, (row + 1) * length));
    }
    return this.ndim === 0 ? (values[0] as ScalarOf<DType>) : nested;
  }

  override toString(): string {
    return onStreamOf(this, () => formatArray(this.self));
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return onStreamOf(this, () => inspectArray(this.self));
  }

  // Element by element ------------------------------------------------------------------------------------------
  add(other: OperandOf): AnyArray {
    return this.#apply(functions.add, [this.self, other]);
  }

  subtract(other: OperandOf): AnyArray {
    return this.#apply(functions.subtract, [this.self, other]);
  }

  multiply(other: OperandOf): AnyArray {
    return this.#apply(functions.multiply, [this.self, other]);
  }

  divide(other: OperandOf): AnyArray {
    return this.#apply(functions.divide, [this.self, other]);
  }

  floorDivide(other: OperandOf): AnyArray {
    return this.#apply(functions.floorDivide, [this.self, other]);
  }

  remainder(other: OperandOf): AnyArray {
    return this.#apply(functions.remainder, [this.self, other]);
  }

  power(other: OperandOf): AnyArray {
    return this.#apply(functions.power, [this.self, other]);
  }

  equal(other: OperandOf): AnyArray {
    return this.#apply(functions.equal, [this.self, other]);
  }

  notEqual(other: OperandOf): AnyArray {
    return this.#apply(functions.notEqual, [this.self, other]);
  }

  less(other: OperandOf): AnyArray {
    return this.#apply(functions.less, [this.self, other]);
  }

  lessEqual(other: OperandOf): AnyArray {
    return this.#apply(functions.lessEqual, [this.self, other]);
  }

  greater(other: OperandOf): AnyArray {
    return this.#apply(functions.greater, [this.self, other]);
  }

  greaterEqual(other: OperandOf): AnyArray {
    return this.#apply(functions.greaterEqual, [this.self, other]);
  }

  logicalAnd(other: OperandOf): AnyArray {
    return this.#apply(functions.logicalAnd, [this.self, other]);
  }

  logicalOr(other: OperandOf): AnyArray {
    return this.#apply(functions.logicalOr, [this.self, other]);
  }

  logicalXor(other: OperandOf): AnyArray {
    return this.#apply(functions.logicalXor, [this.self, other]);
  }

  bitwiseAnd(other: OperandOf): AnyArray {
    return this.#apply(functions.bitwiseAnd, [this.self, other]);
  }

  bitwiseOr(other: OperandOf): AnyArray {
    return this.#apply(functions.bitwiseOr, [this.self, other]);
  }

  bitwiseXor(other: OperandOf): AnyArray {
    return this.#apply(functions.bitwiseXor, [this.self, other]);
  }

  leftShift(other: OperandOf): AnyArray {
    return this.#apply(functions.leftShift, [this.self, other]);
  }

  rightShift(other: OperandOf): AnyArray {
    return this.#apply(functions.rightShift, [this.self, other]);
  }

  negative(): AnyArray {
    return this.#apply(functions.negative, [this.self]);
  }

  absolute(): AnyArray {
    return this.#apply(functions.absolute, [this.self]);
  }

  conj(): AnyArray {
    return this.#apply(functions.conj, [this.self]);
  }

  logicalNot(): AnyArray {
    return this.#apply(functions.logicalNot, [this.self]);
  }

  invert(): AnyArray {
    return this.#apply(functions.invert, [this.self]);
  }

  sqrt(): AnyArray {
    return this.#apply(functions.sqrt, [this.self]);
  }

  exp(): AnyArray {
    return this.#apply(functions.exp, [this.self]);
  }

  log(): AnyArray {
    return this.#apply(functions.log, [this.self]);
  }

  clip(low: OperandOf, high: OperandOf): AnyArray {
    return this.#apply(functions.clip, [this.self, low, high]);
  }

  // In place ----------------------------------------------------------------------------------------------------
  addAssign(other: OperandOf): this {
    return this.#applyInPlace(functions.add, other);
  }

  subtractAssign(other: OperandOf): this {
    return this.#applyInPlace(functions.subtract, other);
  }

  multiplyAssign(other: OperandOf): this {
    return this.#applyInPlace(functions.multiply, other);
  }

  divideAssign(other: OperandOf): this {
    return this.#applyInPlace(functions.divide, other);
  }

  floorDivideAssign(other: OperandOf): this {
    return this.#applyInPlace(functions.floorDivide, other);
  }

  remainderAssign(other: OperandOf): this {
    return this.#applyInPlace(functions.remainder, other);
  }

  powerAssign(other: OperandOf): this {
    return this.#applyInPlace(functions.power, other);
  }

  bitwiseAndAssign(other: OperandOf): this {
    return this.#applyInPlace(functions.bitwiseAnd, other);
  }

  bitwiseOrAssign(other: OperandOf): this {
    return this.#applyInPlace(functions.bitwiseOr, other);
  }

  bitwiseXorAssign(other: OperandOf): this {
    return this.#applyInPlace(functions.bitwiseXor, other);
  }

  leftShiftAssign(other: OperandOf): this {
    return this.#applyInPlace(functions.leftShift, other);
  }

  rightShiftAssign(other: OperandOf): this {
    return this.#applyInPlace(functions.rightShift, other);
  }

  // Reductions --------------------------------------------------------------------------------------------------
  sum(options?: SumOptions): AnyArray {
    return onStreamOf(this, () => reduction.sum(this, options));
  }

  prod(options?: SumOptions): AnyArray {
    return onStreamOf(this, () => reduction.prod(this, options));
  }

  min(options?: ExtremeOptions): AnyArray {
    return onStreamOf(this, () => reduction.min(this, options));
  }

  max(options?: ExtremeOptions): AnyArray {
    return onStreamOf(this, () => reduction.max(this, options));
  }

  mean(options?: MeanOptions): AnyArray {
    return onStreamOf(this, () => reduction.mean(this, options));
  }

  var(options?: VarianceOptions): AnyArray {
    return onStreamOf(this, () => reduction.variance(this, options));
  }

  std(options?: VarianceOptions): AnyArray {
    return onStreamOf(this, () => reduction.std(this, options));
  }

  argmin(options?: ArgOptions): AnyArray {
    return onStreamOf(this, () => reduction.argmin(this, options));
  }

  argmax(options?: ArgOptions): AnyArray {
    return onStreamOf(this, () => reduction.argmax(this, options));
  }

  any(options?: ReductionOptions): AnyArray {
    return onStreamOf(this, () => reduction.any(this, options));
  }

  all(options?: ReductionOptions): AnyArray {
    return onStreamOf(this, () => reduction.all(this, options));
  }

  countNonzero(options?: ReductionOptions): AnyArray {
    return onStreamOf(this, () => reduction.countNonzero(this, options));
  }

  // Scans, order and products -----------------------------------------------------------------------------------
  cumsum(options?: CumulativeOptions): AnyArray {
    return onStreamOf(this, () => scan.cumsum(this.self, options));
  }

  cumprod(options?: CumulativeOptions): AnyArray {
    return onStreamOf(this, () => scan.cumprod(this.self, options));
  }

  async nonzero(options?: unknown): Promise<readonly AnyArray[]> {
    assertNoOptions('nonzero', options);
    return await onStreamOf(this, () => scan.nonzero(this.self));
  }

  sort(options?: SortOptions): AnyArray {
    return onStreamOf(this, () => sorting.sort(this.self, options));
  }

  argsort(options?: SortOptions): AnyArray {
    return onStreamOf(this, () => sorting.argsort(this.self, options));
  }

  async unique(options?: unknown): Promise<AnyArray> {
    assertNoOptions('unique', options);
    return await onStreamOf(this, () => sorting.unique(this.self));
  }

  matmul(other: AnyArray, options?: MatmulOptions): AnyArray {
    return onStreamOf(this, () => matmul(this.self, other, options));
  }

  protected override densified(): AnyArray {
    return onStreamOf(this, () => copy(this.self));
  }

  protected override stage(source: TypedArray): { readonly array: AnyArray; readonly written: Promise<void> } {
    return onStreamOf(this, () => {
      const array = denseArray(this.device, this.dtype, this.shape, rowMajorStrides(this.shape));
      const written = array.write(source);
      assign(this.self, array);
      return { array, written };
    });
  }

  #applyInPlace(fn: ElementFunction, other: OperandOf): this {
    this.#apply(fn, [this.self, other], { out: this.self });
    return this;
  }

  #apply(fn: ElementFunction, operands: readonly OperandOf[], options?: ApplyOptions): AnyArray {
    // Small arrays feel each call: without streams this is the shortest way.
    if (!this.context.mayChoose) return apply(fn, operands, options);
    return onStreamOf(this, () => apply(fn, operands, options));
  }
}

/** Gives the arrays of this package their methods. */
export function installMethods(): void {
  // No method may be missing.
  const complete: new (...args: never[]) => { readonly [Method in keyof DeclaredArray]: unknown } = GpuArray;
  setArrayClass(complete as unknown as ArrayClass);
}
