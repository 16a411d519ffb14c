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
      return decrement(new Float64Array([value]), BigInt64Array, 1n);
    case 'float32':
      return decrement(new Float32Array([value]), Int32Array, 1);
    case 'float16':
      return numberFromFloat16(decrementBits(float16FromNumber(value)));
    case 'bfloat16':
      return numberFromBfloat16(decrementBits(bfloat16FromNumber(value)));
  }
}

// Sign and magnitude: the numbers below zero grow with their bits, the ones above shrink.
function decrementBits(bits: number): number {
  if ((bits & 0x7fff) === 0) return 0x8001;
  return bits & 0x8000 ? bits + 1 : bits - 1;
}

function decrement<Bits extends number | bigint>(
  holder: Float32Array | Float64Array,
  integers: new (buffer: ArrayBufferLike) => { [i: number]: Bits },
  one: Bits,
): number {
  const bits = new integers(holder.buffer) as { [i: number]: number };
  const value = holder[0] ?? NaN;
  const step = one as number;
  if (value === 0) {
    bits[0] = step;
    return -(holder[0] ?? NaN);
  }
  bits[0] = value < 0 ? (bits[0] as number) + step : (bits[0] as number) - step;
  return holder[0] ?? NaN;
}
