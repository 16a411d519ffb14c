/**
 * JavaScript values beside arrays. They are weak: they take the array's dtype where it can hold their kind, so that
 * `float32 + 0.5` stays float32 and `int8 + 1` stays int8 (NumPy 2, NEP 50).
 */
import { dtypeInfo, type DType } from '@heddle/core';
import {
  argumentError,
  bfloat16FromNumber,
  describe,
  float16FromNumber,
  numberFromBfloat16,
  numberFromFloat16,
  scalarCheck,
  type Complex,
  type ScalarCheck,
} from '@heddle/core/backend';
import { promoteTypes } from './promotion';

/** A value that may stand where an array may. */
export type Scalar = number | bigint | boolean | Complex;

/**
 * What kind of number a value is. A whole JavaScript number counts as an integer if it is safe: beyond 2^53 neighbours
 * are the same number, so that such a one is a float.
 */
export type ScalarKind = 'bool' | 'integer' | 'float' | 'complex';

export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' || isComplexNumber(value);
}

function isComplexNumber(value: unknown): value is Complex {
  if (typeof value !== 'object' || value === null) return false;
  return 're' in value && 'im' in value && typeof value.re === 'number' && typeof value.im === 'number';
}

export function scalarKind(value: Scalar): ScalarKind {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0) ? 'integer' : 'float';
  return 'complex';
}

/** What a scalar becomes where no array says otherwise. */
export function defaultDType(kind: ScalarKind): DType {
  switch (kind) {
    case 'bool':
      return 'bool';
    case 'integer':
      return 'int64';
    case 'float':
      return 'float64';
    case 'complex':
      return 'complex128';
  }
}

/** The dtype of an array's elements together with a scalar. */
export function promoteWithScalar(dtype: DType, kind: ScalarKind): DType {
  const { kind: own } = dtypeInfo(dtype);
  switch (kind) {
    case 'bool':
      return dtype;
    case 'integer':
      return own === 'bool' ? 'int64' : dtype;
    case 'float':
      return own === 'float' || own === 'complex' ? dtype : 'float64';
    case 'complex':
      if (own === 'complex') return dtype;
      // A float64 needs complex128 to lose nothing, and so do integers, whose float is float64.
      return own === 'float' && dtype !== 'float64' ? 'complex64' : 'complex128';
  }
}

/** An operand as far as its dtype matters. */
export type OperandType = { readonly dtype: DType } | { readonly weak: ScalarKind };

/** The dtype that operands have in common: first the arrays among themselves, then the scalars. */
export function resultType(operands: readonly OperandType[]): DType {
  let dtype: DType | undefined;
  for (const operand of operands) {
    if ('dtype' in operand) dtype = dtype === undefined ? operand.dtype : promoteTypes(dtype, operand.dtype);
  }
  let weak: ScalarKind | undefined;
  for (const operand of operands) if ('weak' in operand) weak = widerKind(weak, operand.weak);
  if (dtype === undefined) return defaultDType(weak ?? 'float');
  return weak === undefined ? dtype : promoteWithScalar(dtype, weak);
}

const kinds: readonly ScalarKind[] = ['bool', 'integer', 'float', 'complex'];

function widerKind(a: ScalarKind | undefined, b: ScalarKind): ScalarKind {
  return a !== undefined && kinds.indexOf(a) > kinds.indexOf(b) ? a : b;
}

/**
 * A scalar as a value of the dtype, rounded as storing it would round it.
 *
 * @param hint - of the error for a value that the dtype does not hold
 * @throws HeddleError `ARGUMENT` if the value is not a number, or the dtype does not hold it: 300 for uint8, 0.5 for
 *   int32
 */
export function scalarFor(
  value: Scalar,
  dtype: DType,
  operation: string,
  hint = 'Choose a dtype that holds the value.',
): Scalar {
  if (!isScalar(value)) throw argumentError(`${operation}: ${describe(value)} cannot be an element of an array`);
  const converted = convert(value, dtype);
  const problem = checkOf(dtype)(converted);
  if (problem !== undefined) {
    throw argumentError(`${operation}: ${describeScalar(value)} does not fit ${dtype}: ${problem}`, { hint });
  }
  return converted;
}

const checks = new Map<DType, ScalarCheck>();

function checkOf(dtype: DType): ScalarCheck {
  let check = checks.get(dtype);
  if (check === undefined) checks.set(dtype, (check = scalarCheck(dtype)));
  return check;
}

function convert(value: Scalar, dtype: DType): Scalar {
  switch (dtypeInfo(dtype).kind) {
    case 'complex': {
      const { re, im } = typeof value === 'object' ? value : { re: Number(value), im: 0 };
      const part = dtype === 'complex64' ? 'float32' : 'float64';
      return { re: rounded(re, part), im: rounded(im, part) };
    }
    case 'float':
      return typeof value === 'object' ? value : rounded(Number(value), dtype);
    case 'bool':
      return typeof value === 'object' ? value : Boolean(value);
    default:
      return typeof value === 'object' ? value : wholeNumber(value, dtype);
  }
}

function wholeNumber(value: number | bigint | boolean, dtype: DType): number | bigint {
  if (dtype !== 'int64' && dtype !== 'uint64') return Number(value);
  return typeof value === 'number' && !Number.isInteger(value) ? value : BigInt(value);
}

// Beyond the range it becomes infinite, as storing it in the array would make it.
function rounded(value: number, dtype: DType): number {
  switch (dtype) {
    case 'float16':
      return numberFromFloat16(float16FromNumber(value));
    case 'bfloat16':
      return numberFromBfloat16(bfloat16FromNumber(value));
    case 'float32':
      return Math.fround(value);
    default:
      return value;
  }
}

function describeScalar(value: Scalar): string {
  return typeof value === 'object' ? `${value.re} + ${value.im}i` : describe(value);
}
