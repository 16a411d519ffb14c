/** Arrays on a device, with NumPy's operations. */
import { argumentError, type DType, type ScalarOf, type TypedArray } from '@heddle/core';
import { isGpuArray } from './is-gpu-array';
import { notAnArray } from './not-an-array';
import { denseArray } from '../creation/empty';
import { methodsOnOwnStream, type PooledMemory } from '../device-context';
import { isScalar, type QuotientOf, type RealOf, type Scalar, type SumOf } from '../dtype';
import { matmul } from '../linear-algebra';
import { assign, astype, copy } from '../operations/copy';
import { fill } from '../operations/fill';
import { formatArray, inspectArray } from '../printing';
import * as reduction from '../reduction';
import * as scan from '../scan';
import * as sorting from '../sort';
import { ArithmeticArray, type OperandOf } from './arithmetic-array';
import { DeviceArray } from './device-array';
import { readScalars } from './host-values';
import { rowMajorStrides } from './shape';
import type { ViewGeometry } from './slice-indices';
import { ViewedArray } from './viewed-array';

export type { OperandOf };

/** Nested arrays of values: what `toArray` gives. */
export type Nested<T> = T | Nested<T>[];

/**
 * An array on a device.
 *
 * Operations are enqueued and give their result at once; `get`, `item` and `toArray` wait for it. Views share memory
 * with the array they are of, and end with it.
 */
export class GpuArray<D extends DType = DType> extends ArithmeticArray<D> {
  // Copies ------------------------------------------------------------------------------------------------------
  /** A dense copy, the last axis fastest. */
  copy(): GpuArray<D> {
    return copy(this);
  }

  /** The elements converted; the array itself where it has the dtype already. */
  astype<E extends DType>(dtype: E): GpuArray<E> {
    return astype(this as unknown as GpuArray, dtype);
  }

  /** Writes an array or a value to all elements, converted and broadcast: `a.slice('1:3').assign(b)`. */
  assign(source: OperandOf): this {
    if (isGpuArray(source)) assign(this, source);
    else if (isScalar(source)) fill(this, source);
    else throw notAnArray('assign takes an array or a value', source);
    return this;
  }

  /** Writes one value to all elements. */
  fill(value: Scalar): this {
    fill(this, value);
    return this;
  }

  // To the host -------------------------------------------------------------------------------------------------
  /** The only element. */
  async item(): Promise<ScalarOf<D>> {
    if (this.size !== 1) throw argumentError(`item: the array has ${this.size} elements, not one`);
    return readScalars(this.dtype, await this.get())[0] as ScalarOf<D>;
  }

  /** The elements as nested arrays of JavaScript values. */
  async toArray(): Promise<Nested<ScalarOf<D>>> {
    const values = readScalars(this.dtype, await this.get()) as ScalarOf<D>[];
    let nested: Nested<ScalarOf<D>>[] = values;
    for (let axis = this.ndim - 1; axis > 0; axis--) {
      const length = this.shape[axis] as number;
      const rows = this.shape.slice(0, axis).reduce((product, each) => product * each, 1);
      const inner = nested;
      nested = Array.from({ length: rows }, (_, row) => inner.slice(row * length, (row + 1) * length));
    }
    return this.ndim === 0 ? (values[0] as ScalarOf<D>) : nested;
  }

  /** As NumPy prints it. Of a large array only the corners are fetched; the calling thread waits for them. */
  override toString(): string {
    return formatArray(this);
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return inspectArray(this);
  }

  // Reductions --------------------------------------------------------------------------------------------------
  /** The sum over all or some axes. Integers add up in 64 bits. */
  sum<E extends DType = SumOf<D>>(options?: reduction.SumOptions & { readonly dtype?: E }): GpuArray<E> {
    return reduction.sum(this, options) as unknown as GpuArray<E>;
  }

  /** The product over all or some axes. Integers multiply in 64 bits. */
  prod<E extends DType = SumOf<D>>(options?: reduction.SumOptions & { readonly dtype?: E }): GpuArray<E> {
    return reduction.prod(this, options) as unknown as GpuArray<E>;
  }

  /** The least element; NaN where there is one. */
  min(options?: reduction.ExtremeOptions): GpuArray<D> {
    return reduction.min(this, options) as unknown as GpuArray<D>;
  }

