/**
 * Complex functions are written once, in the words of this file, for both precisions.
 *
 * | word | becomes |
 * |---|---|
 * | `COMPLEX` | `complex64_t` |
 * | `COMPLEX_sqrt` | `complex64_sqrt` |
 * | `PART` | `float`: the type of the real and imaginary parts |
 * | `L(0.5)` | `0.5f`: a literal of that type |
 * | `EPSILON`, `LARGEST`, `SMALLEST_NORMAL` | as in C's float.h |
 * | `ROOT_OF_SMALLEST` | the square root of the smallest normal number, or a little more |
 * | `EXP_LIMIT` | a number below which `exp` does not overflow, and less than 1 from where it does |
 * | `LN2_REST` | what `PART` has not of the logarithm of 2 |
 * | `SMALL` | below it, z and z + z^3 / 3 are the same number |
 */

/** One precision of complex numbers. */
export interface ComplexPrecision {
  /** `complex64` or `complex128`. */
  readonly name: string;
  readonly part: 'float' | 'double';
}

const numbers = {
  float: {
    EPSILON: '1.1920928955078125e-7f',
    LARGEST: '3.4028234663852886e38f',
    SMALLEST_NORMAL: '1.1754943508222875e-38f',
    ROOT_OF_SMALLEST: '1.0842021724855044e-19f',
    EXP_LIMIT: '88.0f',
    LN2_REST: '-1.9046542e-9f',
    SMALL: '2e-4f',
  },
  double: {
    EPSILON: '2.220446049250313e-16',
    LARGEST: '1.7976931348623157e308',
    SMALLEST_NORMAL: '2.2250738585072014e-308',
    ROOT_OF_SMALLEST: '1.4916681462400413e-154',
    EXP_LIMIT: '709.0',
    LN2_REST: '2.3190468138462996e-17',
    SMALL: '1e-8',
  },
} as const;

/** The text in one precision. */
export function inPrecision(text: string, { name, part }: ComplexPrecision): string {
  const suffix = part === 'float' ? 'f' : '';
  let written = text.replace(/\bL\(([^)]*)\)/g, `$1${suffix}`).replace(/\bPART\b/g, part);
  for (const [word, value] of Object.entries(numbers[part])) {
    written = written.replace(new RegExp(`\\b${word}\\b`, 'g'), value);
  }
  return written.replace(/\bCOMPLEX_/g, `${name}_`).replace(/\bCOMPLEX\b/g, `${name}_t`);
}

/** Name of the function that a text defines: `sqrt` for `COMPLEX_sqrt`. */
export function definedName(text: string): string {
  return /COMPLEX_(\w+)\(/.exec(text)?.[1] ?? '';
}
