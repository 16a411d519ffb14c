/**
 * bfloat16, by its bits: the upper half of a float32, with seven bits of fraction.
 *
 * Conversion goes straight from float64, so that nothing is rounded twice.
 */
import { exponentOf, roundHalfToEven } from './binary-rounding';

/** The largest finite bfloat16. */
export const bfloat16Max = 255 * 2 ** 120;

const infinityFrom = 255.5 * 2 ** 120;

/**
 * The bfloat16 nearest to a number, ties to even. Every NaN is one quiet NaN.
 *
 * @returns its 16 bits
 */
export function bfloat16FromNumber(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size !== size) return 0x7fc0;
  if (size >= infinityFrom) return sign | 0x7f80;
  // Below the normal range the fraction counts units of 2^-133.
  if (size < 2 ** -126) return sign | roundHalfToEven(size * 2 ** 133);
  const exponent = exponentOf(size);
  const fraction = roundHalfToEven(size * 2 ** (7 - exponent)) - 128;
  // A fraction rounded up to 128 carries into the exponent, which is what it should do.
  return sign | (((exponent + 127) << 7) + fraction);
}

/** The exact value of a bfloat16 given by its 16 bits. */
export function numberFromBfloat16(bits: number): number {
  const exponent = (bits >> 7) & 0xff;
  const fraction = bits & 0x7f;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 0) return sign * fraction * 2 ** -133;
  if (exponent === 255) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (128 + fraction) * 2 ** (exponent - 134);
}

/** Bits of the bfloat16 values nearest to some numbers: what a bfloat16 buffer is written from. */
export function bfloat16ArrayFrom(values: ArrayLike<number>): Uint16Array<ArrayBuffer> {
  const bits = new Uint16Array(values.length);
  for (let i = 0; i < bits.length; i++) bits[i] = bfloat16FromNumber(values[i] as number);
  return bits;
}

/** The values of bfloat16 elements given by their bits; float32 holds each exactly. */
export function numbersFromBfloat16(bits: ArrayLike<number>): Float32Array<ArrayBuffer> {
  const values = new Float32Array(bits.length);
  for (let i = 0; i < values.length; i++) values[i] = numberFromBfloat16(bits[i] as number);
  return values;
}
