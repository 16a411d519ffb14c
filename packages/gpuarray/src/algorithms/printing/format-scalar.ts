/** The element of an array without axes as NumPy's `str` prints it: by itself, without rounding. */
import type { DType } from '@heddle/core';
import type { Complex } from '@heddle/core/backend';
import { isNegative, shortest, type Value } from './shortest-digits';

/** The text of a value of the dtype. */
export function formatScalar(dtype: DType, value: Value): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'object') return formatComplex(dtype === 'complex64' ? 'float32' : 'float64', value);
  if (typeof value === 'bigint' || !(dtype.startsWith('float') || dtype === 'bfloat16')) return String(value);
  return formatFloat(dtype, value, '.0');
}

function formatComplex(part: DType, { re, im }: Complex): string {
  const imaginary = formatFloat(part, im, '');
  if (re === 0 && !isNegative(re)) return `${imaginary}j`;
  return `(${formatFloat(part, re, '')}${isNegative(im) ? '' : '+'}${imaginary}j)`;
}

/** @param whole - what follows a number without a fraction */
function formatFloat(dtype: DType, value: number, whole: string): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  const { negative, digits, exponent } = shortest(dtype, value);
  const sign = negative ? '-' : '';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= leastWithExponent(dtype))) {
    const fraction = digits.slice(1).replace(/0+$/, '');
    const power = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits.slice(0, 1)}${fraction === '' ? '' : `.${fraction}`}e${exponent < 0 ? '-' : '+'}${power}`;
  }
  const before = exponent < 0 ? '0' : digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const behind = (exponent < 0 ? '0'.repeat(-exponent - 1) + digits : digits.slice(exponent + 1)).replace(/0+$/, '');
  return `${sign}${before}${behind === '' ? whole : `.${behind}`}`;
}

function leastWithExponent(dtype: DType): number {
  if (dtype === 'float64') return 1e16;
  return dtype === 'float16' ? 1e3 : 1e6;
}
