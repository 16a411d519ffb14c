/** The functions of C's math.h that OpenCL C does not have under that name. */

/** OpenCL C has them without the suffix, overloaded by type. Here by their number of numbers. */
const suffixed = {
  1: [
    'acos', 'asin', 'atan', 'cos', 'sin', 'tan', 'acosh', 'asinh', 'atanh', 'cosh', 'sinh', 'tanh', 'exp', 'exp2',
    'expm1', 'log', 'log10', 'log1p', 'log2', 'logb', 'ilogb', 'cbrt', 'fabs', 'sqrt', 'erf', 'erfc', 'lgamma',
    'tgamma', 'ceil', 'floor', 'rint', 'round', 'trunc',
  ],
  2: ['atan2', 'hypot', 'pow', 'fmod', 'remainder', 'copysign', 'nextafter', 'fdim', 'fmax', 'fmin'],
} as const; // prettier-ignore

/** Functions that OpenCL C has under another name or not at all: parameters, then the replacement. */
const replaced = {
  nearbyint: ['x', 'rint(x)'],
  scalbn: ['x, n', 'ldexp(x, n)'],
  scalbln: ['x, n', 'ldexp(x, (int)clamp((long)(n), -9999l, 9999l))'],
  lrint: ['x', '(long)rint(x)'],
  llrint: ['x', '(long)rint(x)'],
  lround: ['x', '(long)round(x)'],
  llround: ['x', '(long)round(x)'],
} as const;

/** Functions with a suffix whose other parameters are not numbers of that type. */
const others = [
  '#define fmaf(x, y, z) fma((float)(x), (float)(y), (float)(z))',
  '#define frexpf(x, exponent) frexp((float)(x), exponent)',
  '#define ldexpf(x, exponent) ldexp((float)(x), exponent)',
  '#define modff(x, whole) modf((float)(x), whole)',
  '#define remquof(x, y, quotient) remquo((float)(x), (float)(y), quotient)',
  '#define nexttowardf(x, y) nextafter((float)(x), (float)(y))',
  '#define nanf(text) nan(0u)',
];

/**
 * Macros, because functions would be compiled with every kernel. They have parameters, so that variables can have the
 * same names.
 */
export const openclMathNames: string = [
  ...suffixed[1].map((name) => `#define ${name}f(x) ${name}((float)(x))`),
  ...suffixed[2].map((name) => `#define ${name}f(x, y) ${name}((float)(x), (float)(y))`),
  ...Object.entries(replaced).flatMap(([name, [parameters, text]]) => [
    `#define ${name}(${parameters}) (${text})`,
    `#define ${name}f(${parameters}) (${text.replace(/\bx\b/, '(float)(x)')})`,
  ]),
  ...others,
  '',
].join('\n');
