/** Elements between typed arrays and JavaScript values. */
import { dtypeInfo, type DType, type TypedArray } from '@heddle/core';
import {
  bfloat16FromNumber,
  float16FromNumber,
  numberFromBfloat16,
  numberFromFloat16,
  type Complex,
} from '@heddle/core/backend';
import { scalarFor, type Scalar } from './dtype';

/** The elements of a host array as values: float16 and bfloat16 from their bits, complex numbers from pairs. */
export function readScalars(dtype: DType, array: TypedArray): (number | bigint | boolean | Complex)[] {
  const { lanes, kind } = dtypeInfo(dtype);
  if (lanes === 2) {
    const parts = array as Float64Array;
    return Array.from({ length: parts.length / 2 }, (_, k) => ({
      re: parts[2 * k] as number,
      im: parts[2 * k + 1] as number,
    }));
  }
  const values = array as ArrayLike<number | bigint>;
  if (kind === 'bool') return Array.from(values, Boolean);
  if (dtype === 'float16') return Array.from(values, (bits) => numberFromFloat16(bits as number));
  if (dtype === 'bfloat16') return Array.from(values, (bits) => numberFromBfloat16(bits as number));
  return Array.from(values);
}

/**
 * Values as a host array of the dtype.
 *
 * @throws HeddleError `ARGUMENT` for a value that the dtype does not hold
 */
export function writeScalars(dtype: DType, values: readonly Scalar[], operation: string): TypedArray {
  const { lanes, array } = dtypeInfo(dtype);
  const host = new array(values.length * lanes) as unknown as Record<number, number | bigint>;
  values.forEach((value, k) => {
    const element = scalarFor(value, dtype, operation);
    if (typeof element === 'object') {
      host[2 * k] = element.re;
      host[2 * k + 1] = element.im;
    } else host[k] = stored(element, dtype);
  });
  return host as unknown as TypedArray;
}

function stored(value: number | bigint | boolean, dtype: DType): number | bigint {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (dtype === 'float16') return float16FromNumber(value as number);
  if (dtype === 'bfloat16') return bfloat16FromNumber(value as number);
  return value;
}
