/** The two steps that every narrowing of a float64 is made of. */

const float64 = new Float64Array(1);
const words = new Uint32Array(float64.buffer);
// The word with the exponent is the second one on every platform Node runs on but the big-endian ones.
const highWord = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;

/** The exponent of a positive, normal float64: the largest power of two that is not above it. */
export function exponentOf(value: number): number {
  float64[0] = value;
  return ((words[highWord] as number) >>> 20) - 1023;
}

/**
 * The integer nearest to a non-negative number below 2^51, ties to even.
 *
 * At 2^52 float64's own spacing is 1, so the addition does the rounding.
 */
export function roundHalfToEven(value: number): number {
  return value + 2 ** 52 - 2 ** 52;
}
