/** bfloat16 and real functions in portable C. */

/** Integer division and remainder round towards minus infinity, as NumPy's do, and give 0 where the divisor is 0. */
const integerDivision = (type: 'int' | 'INT64'): string => `
DEVICE ${type} heddle_floor_divide_${type}(${type} a, ${type} b) {
  ${type} q;
  if (b == 0) return 0;
  if (b == -1) return (${type})(0 - (${type === 'int' ? 'unsigned int' : 'UINT64'})a);
  q = a / b;
  return (a % b != 0 && ((a < 0) != (b < 0))) ? q - 1 : q;
}
DEVICE ${type} heddle_remainder_${type}(${type} a, ${type} b) {
  ${type} r;
  if (b == 0 || b == -1) return 0;
  r = a % b;
  return (r != 0 && ((r < 0) != (b < 0))) ? r + b : r;
}`;

/**
 * Processors have vectors of quotients of doubles, and none of integers. A quotient of two numbers of 32 bits is at
 * least 2^-31 of itself away from the next whole number, if it is none, so that rounding to 53 bits never reaches it.
 */
const divisionInVectors = `
DEVICE int heddle_truncated_quotient(int a, int b) {
  const double q = (double)a / (double)(b == 0 ? 1 : b);
  return (int)(q > 2147483647.0 ? -2147483648.0 : q);
}
DEVICE int heddle_floor_divide_int(int a, int b) {
  const int q = heddle_truncated_quotient(a, b);
  const int r = a - q * b;
  return b == 0 ? 0 : q - ((r != 0) & ((r ^ b) < 0));
}
DEVICE int heddle_remainder_int(int a, int b) {
  const int r = a - heddle_truncated_quotient(a, b) * b;
  return b == 0 ? 0 : r + ((r != 0) & ((r ^ b) < 0) ? b : 0);
}`;

const integerFunctions = `
#ifdef HEDDLE_CUDA_H
${divisionInVectors}
#else
${integerDivision('int')}
#endif
${integerDivision('INT64')}`;

const powers = (['int', 'unsigned int', 'INT64', 'UINT64'] as const)
  .map((type) => {
    const unsigned = type === 'int' || type === 'unsigned int' ? 'unsigned int' : 'UINT64';
    const name = type.replace(' ', '_');
    const negative =
      type === 'int' || type === 'INT64' ? `if (n < 0) return x == 1 ? 1 : x == -1 ? ((n & 1) ? -1 : 1) : 0;` : '';
    return `
DEVICE ${type} heddle_power_${name}(${type} x, ${type} n) {
  ${unsigned} result = 1, factor = (${unsigned})x;
  ${negative}
  while (n != 0) {
    if (n & 1) result *= factor;
    factor *= factor;
    n >>= 1;
  }
  return (${type})result;
}`;
  })
  .join('');

/** One function in float and double. */
function inBoth(text: (type: string) => string): string {
  return `${text('float')}\n#if HEDDLE_HAS_FP64\n${text('double')}\n#endif`;
}

const remainders = inBoth(
  (type) => `
DEVICE ${type} heddle_remainder_${type}(${type} a, ${type} b) {
  ${type} r = fmod(a, b);
  if (r != 0) return ((r < 0) != (b < 0)) ? r + b : r;
  return r == r ? copysign((${type})0, b) : r;
}
DEVICE ${type} heddle_floor_divide_${type}(${type} a, ${type} b) {
  ${type} r, q, f;
  if (b == 0) return a / b;
  r = fmod(a, b);
  q = (a - r) / b;
  if (r != 0 && ((b < 0) != (r < 0))) q -= 1;
  if (q == 0) return copysign((${type})0, a / b);
  f = floor(q);
  return q - f > (${type})0.5 ? f + 1 : f;
}`,
);

const signs = inBoth(
  (type) => `
DEVICE ${type} heddle_sign_${type}(${type} x) { return x > 0 ? (${type})1 : x < 0 ? (${type})-1 : x == 0 ? (${type})0 : x; }`,
);

/** The argument is reduced to an eighth of a turn before it meets pi, so that whole and half turns are exact. */
const turns = inBoth((type) => {
  // From here on every value is an even integer.
  const whole = type === 'float' ? '16777216.0f' : '9007199254740992.0';
  const reduce = `
  ${type} r;
  int quadrant;`;
  const reduced = `
  r = x - 2 * rint(x / 2);
  quadrant = (int)rint(2 * r);
  r = (r - (${type})0.5 * quadrant) * (${type})3.14159265358979323846;`;
  return `
DEVICE ${type} heddle_sinpi_${type}(${type} x) {${reduce}
  if (!(fabs(x) < ${whole})) return x - x;${reduced}
  return quadrant == 0 ? sin(r) : quadrant == 1 ? cos(r) : quadrant == -1 ? -cos(r) : -sin(r);
}
DEVICE ${type} heddle_cospi_${type}(${type} x) {${reduce}
  if (!(fabs(x) < ${whole})) return x - x == 0 ? (${type})1 : x - x;${reduced}
  return quadrant == 0 ? cos(r) : quadrant == 1 ? -sin(r) : quadrant == -1 ? sin(r) : -cos(r);
}`;
});

