/**
 * IEEE half precision, by its bits: one sign bit, five of exponent, ten of fraction.
 *
 * Conversion goes straight from float64, so that nothing is rounded twice.
 */
import { exponentOf, roundHalfToEven } from './binary-rounding';

/** The largest finite float16. */
export const float16Max = 65504;

/**
 * The float16 nearest to a number, ties to even. Beyond 65,520 it is infinity, every NaN is one quiet NaN.
 *
 * @returns its 16 bits
 */
export function float16FromNumber(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size !== size) return 0x7e00;
  // Half-way between the largest finite value and the next power of two, which would be even.
  if (size >= 65520) return sign | 0x7c00;
  // Below the normal range the fraction counts units of 2^-24. Rounding up to 1024 gives the first normal number.
  if (size < 2 ** -14) return sign | roundHalfToEven(size * 2 ** 24);
  const exponent = exponentOf(size);
  const fraction = roundHalfToEven(size * 2 ** (10 - exponent)) - 1024;
  // A fraction rounded up to 1024 carries into the exponent, which is what it should do.
  return sign | (((exponent + 15) << 10) + fraction);
}

/** The exact value of a float16 given by its 16 bits. */
export function numberFromFloat16(bits: number): number {
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** Bits of the float16 values nearest to some numbers: what a float16 buffer is written from. */
export function float16ArrayFrom(values: ArrayLike<number>): Uint16Array<ArrayBuffer> {
  const bits = new Uint16Array(values.length);
  for (let i = 0; i < bits.length; i++) bits[i] = float16FromNumber(values[i] as number);
  return bits;
}

/** The values of float16 elements given by their bits; float32 holds each exactly. */
export function numbersFromFloat16(bits: ArrayLike<number>): Float32Array<ArrayBuffer> {
  const values = new Float32Array(bits.length);
  for (let i = 0; i < values.length; i++) values[i] = numberFromFloat16(bits[i] as number);
  return values;
}
