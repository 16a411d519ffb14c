/** Numbers as an array's floating-point dtype holds them. */
import {
  bfloat16FromNumber,
  bfloat16Max,
  float16FromNumber,
  float16Max,
  numberFromBfloat16,
  numberFromFloat16,
} from '@heddle/core/backend';

export type FloatDType = 'float16' | 'bfloat16' | 'float32' | 'float64';

/** The number of the dtype that is nearest. */
export function roundTo(value: number, dtype: FloatDType): number {
  switch (dtype) {
    case 'float64':
      return value;
    case 'float32':
      return Math.fround(value);
    case 'float16':
      return numberFromFloat16(float16FromNumber(value));
    case 'bfloat16':
      return numberFromBfloat16(bfloat16FromNumber(value));
  }
}

/** The largest finite number of the dtype. */
export function largestFloat(dtype: FloatDType): number {
  const largest = { float16: float16Max, bfloat16: bfloat16Max, float32: (2 - 2 ** -23) * 2 ** 127 };
  return dtype === 'float64' ? Number.MAX_VALUE : largest[dtype];
}

/** The largest number of the dtype below a finite one that is of the dtype. */
export function previous(value: number, dtype: FloatDType): number {
  switch (dtype) {
    case 'float64':
      view.setFloat64(0, value);
      view.setBigUint64(0, decrementBits(view.getBigUint64(0), 2n ** 63n));
      return view.getFloat64(0);
    case 'float32':
      view.setFloat32(0, value);
      view.setUint32(0, Number(decrementBits(BigInt(view.getUint32(0)), 2n ** 31n)));
      return view.getFloat32(0);
    case 'float16':
      return numberFromFloat16(Number(decrementBits(BigInt(float16FromNumber(value)), 2n ** 15n)));
    case 'bfloat16':
      return numberFromBfloat16(Number(decrementBits(BigInt(bfloat16FromNumber(value)), 2n ** 15n)));
  }
}

const view = new DataView(new ArrayBuffer(8));

/**
 * Sign and magnitude: the numbers below zero grow with their bits, the ones above shrink.
 *
 * @param sign - the bit that numbers below zero have
 */
function decrementBits(bits: bigint, sign: bigint): bigint {
  if (bits === 0n || bits === sign) return sign + 1n;
  return bits > sign ? bits + 1n : bits - 1n;
}
