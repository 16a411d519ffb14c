/** What arrays are made of: typed arrays, nested arrays, strided records of other libraries. */
import { dtypeInfo, type DType, type TypedArray } from '@heddle/core';
import { argumentError, arrayHolds, describe, dtypeOfArray } from '@heddle/core/backend';
import { assertDType } from '../../array/dtype-option';
import { writeScalars } from '../../array/host-values';
import { formatShape, mostAxes, rowMajorStrides, sizeOf, type Shape } from '../../array/shape';
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
  if (ArrayBuffer.isView(source)) return fromTyped(source as TypedArray, dtype, operation);
  if (Array.isArray(source) || isScalar(source)) return fromNested(source as NestedValues, dtype, operation);
  if (typeof source === 'object' && source !== null && 'data' in source && 'shape' in source) {
    return fromStrided(source as StridedData, dtype, operation);
  }
  throw argumentError(
    `${operation}: an array is made of a typed array, nested arrays or { data, shape, strides, offset }, not ${describe(source)}`,
  );
}

function fromTyped(source: TypedArray, dtype: DType | undefined, operation: string): HostData {
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
  const elements = Array.from(source as ArrayLike<number | bigint>);
  return writeScalars(wanted, elements, operation);
}

// In memory a bool is 0 or 1, so that its bytes can be counted and compared.
function normalised(values: TypedArray, dtype: DType): TypedArray {
  if (dtype !== 'bool') return values;
  const bytes = values as Uint8Array;
  return bytes.every((byte) => byte <= 1) ? values : bytes.map((byte) => (byte === 0 ? 0 : 1));
}

function fromNested(source: NestedValues, dtype: DType | undefined, operation: string): HostData {
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

function shapeOf(source: NestedValues, operation: string): number[] {
  const shape: number[] = [];
  let level: NestedValues | undefined = source;
  while (Array.isArray(level)) {
    shape.push(level.length);
    // An array that holds itself has no end.
    if (shape.length > mostAxes) throw argumentError(`${operation}: arrays are nested more than ${mostAxes} deep`);
    level = level[0] as NestedValues | undefined;
  }
  return shape;
}

function collect(source: NestedValues, shape: Shape, axis: number, values: Scalar[], operation: string): void {
  if (Array.isArray(source)) {
    if (source.length !== shape[axis]) throw ragged(operation, axis);
    for (const item of source as readonly NestedValues[]) collect(item, shape, axis + 1, values, operation);
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
    ? fromTyped(data as unknown as TypedArray, dtype, operation)
    : fromNested(Array.from(data as ArrayLike<number>), dtype, operation);
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
  shape.forEach((extent, axis) => {
    const reach = (extent - 1) * (strides[axis] as number);
    if (reach < 0) low += reach;
    else high += reach;
  });
  if (low >= 0 && high < length) return;
  throw argumentError(
    `${operation}: elements ${low} to ${high} of the data are asked for; it has ${length} (${formatShape(shape)} at ${offset})`,
  );
}
