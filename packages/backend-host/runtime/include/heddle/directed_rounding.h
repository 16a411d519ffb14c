// The four rounding modes of CUDA's intrinsics without touching the processor's own mode, which a vectorised loop shares:
// compute in round-to-nearest, find the sign of what was lost, step to the neighbour where the mode asks for it.
#ifndef HEDDLE_DIRECTED_ROUNDING_H
#define HEDDLE_DIRECTED_ROUNDING_H
#pragma GCC system_header
#include "inline_function.h"

namespace heddle_impl {

enum rounding { to_nearest, toward_zero, upward, downward }; // _rn, _rz, _ru, _rd

template <class T> struct bits_of;
template <> struct bits_of<float> { typedef int type; };
template <> struct bits_of<double> { typedef long long type; };

// The next number above or below; from infinity to the largest finite one; past zero to the smallest subnormal.
template <class T> HEDDLE_INLINE T neighbour(T x, bool up) {
  typedef typename bits_of<T>::type Bits;
  Bits b = bits<Bits>(x), sign = b < 0;
  Bits stepped = b + ((sign != 0) == up ? -1 : 1);
  Bits past_zero = (Bits)((up ? 0 : (Bits)1 << (sizeof(T) * 8 - 2)) * 2 + 1); // unsigned meaning: sign bit and 1
  return bits<T>(x == 0 ? past_zero : stepped);
}

// The exact result is `nearest` plus something of the sign of `lost`: the result in the given mode.
template <rounding mode, class T> HEDDLE_INLINE T directed(T nearest, T lost) {
  if (mode == to_nearest) return nearest;
  bool below = lost<0, above = lost> 0; // neither for NaN
  bool negative = nearest < 0 || (nearest == 0 && below);
  bool up = mode == upward ? above : mode == toward_zero && negative && above;
  bool down = mode == downward ? below : mode == toward_zero && !negative && below;
  return up ? neighbour(nearest, true) : down ? neighbour(nearest, false) : nearest;
}

template <rounding mode> HEDDLE_INLINE float round_to_float(double exact) {
  float nearest = (float)exact;
  if (mode == to_nearest) return nearest;
  double back = nearest;
  bool up = back < exact && (mode == upward || (mode == toward_zero && exact < 0));
  bool down = back > exact && (mode == downward || (mode == toward_zero && exact > 0));
  return up ? neighbour(nearest, true) : down ? neighbour(nearest, false) : nearest;
}

// `nearest` made odd in its last bit when something was lost: a later rounding to 51 bits or fewer is then the same as
// one from the exact value (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
HEDDLE_INLINE double round_to_odd(double nearest, double lost) {
  long long b = bits<long long>(nearest);
  bool inexact = lost < 0 || lost > 0, away = (lost > 0) == (nearest > 0);
  return bits<double>(inexact && !(b & 1) ? (away ? b + 1 : b - 1) : b);
}

// The rounding error of a + b in `sum` (Knuth).
template <class T> HEDDLE_INLINE T lost_in_sum(T a, T b, T sum) {
  T b_part = HEDDLE_KEEP(sum - a), a_part = HEDDLE_KEEP(sum - b_part);
  return HEDDLE_KEEP(a - a_part) + HEDDLE_KEEP(b - b_part);
}

// IEEE 754: an exact sum of zero is -0 when rounding downward, unless both terms are +0.
template <rounding mode, class T> HEDDLE_INLINE T signed_zero_sum(T sum, T a, T b) {
  typedef typename bits_of<T>::type Bits;
  if (mode != downward) return sum;
  return sum == 0 ? ((bits<Bits>(a) | bits<Bits>(b)) < 0 ? (T)-0.0 : (T)0.0) : sum;
}

// float: through double, where products are exact and sums and quotients are rounded to odd.
template <rounding mode> HEDDLE_INLINE float float_sum(float a, float b) {
  a = HEDDLE_APART(a), b = HEDDLE_APART(b); // either may be a product
  if (mode == to_nearest) return HEDDLE_KEEP(a + b);
  double sum = HEDDLE_KEEP((double)a + (double)b);
  float result = round_to_float<mode>(round_to_odd(sum, lost_in_sum<double>(a, b, sum)));
  return sum == 0 ? signed_zero_sum<mode>(result, a, b) : result;
}
template <rounding mode> HEDDLE_INLINE float float_product(float a, float b) {
  return mode == to_nearest ? HEDDLE_APART(a * b) : round_to_float<mode>(HEDDLE_KEEP((double)a * (double)b));
}
template <rounding mode> HEDDLE_INLINE float float_fma(float a, float b, float c) {
  if (mode == to_nearest) return __builtin_fmaf(a, b, c);
  c = HEDDLE_APART(c);
  double product = HEDDLE_KEEP((double)a * (double)b), sum = HEDDLE_KEEP(product + c);
  float result = round_to_float<mode>(round_to_odd(sum, lost_in_sum<double>(product, c, sum)));
  return sum == 0 ? (float)signed_zero_sum<mode, double>(result, product, c) : result;
}
template <rounding mode> HEDDLE_INLINE float float_quotient(float a, float b) {
  if (mode == to_nearest) return HEDDLE_KEEP(a / b);
  double quotient = HEDDLE_KEEP((double)a / (double)b), lost = __builtin_fma(-quotient, (double)b, (double)a);
  return round_to_float<mode>(round_to_odd(quotient, b < 0 ? -lost : lost));
}
template <rounding mode> HEDDLE_INLINE float float_root(float x) {
  if (mode == to_nearest) return __builtin_sqrtf(x);
  double root = HEDDLE_KEEP(__builtin_sqrt((double)x));
  return round_to_float<mode>(round_to_odd(root, __builtin_fma(-root, root, (double)x)));
}
template <rounding mode> HEDDLE_INLINE float float_difference(float a, float b) { return float_sum<mode>(a, -b); }
template <rounding mode> HEDDLE_INLINE float float_reciprocal(float x) { return float_quotient<mode>(1.0f, x); }

// double: the loss by FMA. Near the ends of the exponent range that loss would itself be rounded away; there the
// sign comes from quadruple precision, whose range and digits hold every product and quotient of doubles.
#if defined(__SIZEOF_FLOAT128__)
typedef __float128 quadruple;
#else
typedef long double quadruple;
#endif
HEDDLE_INLINE bool in_safe_range(double x) {
  double magnitude = __builtin_fabs(x);
  return magnitude > 0x1p-900 && magnitude < 0x1p900;
}
HEDDLE_OUT_OF_LINE double lost_in_fma_at_range_end(double a, double b, double c, double nearest) {
  quadruple product = (quadruple)a * b, sum = product + c;
  quadruple rest_part = sum - product, lost = (product - (sum - rest_part)) + (c - rest_part);
  quadruple difference = sum - nearest;
  return difference + lost > 0 ? 1 : difference + lost < 0 ? -1 : 0;
}
HEDDLE_OUT_OF_LINE double lost_in_quotient_at_range_end(double a, double b, double nearest) {
  quadruple difference = (quadruple)a / b - nearest; // 113 bits tell a quotient of doubles from every double
  return difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

template <rounding mode> HEDDLE_INLINE double double_sum(double a, double b) {
  a = HEDDLE_APART(a), b = HEDDLE_APART(b);
  double sum = HEDDLE_KEEP(a + b);
  if (mode == to_nearest) return sum;
  double lost = lost_in_sum(a, b, sum);
  bool overflow = __builtin_fabs(sum) > 0x1.fffffffffffffp1023 && __builtin_fabs(a) <= 0x1.fffffffffffffp1023 &&
                  __builtin_fabs(b) <= 0x1.fffffffffffffp1023;
  return signed_zero_sum<mode>(directed<mode>(sum, overflow ? -sum : lost), a, b);
}
template <rounding mode> HEDDLE_INLINE double double_product(double a, double b) {
  double product = HEDDLE_APART(a * b);
  if (mode == to_nearest) return product;
  if (in_safe_range(product)) return directed<mode>(product, __builtin_fma(a, b, -product));
  return directed<mode>(product, lost_in_fma_at_range_end(a, b, 0, product));
}
template <rounding mode> HEDDLE_INLINE double double_fma(double a, double b, double c) {
  double nearest = __builtin_fma(a, b, c);
  if (mode == to_nearest) return nearest;
  c = HEDDLE_APART(c);
  double product = HEDDLE_APART(a * b);
  if (in_safe_range(product) && in_safe_range(nearest) && (c == 0 || in_safe_range(c))) {
    // Boldo and Muller's ErrFma: three non-overlapping parts; the first decides the sign.
    double product_low = __builtin_fma(a, b, -product);
    double sum1 = HEDDLE_KEEP(c + product_low), rest1 = lost_in_sum(c, product_low, sum1);
    double sum2 = HEDDLE_KEEP(product + sum1), rest2 = lost_in_sum(product, sum1, sum2);
    double lost = HEDDLE_KEEP(HEDDLE_KEEP(sum2 - nearest) + rest2);
    return directed<mode>(nearest, HEDDLE_KEEP(lost + rest1));
  }
  double lost = lost_in_fma_at_range_end(a, b, c, nearest);
  return nearest == 0 && lost == 0 ? signed_zero_sum<mode>(nearest, product, c) : directed<mode>(nearest, lost);
}
template <rounding mode> HEDDLE_INLINE double double_quotient(double a, double b) {
  double quotient = HEDDLE_KEEP(a / b);
  if (mode == to_nearest) return quotient;
  if (in_safe_range(quotient) && in_safe_range(a)) {
    double lost = __builtin_fma(-quotient, b, a);
    return directed<mode>(quotient, b < 0 ? -lost : lost);
  }
  return directed<mode>(quotient, lost_in_quotient_at_range_end(a, b, quotient));
}
template <rounding mode> HEDDLE_INLINE double double_root(double x) {
  double root = HEDDLE_KEEP(__builtin_sqrt(x));
  if (mode == to_nearest) return root;
  double scale = x < 0x1p-900 ? 0x1p500 : 1, scaled = root * scale;
  return directed<mode>(root, __builtin_fma(-scaled, scaled, x * scale * scale));
}

template <rounding mode> HEDDLE_INLINE double double_difference(double a, double b) { return double_sum<mode>(a, -b); }
template <rounding mode> HEDDLE_INLINE double double_reciprocal(double x) { return double_quotient<mode>(1.0, x); }

// 1/sqrt(x) rounded once: the neighbour decision by the sign of 1 - x m^2 at the midpoint m of two floats.
HEDDLE_INLINE float reciprocal_root(float x) {
  double y = 1 / __builtin_sqrt((double)x), t = y * x;
  double lost = __builtin_fma(-t, y, 1.0) - __builtin_fma(y, (double)x, -t) * y;
  return (float)round_to_odd(y, lost);
}

} // namespace heddle_impl

#endif
