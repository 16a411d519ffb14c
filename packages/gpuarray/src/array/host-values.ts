/** Elements between typed arrays and JavaScript values. */
import { dtypeInfo, type DType, type TypedArray } from '@heddle/core';
import { numberFromBfloat16, numberFromFloat16, scalarStores, type Complex } from '@heddle/core/backend';
import { scalarFor, type Scalar } from './dtype';
import type { Nested } from './gpu-array';
import { atAxis, type Shape } from './shape';
import { hasBigInts } from './typed-array';

/** The elements of a host array as values: float16 and bfloat16 from their bits, complex numbers from pairs. */
export function readScalars(dtype: DType, array: TypedArray): (number | bigint | boolean | Complex)[] {
  if (hasBigInts(array)) return Array.from(array);
  const { lanes, kind } = dtypeInfo(dtype);
  if (lanes === 2) return complexNumbers(array);
  if (kind === 'bool') return Array.from(array, Boolean);
  if (dtype === 'float16') return Array.from(array, numberFromFloat16);
  if (dtype === 'bfloat16') return Array.from(array, numberFromBfloat16);
  return Array.from(array);
}

/** Values in row-major order as nested arrays. The shape has an axis or more. */
export function nested<T>(values: readonly T[], shape: Shape): Nested<T>[] {
  let next = 0;
  const rows = (axis: number): Nested<T>[] => {
    const length = atAxis(shape, axis);
    if (axis < shape.length - 1) return Array.from({ length }, () => rows(axis + 1));
    next += length;
    return values.slice(next - length, next);
  };
  return rows(0);
}

function complexNumbers(parts: Iterable<number>): Complex[] {
  const numbers: Complex[] = [];
  let re: number | undefined;
  for (const part of parts) {
    if (re === undefined) re = part;
    else {
      numbers.push({ re, im: part });
      re = undefined;
    }
  }
  return numbers;
}

/**
 * Values as a host array of the dtype.
 *
 * @throws HeddleError `ARGUMENT` for a value that the dtype does not hold
 */
export function writeScalars(dtype: DType, values: readonly Scalar[], operation: string): TypedArray {
  const { lanes, byteLength, array } = dtypeInfo(dtype);
  const host = new array(values.length * lanes);
  const view = new DataView(host.buffer);
  const store = scalarStores[dtype];
  values.forEach((value, k) => {
    store(view, k * byteLength, scalarFor(value, dtype, operation));
  });
  return host;
}
