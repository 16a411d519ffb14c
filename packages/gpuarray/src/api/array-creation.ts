/** How arrays come to be, as methods. */
import type { Device, DType } from '@heddle/core';
import { optionNames } from '@heddle/core/backend';
import { assertArray } from '../array/assert-array';
import { assertDType, optionsWithDType } from '../array/dtype-option';
import type { GpuArray } from '../array/gpu-array';
import type { Shape } from '../array/shape';
import { defaultDType, scalarKind, type Scalar } from '../array/dtype';
import { ElementwiseMathematics } from './mathematics';
import { emptyArray } from '../array/empty';
import { arrayFrom, uploadArray, type ArrayOptions } from '../algorithms/creation/from-host';
import { arange, eye, full, linspace } from '../algorithms/creation/ranges';
import type { ArraySource, DTypeOfSource } from '../algorithms/creation/source-types';

export interface DTypeOption<D extends DType> {
  readonly dtype?: D;
}

export interface LikeOptions<D extends DType> {
  /** Default: that of the array. */
  readonly dtype?: D;
  /** Default: that of the array. */
  readonly shape?: number | Shape;
}

export interface LinspaceOptions<D extends DType> {
  /** `stop` is the last of the numbers. Default true. */
  readonly endpoint?: boolean;
  /** Default float64. */
  readonly dtype?: D;
}

export interface EyeOptions<D extends DType> {
  /** Default: as many as rows. */
  readonly columns?: number;
  /** The diagonal, counted upwards from the main one. Default 0. */
  readonly k?: number;
  /** Default float64. */
  readonly dtype?: D;
}

const dtypeNames = optionNames<DTypeOption<DType>>({ dtype: true });
const likeNames = optionNames<LikeOptions<DType>>({ dtype: true, shape: true });
const linspaceNames = optionNames<LinspaceOptions<DType>>({ endpoint: true, dtype: true });
const eyeNames = optionNames<EyeOptions<DType>>({ columns: true, k: true, dtype: true });

/** Every function takes the name of a dtype alone, or options with it. */
export abstract class ArrayCreation extends ElementwiseMathematics {
  abstract readonly device: Device;

  /**
   * An array with the elements of a typed array, of nested arrays, or of `{ data, shape, strides, offset }`. The data
   * is copied before the call returns.
   */
  array<const S extends ArraySource>(source: S): GpuArray<DTypeOfSource<S>>;
  array<D extends DType>(source: ArraySource, options: D | (ArrayOptions<D> & { readonly dtype: D })): GpuArray<D>;
  array<const S extends ArraySource>(source: S, options: ArrayOptions<never>): GpuArray<DTypeOfSource<S>>;
  array(source: ArraySource, options: ArrayOptions | DType = {}): GpuArray {
    return this.run(() => arrayFrom(this.device, source, options));
  }

  /** The same without a copy on the host: the data must not change until the promise resolves. */
  async upload<const S extends ArraySource>(source: S): Promise<GpuArray<DTypeOfSource<S>>>;
  async upload<D extends DType>(
    source: ArraySource,
    options: D | (ArrayOptions<D> & { readonly dtype: D }),
  ): Promise<GpuArray<D>>;
  async upload<const S extends ArraySource>(
    source: S,
    options: ArrayOptions<never>,
  ): Promise<GpuArray<DTypeOfSource<S>>>;
  async upload(source: ArraySource, options: ArrayOptions | DType = {}): Promise<GpuArray> {
    return await this.run(() => uploadArray(this.device, source, options));
  }

  /** An array whose contents are undefined. */
  empty<D extends DType = 'float64'>(shape: number | Shape, dtype?: D | DTypeOption<D>): GpuArray<D>;
  empty(shape: number | Shape, dtype?: DType | DTypeOption<DType>): GpuArray {
    return this.run(() => emptyArray(this.device, dtypeOf('empty', dtype, 'float64'), shape));
  }

  zeros<D extends DType = 'float64'>(shape: number | Shape, dtype?: D | DTypeOption<D>): GpuArray<D>;
  zeros(shape: number | Shape, dtype?: DType | DTypeOption<DType>): GpuArray {
    return this.run(() => full(this.device, shape, 0, dtypeOf('zeros', dtype, 'float64')));
  }

  ones<D extends DType = 'float64'>(shape: number | Shape, dtype?: D | DTypeOption<D>): GpuArray<D>;
  ones(shape: number | Shape, dtype?: DType | DTypeOption<DType>): GpuArray {
    return this.run(() => full(this.device, shape, 1, dtypeOf('ones', dtype, 'float64')));
  }

  /** An array of one value; without a dtype, that of the value: int64, float64, complex128 or bool. */
  full<D extends DType = DType>(shape: number | Shape, value: Scalar, dtype?: D | DTypeOption<D>): GpuArray<D>;
  full(shape: number | Shape, value: Scalar, dtype?: DType | DTypeOption<DType>): GpuArray {
    return this.run(() =>
      full(this.device, shape, value, dtypeOf('full', dtype, undefined) ?? defaultDType(scalarKind(value))),
    );
  }

