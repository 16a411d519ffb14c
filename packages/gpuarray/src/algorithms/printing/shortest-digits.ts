/** Numbers as the fewest digits that tell them apart. */
import type { DType } from '@heddle/core';
import {
  bfloat16FromNumber,
  float16FromNumber,
  numberFromBfloat16,
  numberFromFloat16,
  type Complex,
} from '@heddle/core/backend';

/** What an element is on the host. */
export type Value = number | bigint | boolean | Complex;

/** True for -0 too. */
export function isNegative(value: number): boolean {
  return value < 0 || Object.is(value, -0);
}

/** A finite value as sign, digits and the decimal exponent of the first digit. */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

/** The fewest digits that read back as the same value of the dtype. */
export function shortest(dtype: DType, value: number): Decimal {
  const most = dtype === 'float64' ? 17 : dtype === 'float32' ? 9 : 5;
  const same = roundTrip(dtype);
  let text = value.toExponential();
  if (dtype !== 'float64') {
    for (let digits = 0; digits < most; digits++) {
      const candidate = value.toExponential(digits);
      if (same(Number(candidate), value)) {
        text = candidate;
        break;
      }
    }
  }
  const [mantissa = '0', exponent = '0'] = text.replace(/^-/, '').split('e');
  return {
    negative: isNegative(value),
    digits: mantissa.replace('.', ''),
    exponent: Number(exponent),
  };
}

function roundTrip(dtype: DType): (text: number, value: number) => boolean {
  if (dtype === 'float16') return (text, value) => numberFromFloat16(float16FromNumber(text)) === value;
  if (dtype === 'bfloat16') return (text, value) => numberFromBfloat16(bfloat16FromNumber(text)) === value;
  return (text, value) => Math.fround(text) === value;
}
