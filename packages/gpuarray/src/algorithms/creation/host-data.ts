/** What arrays are made of: typed arrays, nested arrays, strided records of other libraries. */
import { dtypeInfo, type DType, type TypedArray } from '@heddle/core';
import { argumentError, arrayHolds, describe, dtypeOfArray } from '@heddle/core/backend';
import { assertDType } from '../../array/dtype-option';
import { writeScalars } from '../../array/host-values';
import { isList } from '../../array/is-list';
import { formatShape, mostAxes, rowMajorStrides, sizeOf, stridedAxes, type Shape } from '../../array/shape';
import { assertTypedArray, hasBigInts } from '../../array/typed-array';
import { isScalar, resultType, scalarKind, type Scalar } from '../../array/dtype';

/** The form of an array in ndarray (`stride`) and @stdlib/ndarray (`strides`): strides and offset count elements. */
export interface StridedData {
  readonly data: ArrayLike<number> | ArrayLike<bigint>;
  readonly shape: readonly number[];
  readonly strides?: readonly number[];
  readonly stride?: readonly number[];
  readonly offset?: number;
  readonly dtype?: unknown;
}

/** Values in nested arrays, all of one shape. */
export type NestedValues = Scalar | readonly NestedValues[];

/** Host memory, and how an array lies in it. */
export interface HostData {
  readonly dtype: DType;
  /** All of the memory, of the class that holds the dtype. */
  readonly values: TypedArray;
  readonly shape: Shape;
  readonly strides: readonly number[];
  readonly offset: number;
}

/**
 * @param dtype - undefined takes that of the data
 * @throws HeddleError `ARGUMENT` for data that is none, ragged nested arrays, values that the dtype does not hold
 */
export function hostData(source: unknown, dtype: DType | undefined, operation: string): HostData {
  if (dtype !== undefined) assertDType(operation, dtype);
  if (ArrayBuffer.isView(source)) return fromTyped(source, dtype, operation);
  if (isList(source) || isScalar(source)) return fromNested(source, dtype, operation);
  if (isStridedData(source)) return fromStrided(source, dtype, operation);
  throw argumentError(
    `${operation}: an array is made of a typed array, nested arrays or { data, shape, strides, offset }, not ${describe(source)}`,
  );
}

// What the parts hold is checked when they are read.
function isStridedData(source: unknown): source is StridedData {
  return typeof source === 'object' && source !== null && 'data' in source && 'shape' in source;
}

function fromTyped(source: ArrayBufferView, dtype: DType | undefined, operation: string): HostData {
  assertTypedArray(source);
  const own = dtypeOfArray(source);
  const wanted = dtype ?? own;
  const values = arrayHolds(source, wanted) ? source : converted(source, wanted, operation);
  const { lanes } = dtypeInfo(wanted);
  if (values.length % lanes !== 0) {
    throw argumentError(`${operation}: ${values.length} values do not fill a whole number of ${wanted} elements`);
  }
  const shape = [values.length / lanes];
  return { dtype: wanted, values: normalised(values, wanted), shape, strides: [1], offset: 0 };
}

/** A typed array of another class: each value becomes one element. */
function converted(source: TypedArray, wanted: DType, operation: string): TypedArray {
  const elements = Array.from<number | bigint>(source);
  return writeScalars(wanted, elements, operation);
}

// In memory a bool is 0 or 1, so that its bytes can be counted and compared.
function normalised(values: TypedArray, dtype: DType): TypedArray {
  if (dtype !== 'bool' || hasBigInts(values)) return values;
  return values.every((byte) => byte <= 1) ? values : Uint8Array.from(values, (byte) => (byte === 0 ? 0 : 1));
}

function fromNested(source: unknown, dtype: DType | undefined, operation: string): HostData {
  const shape = shapeOf(source, operation);
  const values: Scalar[] = [];
  collect(source, shape, 0, values, operation);
  const own = dtype ?? (values.length === 0 ? 'float64' : resultType(kindsOf(values)));
  return {
    dtype: own,
    values: writeScalars(own, values, operation),
    shape,
    strides: rowMajorStrides(shape),
    offset: 0,
  };
}

function kindsOf(values: readonly Scalar[]): { readonly weak: ReturnType<typeof scalarKind> }[] {
  return [...new Set(values.map(scalarKind))].map((weak) => ({ weak }));
}

function shapeOf(source: unknown, operation: string): number[] {
  const shape: number[] = [];
  let level = source;
  while (isList(level)) {
    shape.push(level.length);
    // An array that holds itself has no end.
    if (shape.length > mostAxes) throw argumentError(`${operation}: arrays are nested more than ${mostAxes} deep`);
    [level] = level;
  }
  return shape;
}

function collect(source: unknown, shape: Shape, axis: number, values: Scalar[], operation: string): void {
  if (isList(source)) {
    if (source.length !== shape[axis]) throw ragged(operation, axis);
    for (const item of source) collect(item, shape, axis + 1, values, operation);
    return;
  }
  if (axis !== shape.length) throw ragged(operation, axis);
  if (!isScalar(source)) throw argumentError(`${operation}: ${describe(source)} cannot be an element of an array`);
  values.push(source);
}

function ragged(operation: string, axis: number): Error {
  return argumentError(`${operation}: the nested arrays are not all of one length along axis ${axis}`);
}

function fromStrided(source: StridedData, dtype: DType | undefined, operation: string): HostData {
  const { data, shape, offset = 0 } = source;
  const strides = source.strides ?? source.stride ?? rowMajorStrides(shape);
  const { values, dtype: own } = ArrayBuffer.isView(data)
    ? fromTyped(data, dtype, operation)
    : fromNested(Array.from<number | bigint>(data), dtype, operation);
  if (strides.length !== shape.length || ![...shape, ...strides, offset].every(Number.isSafeInteger)) {
    throw argumentError(
      `${operation}: shape ${formatShape(shape)} and strides ${formatShape(strides)} do not belong together`,
    );
  }
  checkReach(shape, strides, offset, values.length / dtypeInfo(own).lanes, operation);
  return { dtype: own, values, shape: [...shape], strides: [...strides], offset };
}

function checkReach(shape: Shape, strides: readonly number[], offset: number, length: number, operation: string): void {
  if (sizeOf(shape) === 0) return;
  let low = offset;
  let high = offset;
  for (const { length: extent, stride } of stridedAxes({ shape, strides })) {
    const reach = (extent - 1) * stride;
    if (reach < 0) low += reach;
    else high += reach;
  }
  if (low >= 0 && high < length) return;
  throw argumentError(
    `${operation}: elements ${low} to ${high} of the data are asked for; it has ${length} (${formatShape(shape)} at ${offset})`,
  );
}