const mantissas = inBoth(
  (type) => `
DEVICE int heddle_exponent_${type}(${type} x) { return x == 0 || x - x != 0 ? 0 : ilogb(x) + 1; }
DEVICE ${type} heddle_mantissa_${type}(${type} x) { return x == 0 || x - x != 0 ? x : ldexp(x, -(ilogb(x) + 1)); }
DEVICE ${type} heddle_fraction_${type}(${type} x) { return copysign(x - x != 0 && x == x ? (${type})0 : x - trunc(x), x); }`,
);

const logarithms = inBoth(
  (type) => `
DEVICE ${type} heddle_logaddexp_${type}(${type} a, ${type} b) {
  ${type} larger = a > b ? a : b, smaller = a > b ? b : a;
  if (a == b) return a + (${type})0.69314718055994530942;
  if (a != a || b != b) return a + b;
  return larger + log1p(exp(smaller - larger));
}`,
);

/**
 * A pow may err: by 16 units in the last place in OpenCL, so that 86 squared is not 7396 on every device, by 2 in CUDA,
 * so that -86 to the power 1 is not -86. Small whole powers are products there, which are exact wherever the result can
 * be held, and err by less elsewhere. Squares are products everywhere.
 */
const realPowers = `
#if defined(HEDDLE_DIALECT_OPENCL)
#define HEDDLE_PRODUCT_POWERS 16
#elif defined(__CUDACC__) || defined(__HIPCC__)
#define HEDDLE_PRODUCT_POWERS 4
#else
#define HEDDLE_PRODUCT_POWERS 0
#endif
${inBoth(
  (type) => `
DEVICE ${type} heddle_pow_${type}(${type} x, ${type} n) {
  if (n == 2) return x * x;
#if HEDDLE_PRODUCT_POWERS
  if (n >= 0 && n <= HEDDLE_PRODUCT_POWERS && n == floor(n)) {
    ${type} result = 1, factor = x;
    int left = (int)n;
    for (; left != 0; left >>= 1) {
      if (left & 1) result *= factor;
      factor *= factor;
    }
    return result;
  }
#endif
  return pow(x, n);
}`,
)}`;

const floatBits = `
typedef union { float value; unsigned int bits; } heddle_float_bits;`;

const bfloat16 = `
DEVICE float heddle_bfloat16_to_float(unsigned short x) {
  heddle_float_bits u;
  u.bits = (unsigned int)x << 16;
  return u.value;
}
DEVICE unsigned short heddle_float_to_bfloat16(float x) {
  heddle_float_bits u;
  u.value = x;
  if (x != x) return (unsigned short)((u.bits >> 16) | 0x40);
  return (unsigned short)((u.bits + 0x7fff + ((u.bits >> 16) & 1)) >> 16);
}`;

/**
 * One unit in the last place away from zero or towards it. A float16 has 13 bits less than the float that holds it, and
 * below 2^-14 its neighbours are 2^-24 apart; the sign outlives the step to zero.
 */
const neighbours = `
DEVICE float heddle_nextafter_float16(float x, float y) {
  const float size = fabs(x);
  const int away = (x < y) == (x > 0);
  heddle_float_bits u;
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  if (size == 0) return copysign(5.9604644775390625e-8f, y);
  if (size > 65504.0f) return copysign(65504.0f, x);
  if (size < 6.103515625e-5f || (size == 6.103515625e-5f && !away))
    return copysign(away ? size + 5.9604644775390625e-8f : size - 5.9604644775390625e-8f, x);
  u.value = x;
  u.bits = away ? u.bits + 0x2000u : u.bits - 0x2000u;
  return u.value;
}
DEVICE float heddle_nextafter_bfloat16(float x, float y) {
  heddle_float_bits u;
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  u.value = x;
  if (x == 0) u.bits = y < 0 ? 0x80010000u : 0x10000u;
  else u.bits = (x < y) == (x > 0) ? u.bits + 0x10000u : u.bits - 0x10000u;
  return u.value;
}`;

const unrolling = `
#if defined(HEDDLE_DIALECT_OPENCL) || defined(__CUDACC__) || defined(__HIPCC__)
#define HEDDLE_UNROLL _Pragma("unroll")
#else
#define HEDDLE_UNROLL
#endif`;

/** A part of the header, and what in a source asks for it. */
export interface HeaderSection {
  readonly pattern: RegExp;
  readonly text: string;
}

export const scalarSections: readonly HeaderSection[] = [
  { pattern: /HEDDLE_UNROLL/, text: unrolling },
  { pattern: /heddle_(bfloat16_to_float|float_to_bfloat16|nextafter)/, text: floatBits },
  { pattern: /heddle_nextafter/, text: neighbours },
  { pattern: /heddle_(bfloat16_to_float|float_to_bfloat16)/, text: bfloat16 },
  { pattern: /heddle_(floor_divide|remainder)_(int|INT64)/, text: integerFunctions },
  { pattern: /heddle_(floor_divide|remainder)_(float|double)/, text: remainders },
  { pattern: /heddle_power/, text: powers },
  { pattern: /heddle_pow_/, text: realPowers },
  { pattern: /heddle_sign_/, text: signs },
  { pattern: /heddle_(sin|cos)pi/, text: turns },
  { pattern: /heddle_(exponent|mantissa|fraction)/, text: mantissas },
  { pattern: /heddle_logaddexp/, text: logarithms },
];