  emptyLike<D extends DType, E extends DType>(array: GpuArray<D>, dtype: E): GpuArray<E>;
  emptyLike<D extends DType, E extends DType = D>(array: GpuArray<D>, options?: LikeOptions<E>): GpuArray<E>;
  emptyLike(array: GpuArray, options: DType | LikeOptions<DType> = {}): GpuArray {
    const { dtype, shape } = likeOf('emptyLike', array, options);
    return this.run(() => emptyArray(this.device, dtype, shape));
  }

  zerosLike<D extends DType, E extends DType>(array: GpuArray<D>, dtype: E): GpuArray<E>;
  zerosLike<D extends DType, E extends DType = D>(array: GpuArray<D>, options?: LikeOptions<E>): GpuArray<E>;
  zerosLike(array: GpuArray, options: DType | LikeOptions<DType> = {}): GpuArray {
    const { dtype, shape } = likeOf('zerosLike', array, options);
    return this.run(() => full(this.device, shape, 0, dtype));
  }

  onesLike<D extends DType, E extends DType>(array: GpuArray<D>, dtype: E): GpuArray<E>;
  onesLike<D extends DType, E extends DType = D>(array: GpuArray<D>, options?: LikeOptions<E>): GpuArray<E>;
  onesLike(array: GpuArray, options: DType | LikeOptions<DType> = {}): GpuArray {
    const { dtype, shape } = likeOf('onesLike', array, options);
    return this.run(() => full(this.device, shape, 1, dtype));
  }

  fullLike<D extends DType, E extends DType>(array: GpuArray<D>, value: Scalar, dtype: E): GpuArray<E>;
  fullLike<D extends DType, E extends DType = D>(
    array: GpuArray<D>,
    value: Scalar,
    options?: LikeOptions<E>,
  ): GpuArray<E>;
  fullLike(array: GpuArray, value: Scalar, options: DType | LikeOptions<DType> = {}): GpuArray {
    const { dtype, shape } = likeOf('fullLike', array, options);
    return this.run(() => full(this.device, shape, value, dtype));
  }

  /**
   * `start`, `start + step`, … without `stop`; with one number, from 0 to it. int64, or float64 for fractions.
   *
   * @throws HeddleError `ARGUMENT` for numbers out of the dtype's range; NumPy wraps them around
   */
  arange<D extends DType = DType>(stop: number | bigint, dtype?: D | DTypeOption<D>): GpuArray<D>;
  arange<D extends DType = DType>(
    start: number | bigint,
    stop: number | bigint,
    step?: number | bigint,
    dtype?: D | DTypeOption<D>,
  ): GpuArray<D>;
  arange(
    first: number | bigint,
    second?: number | bigint | DType | DTypeOption<DType>,
    step: number | bigint = 1,
    options?: DType | DTypeOption<DType>,
  ): GpuArray {
    const alone = typeof second === 'object' || typeof second === 'string';
    const dtype = dtypeOf('arange', alone ? second : options, undefined);
    return this.run(() =>
      alone ? arange(this.device, first, undefined, 1, dtype) : arange(this.device, first, second, step, dtype),
    );
  }

  /** `count` numbers from `start` to `stop`, evenly apart. */
  linspace<D extends DType>(start: number, stop: number, count: number | undefined, dtype: D): GpuArray<D>;
  linspace<D extends DType = 'float64'>(
    start: number,
    stop: number,
    count?: number,
    options?: LinspaceOptions<D>,
  ): GpuArray<D>;
  linspace(start: number, stop: number, count = 50, options: DType | LinspaceOptions<DType> = {}): GpuArray {
    const { endpoint = true, dtype = 'float64' } = optionsWithDType('linspace', options, linspaceNames);
    assertDType('linspace', dtype);
    return this.run(() => linspace(this.device, start, stop, count, endpoint, dtype));
  }

  /** Ones on a diagonal, zeros elsewhere. */
  eye<D extends DType>(rows: number, dtype: D): GpuArray<D>;
  eye<D extends DType = 'float64'>(rows: number, options?: EyeOptions<D>): GpuArray<D>;
  eye(rows: number, options: DType | EyeOptions<DType> = {}): GpuArray {
    const { columns = rows, k = 0, dtype = 'float64' } = optionsWithDType('eye', options, eyeNames);
    assertDType('eye', dtype);
    return this.run(() => eye(this.device, rows, columns, k, dtype));
  }
}

function dtypeOf<D extends DType, Default extends D | undefined>(
  operation: string,
  given: D | DTypeOption<D> | undefined,
  otherwise: Default,
): D | Default {
  if (given === undefined) return otherwise;
  const { dtype } = optionsWithDType<DTypeOption<D>>(operation, given, dtypeNames);
  if (dtype === undefined) return otherwise;
  assertDType(operation, dtype);
  return dtype;
}

function likeOf(
  operation: string,
  array: GpuArray,
  given: DType | LikeOptions<DType>,
): { readonly dtype: DType; readonly shape: number | Shape } {
  assertArray(operation, array);
  const { dtype = array.dtype, shape = array.shape } = optionsWithDType(operation, given, likeNames);
  assertDType(operation, dtype);
  return { dtype, shape };
}
