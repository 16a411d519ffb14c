/** Views of arrays: the same memory under another shape. */
import { dtypeInfo, type DType } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { assertDType } from './dtype-option';
import { denseArray } from './empty';
import { newArray } from './new-array';
import type { RealOf } from './dtype';
import { DeviceArray } from './device-array';
import type { GpuArray } from './gpu-array';
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

export class ViewedArray<D extends DType = DType> extends DeviceArray<D> {
  // Views -------------------------------------------------------------------------------------------------------
  /**
   * A view by NumPy's basic indexing: `a.slice(0)`, `a.slice([1, 5], '::-1')`, `a.slice('..., 2')`, `a.slice(null)`.
   *
   * @throws HeddleError `ARGUMENT` for an integer out of range, or too many indices
   */
  slice(...indices: readonly Index[]): GpuArray<D> {
    this.assertUsable('slice');
    return this.viewOf(sliceGeometry(this, indices));
  }

  /** The axes in another order; in reversed order if you give none. */
  transpose(...axes: readonly number[]): GpuArray<D> {
    this.assertUsable('transpose');
    return this.viewOf(transposeGeometry(this, axes.length === 0 && this.ndim > 0 ? undefined : axes));
  }

  /** The transposed view. */
  get T(): GpuArray<D> {
    return this.transpose();
  }

  swapAxes(a: number, b: number): GpuArray<D> {
    this.assertUsable('swapAxes');
    const axes = [...this.shape.keys()];
    const [first, second] = [a, b].map((axis) => checkAxis('swapAxes', axis, this.ndim)) as [number, number];
    axes[first] = second;
    axes[second] = first;
    return this.viewOf(transposeGeometry(this, axes));
  }

  moveAxis(from: number, to: number): GpuArray<D> {
    this.assertUsable('moveAxis');
    return this.viewOf(moveAxisGeometry(this, from, to));
  }

  /**
   * Another shape over the same elements in row-major order; one length may be -1. A view if the memory allows it,
   * else a copy.
   */
  reshape(...shape: readonly number[] | readonly [Shape]): GpuArray<D> {
    this.assertUsable('reshape');
    const lengths = resolveShape(shape.flat(), this.size);
    const strides = reshapeStrides(this, lengths);
    if (strides !== undefined) return this.viewOf({ shape: lengths, strides, offset: this.offset });
    const dense = this.self.copy();
    return newArray(dense.memory, this.dtype, lengths, rowMajorStrides(lengths), 0, true);
  }

  /** All elements along one axis, in row-major order: a view if the memory allows it, else a copy. */
  ravel(): GpuArray<D> {
    return this.reshape(this.size);
  }

  /** A copy along one axis. */
  flatten(): GpuArray<D> {
    const dense = this.self.copy();
    return newArray(dense.memory, this.dtype, [this.size], [1], 0, true);
  }

  /** Without the axes of length 1, or without those named. */
  squeeze(axes?: number | readonly number[]): GpuArray<D> {
    this.assertUsable('squeeze');
    return this.viewOf(squeezeGeometry(this, axes));
  }

  /** With new axes of length 1, at these places of the result. */
  expandDims(axes: number | readonly number[]): GpuArray<D> {
    this.assertUsable('expandDims');
    return this.viewOf(expandDimsGeometry(this, axes));
  }

  /** Stretched to a shape: a view that repeats elements, and cannot be written. */
  broadcastTo(shape: number | Shape): GpuArray<D> {
    this.assertUsable('broadcastTo');
    const lengths = checkShape(shape);
    if (!sameShape(broadcastShapes('broadcastTo', [this.shape, lengths]), lengths)) {
      throw argumentError(`broadcastTo: ${formatShape(this.shape)} does not stretch to ${formatShape(lengths)}`);
    }
    return this.viewOf({
      shape: lengths,
      strides: broadcastStrides(this.shape, this.strides, lengths),
      offset: this.offset,
    });
  }

  /** One axis, several, or all, from the last element to the first: a view. */
  flip(axes?: number | readonly number[]): GpuArray<D> {
    this.assertUsable('flip');
    return this.viewOf(flipGeometry(this, axes));
  }

  /** The diagonal of two axes, as the last axis: a view. */
  diagonal(offset = 0, axis1 = 0, axis2 = 1): GpuArray<D> {
    this.assertUsable('diagonal');
    return this.viewOf(diagonalGeometry(this, offset, axis1, axis2));
  }

  /** The same bytes as elements of another dtype: a view. Along the last axis their number changes with their size. */
  view<E extends DType>(dtype: E): GpuArray<E> {
    this.assertUsable('view');
    assertDType('view', dtype);
    return viewOf(this, dtype, reinterpretGeometry(this, dtype));
  }

  /** The real parts: a view; of a real array, the array itself. */
  get real(): GpuArray<RealOf<D>> {
    return this.#part(0) ?? (this as DeviceArray as GpuArray<RealOf<D>>);
  }

  /** The imaginary parts: a view; of a real array, zeros. */
  get imag(): GpuArray<RealOf<D>> {
    const part = this.#part(1);
    if (part !== undefined) return part;
    // Complex arrays have returned, and all others are of their own real type.
    const dtype = this.dtype as RealOf<D>;
    const zeros = denseArray(this.device, dtype, this.shape, rowMajorStrides(this.shape));
    zeros.fill(0);
    return zeros;
  }

  /** @internal This object as the class that users meet. */
  protected get self(): GpuArray<D> {
    return this as DeviceArray as GpuArray<D>;
  }

  /** @internal */
  protected viewOf(geometry: ViewGeometry): GpuArray<D> {
    return viewOf(this, this.dtype, geometry);
  }

  #part(which: 0 | 1): GpuArray<RealOf<D>> | undefined {
    this.assertUsable(which === 0 ? 'real' : 'imag');
    if (dtypeInfo(this.dtype).kind !== 'complex') return undefined;
    const dtype = (this.dtype === 'complex64' ? 'float32' : 'float64') as RealOf<D>;
    const strides = this.strides.map((stride) => 2 * stride);
    return viewOf(this, dtype, { shape: this.shape, strides, offset: 2 * this.offset + which });
  }
}

function viewOf<D extends DType>(of: DeviceArray, dtype: D, { shape, strides, offset }: ViewGeometry): GpuArray<D> {
  return newArray(of.memory, dtype, shape, strides, offset, false);
}