  /** The greatest element; NaN where there is one. */
  max(options?: reduction.ExtremeOptions): GpuArray<D> {
    return reduction.max(this, options) as unknown as GpuArray<D>;
  }

  /** The mean; of integers in float64. */
  mean<E extends DType = QuotientOf<D>>(options?: reduction.MeanOptions & { readonly dtype?: E }): GpuArray<E> {
    return reduction.mean(this, options) as unknown as GpuArray<E>;
  }

  /** The variance, in two passes. */
  var<E extends DType = RealOf<QuotientOf<D>>>(
    options?: reduction.VarianceOptions & { readonly dtype?: E },
  ): GpuArray<E> {
    return reduction.variance(this, options) as unknown as GpuArray<E>;
  }

  /** The standard deviation. */
  std<E extends DType = RealOf<QuotientOf<D>>>(
    options?: reduction.VarianceOptions & { readonly dtype?: E },
  ): GpuArray<E> {
    return reduction.std(this, options) as unknown as GpuArray<E>;
  }

  /** The place of the least element, the first of several. */
  argmin(options?: reduction.ArgOptions): GpuArray<'int64'> {
    return reduction.argmin(this, options);
  }

  /** The place of the greatest element, the first of several. */
  argmax(options?: reduction.ArgOptions): GpuArray<'int64'> {
    return reduction.argmax(this, options);
  }

  any(options?: reduction.ReductionOptions): GpuArray<'bool'> {
    return reduction.any(this, options);
  }

  all(options?: reduction.ReductionOptions): GpuArray<'bool'> {
    return reduction.all(this, options);
  }

  countNonzero(options?: reduction.ReductionOptions): GpuArray<'int64'> {
    return reduction.countNonzero(this, options);
  }

  // Scans and products ------------------------------------------------------------------------------------------
  /** Sums of the elements so far along an axis. */
  cumsum<E extends DType = SumOf<D>>(options?: scan.CumulativeOptions & { readonly dtype?: E }): GpuArray<E> {
    return scan.cumsum(this, options) as unknown as GpuArray<E>;
  }

  /** Products of the elements so far along an axis. */
  cumprod<E extends DType = SumOf<D>>(options?: scan.CumulativeOptions & { readonly dtype?: E }): GpuArray<E> {
    return scan.cumprod(this, options) as unknown as GpuArray<E>;
  }

  /** Where the elements are not 0: an array of indices for each axis. */
  async nonzero(): Promise<readonly GpuArray<'int64'>[]> {
    return await scan.nonzero(this);
  }

  /** The elements in order along an axis, the last by default; null sorts all as one axis. */
  sort(options?: sorting.SortOptions): GpuArray<D> {
    return sorting.sort(this, options);
  }

  /** The indices along an axis that sort it. Equal elements keep their order. */
  argsort(options?: sorting.SortOptions): GpuArray<'int64'> {
    return sorting.argsort(this, options);
  }

  /** The different values, in order. */
  async unique(): Promise<GpuArray<D>> {
    return await sorting.unique(this);
  }

  /** The matrix product, over stacks of matrices where there are more than two axes. */
  matmul(other: GpuArray): GpuArray {
    return matmul(this, other);
  }

  protected override create<E extends DType>(
    memory: PooledMemory,
    dtype: E,
    { shape, strides, offset }: ViewGeometry,
    owner = false,
  ): GpuArray<E> {
    return new GpuArray(memory, dtype, shape, strides, offset, owner);
  }

  protected override densified(): GpuArray<D> {
    return copy(this);
  }

  protected override stage(source: TypedArray): { readonly array: GpuArray<D>; readonly written: Promise<void> } {
    const array = denseArray(this.device, this.dtype, this.shape, rowMajorStrides(this.shape));
    const written = array.write(source);
    assign(this, array);
    return { array, written };
  }
}

methodsOnOwnStream(
  [GpuArray, ArithmeticArray, ViewedArray, DeviceArray].map(({ prototype }) => prototype),
  ({ memory }: GpuArray) => (memory.context.mayChoose ? memory.home : undefined),
  ['create', 'assertUsable', 'checkSource', 'dispose'],
);
