// Exponentials and logarithms of floats, in double arithmetic without branches or tables, so that the compiler
// vectorizes a loop that calls them; the library's are a call for each element. Results are rounded once, of values
// that are right to 2^-37: at most 0.51 ulp off. With -ffast-math the library's own vectors are faster still.
//
// 2^r on [-1/2, 1/2] and log2 by the odd series of its argument's (m - 1) / (m + 1) are polynomials fitted at the zeros
// of Chebyshev polynomials; both ways of splitting exponents off are those of W. J. Cody and W. Waite, "Software Manual
// for the Elementary Functions", 1980.
#ifndef HEDDLE_MATH_EXPONENTIALS_H
#define HEDDLE_MATH_EXPONENTIALS_H
#pragma GCC system_header
#include "math_corrections.h"

#ifndef __FAST_MATH__
namespace heddle_impl {

// 2^t; beyond the exponents of float 0 or infinity once it is one.
HEDDLE_INLINE double power_of_two(double t) {
  t = t < -300 ? -300 : t > 300 ? 300 : t; // NaN stays
  const double shift = 0x1.8p52;           // after adding it the last bits are the integer
  const double shifted = t + shift;
  const double r = t - (shifted - shift);
  double p = 0x1.63d1b2e78c6e8p-20;
  p = p * r + 0x1.00c0e88de569fp-16;
  p = p * r + 0x1.4308ac27730dbp-13;
  p = p * r + 0x1.5d87759322ba0p-10;
  p = p * r + 0x1.3b2ab718433f4p-7;
  p = p * r + 0x1.c6b08da710470p-5;
  p = p * r + 0x1.ebfbdff823bd4p-3;
  p = p * r + 0x1.62e42fef9cca4p-1;
  p = p * r + 1;
  return p * bits<double>((bits<unsigned long long>(shifted) + 1023) << 52);
}

// log2(x) of a normal x > 0: every float above 0 is one.
HEDDLE_INLINE double binary_logarithm(double x) {
  const unsigned long long one = 1023ull << 52, whole = bits<unsigned long long>(x);
  // The exponent, 1023 more than it is, with which what is left lies between the roots of 1/2 and of 2.
  const unsigned long long exponent = (whole - 0x3fe6a09e667f3bcdull + one) >> 52;
  const double m = bits<double>(whole - (exponent << 52) + one);
  const double s = (m - 1) / (m + 1), z = s * s;
  double p = 0x1.21c1c9a22615cp-2;
  p = p * z + 0x1.479439ea8bf7bp-2;
  p = p * z + 0x1.a61a353f72f7cp-2;
  p = p * z + 0x1.2776c28bb5c34p-1;
  p = p * z + 0x1.ec709dc54265fp-1;
  p = p * z + 0x1.71547652b828fp+1;
  return bits<double>(exponent | bits<unsigned long long>(0x1p52)) - (0x1p52 + 1023) + s * p;
}

// A logarithm of a float: `unit` times that by 2.
HEDDLE_INLINE float logarithm(float x, double unit) {
  const float value = (float)(binary_logarithm(x) * unit);
  const float special = x == 0 ? -__builtin_inff() : x < 0 ? __builtin_nanf("") : x; // infinity and NaN stay
  return x > 0 && x < __builtin_inff() ? value : special;
}

HEDDLE_INLINE float power(float x, float y) {
  const float size = __builtin_fabsf(x), infinity = __builtin_inff();
  const double log = size < infinity ? binary_logarithm(size) : (double)size;
  float value = (float)power_of_two(y * (size == 0 ? -(double)infinity : log));
  value = size == 1 ? 1.0f : value; // with an infinite y too
  const bool whole = __builtin_truncf(y) == y, odd = whole && __builtin_truncf(y * 0.5f) != y * 0.5f;
  value = x < 0 && !whole ? (size < infinity ? __builtin_nanf("") : value) : value;
  value = is_negative(x) && odd ? -value : value;
  value = x != x || y != y ? x + y : value;
  return x == 1 || y == 0 ? 1.0f : value;
}

} // namespace heddle_impl

HEDDLE_LIBC_INLINE float expf(float x) HEDDLE_LIBC_NOEXCEPT {
  return (float)heddle_impl::power_of_two(x * 1.442695040888963407359924681001892137);
}
HEDDLE_LIBC_INLINE float exp2f(float x) HEDDLE_LIBC_NOEXCEPT { return (float)heddle_impl::power_of_two(x); }
HEDDLE_LIBC_INLINE float logf(float x) HEDDLE_LIBC_NOEXCEPT {
  return heddle_impl::logarithm(x, 0.693147180559945309417232121458176568);
}
HEDDLE_LIBC_INLINE float log2f(float x) HEDDLE_LIBC_NOEXCEPT { return heddle_impl::logarithm(x, 1); }
HEDDLE_LIBC_INLINE float log10f(float x) HEDDLE_LIBC_NOEXCEPT {
  return heddle_impl::logarithm(x, 0.301029995663981195213738894724493027);
}
HEDDLE_LIBC_INLINE float powf(float x, float y) HEDDLE_LIBC_NOEXCEPT { return heddle_impl::power(x, y); }
#else
namespace heddle_impl {
HEDDLE_INLINE double power_of_two(double t) { return __builtin_exp2(t); }
} // namespace heddle_impl
#endif

#endif
