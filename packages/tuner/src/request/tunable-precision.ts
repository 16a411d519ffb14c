/** Arrays whose precision is a parameter. */
import { dtypeInfo, type DType, type TypedArray } from '@heddle/core';
import {
  argumentError,
  bfloat16FromNumber,
  float16FromNumber,
  isDType,
  numberFromBfloat16,
  numberFromFloat16,
} from '@heddle/core/backend';
import type { ParameterValue } from '../space';

/** An argument whose element type the parameter `parameter` names: `float16`, `half`, `float`, `double`… */
export interface TunablePrecision {
  readonly precisionOf: string;
  readonly array: TypedArray;
  /** The element type of `array`, if its class does not say: `float16`. */
  readonly dtype?: DType;
}

/**
 * An argument that is converted to the precision of each configuration.
 *
 * @param parameter - a parameter whose values name types: `{ tune: { real: ['half', 'float', 'double'] } }`
 */
export function tunablePrecision(parameter: string, array: TypedArray, dtype?: DType): TunablePrecision {
  return { precisionOf: parameter, array, ...(dtype === undefined ? {} : { dtype }) };
}

export function isTunablePrecision(value: unknown): value is TunablePrecision {
  return typeof value === 'object' && value !== null && 'precisionOf' in value && 'array' in value;
}

const namesInC: Readonly<Record<string, DType>> = {
  half: 'float16',
  __half: 'float16',
  float: 'float32',
  double: 'float64',
  __nv_bfloat16: 'bfloat16',
};

/** The element type that a parameter's value names. */
export function precisionOf(value: ParameterValue, parameter: string): DType {
  const dtype = isDType(value) ? value : namesInC[String(value)];
  if (dtype !== undefined && dtypeInfo(dtype).kind === 'float') return dtype;
  throw argumentError(`${parameter}: ${JSON.stringify(value)} names no floating-point type`, {
    parameter,
    hint: `It is one of ${[...Object.keys(namesInC), 'float16', 'bfloat16', 'float32', 'float64'].join(', ')}.`,
  });
}

/** The same numbers as elements of another type, rounded to nearest. */
export function convertArray(array: TypedArray, from: DType, to: DType): TypedArray {
  if (from === to) return array;
  const read = reader(from);
  const write = writer(to);
  const converted = new (dtypeInfo(to).array)(array.length) as Float64Array;
  for (let i = 0; i < array.length; i++) converted[i] = write(read(Number(array[i])));
  return converted;
}

function reader(dtype: DType): (stored: number) => number {
  if (dtype === 'float16') return numberFromFloat16;
  return dtype === 'bfloat16' ? numberFromBfloat16 : (stored) => stored;
}

function writer(dtype: DType): (value: number) => number {
  if (dtype === 'float16') return float16FromNumber;
  return dtype === 'bfloat16' ? bfloat16FromNumber : (value) => value;
}
