// Bodies for names of the C library where its own are too slow for a kernel (a call per element, no vectorisation) or
// less accurate than CUDA's documented bounds (glibc's tanh: 2.2 ulp, CUDA's: 1).
// A pointer to such a function, and the std:: overloads of <cmath>, still reach the library.
#ifndef HEDDLE_MATH_CORRECTIONS_H
#define HEDDLE_MATH_CORRECTIONS_H
#pragma GCC system_header
#include "math_library.h"

extern "C" {
double heddle_libc_cbrt(double) HEDDLE_LIBC_NOEXCEPT HEDDLE_LIBC_SYMBOL("cbrt");
long double heddle_libc_coshl(long double) HEDDLE_LIBC_NOEXCEPT HEDDLE_LIBC_SYMBOL("coshl");
long double heddle_libc_tanhl(long double) HEDDLE_LIBC_NOEXCEPT HEDDLE_LIBC_SYMBOL("tanhl");
long double heddle_libc_log10l(long double) HEDDLE_LIBC_NOEXCEPT HEDDLE_LIBC_SYMBOL("log10l");
long double heddle_libc_exp2l(long double) HEDDLE_LIBC_NOEXCEPT HEDDLE_LIBC_SYMBOL("exp2l");
double heddle_libc_lgamma_r(double, int *) HEDDLE_LIBC_NOEXCEPT HEDDLE_LIBC_SYMBOL("lgamma_r");
float heddle_libc_lgammaf_r(float, int *) HEDDLE_LIBC_NOEXCEPT HEDDLE_LIBC_SYMBOL("lgammaf_r");
double heddle_libc_tgamma(double) HEDDLE_LIBC_NOEXCEPT HEDDLE_LIBC_SYMBOL("tgamma");
double heddle_libc_j0(double) HEDDLE_LIBC_NOEXCEPT HEDDLE_LIBC_SYMBOL("j0");
double heddle_libc_j1(double) HEDDLE_LIBC_NOEXCEPT HEDDLE_LIBC_SYMBOL("j1");
double heddle_libc_y0(double) HEDDLE_LIBC_NOEXCEPT HEDDLE_LIBC_SYMBOL("y0");
double heddle_libc_y1(double) HEDDLE_LIBC_NOEXCEPT HEDDLE_LIBC_SYMBOL("y1");
double heddle_libc_jn(int, double) HEDDLE_LIBC_NOEXCEPT HEDDLE_LIBC_SYMBOL("jn");
double heddle_libc_yn(int, double) HEDDLE_LIBC_NOEXCEPT HEDDLE_LIBC_SYMBOL("yn");
}

namespace heddle_impl {

// By their bits, so that the tests hold under -ffinite-math-only too, as they do with nvcc's -use_fast_math.
HEDDLE_INLINE bool is_nan(float x) { return (bits<unsigned>(x) & 0x7fffffffu) > 0x7f800000u; }
HEDDLE_INLINE bool is_nan(double x) { return (bits<unsigned long long>(x) & ~0ull >> 1) > 0x7ffull << 52; }
HEDDLE_INLINE bool is_inf(float x) { return (bits<unsigned>(x) & 0x7fffffffu) == 0x7f800000u; }
HEDDLE_INLINE bool is_inf(double x) { return (bits<unsigned long long>(x) & ~0ull >> 1) == 0x7ffull << 52; }
HEDDLE_INLINE bool is_finite(float x) { return (bits<unsigned>(x) & 0x7fffffffu) < 0x7f800000u; }
HEDDLE_INLINE bool is_finite(double x) { return (bits<unsigned long long>(x) & ~0ull >> 1) < 0x7ffull << 52; }
HEDDLE_INLINE bool is_negative(float x) { return bits<int>(x) < 0; }
HEDDLE_INLINE bool is_negative(double x) { return bits<long long>(x) < 0; }

// The number that is not NaN; of two zeros, CUDA takes -0 as the smaller.
template <class T> HEDDLE_INLINE T minimum(T a, T b) {
  T smaller = a < b ? a : b;
  smaller = is_nan(b) ? a : smaller;
  return a == b ? (is_negative(a) ? a : b) : smaller;
}
template <class T> HEDDLE_INLINE T maximum(T a, T b) {
  T larger = a > b ? a : b;
  larger = is_nan(b) ? a : larger;
  return a == b ? (is_negative(a) ? b : a) : larger;
}

// One Newton step from the library's 4 ulp; the cube is split with an FMA, so the residual is exact enough. The root is
// root + rest, where the step was finite: zero, infinity and NaN have none.
struct cube_root_parts {
  double root, rest;
};
HEDDLE_INLINE cube_root_parts cube_root(double x) {
  double y = heddle_libc_cbrt(x), square = y * y, square_error = __builtin_fma(y, y, -square);
  double cube = square * y, cube_error = __builtin_fma(square, y, -cube) + square_error * y;
  double step = (HEDDLE_KEEP(cube - x) + cube_error) / (3 * square), root = HEDDLE_KEEP(y - step);
  return is_finite(step) ? cube_root_parts{root, HEDDLE_KEEP(y - root) - step} : cube_root_parts{y, 0};
}
HEDDLE_INLINE double reciprocal_cube_root(double x) {
  cube_root_parts c = cube_root(x);
  double y = 1 / c.root, error = __builtin_fma(-y, c.root, 1.0) - c.rest * y;
  return is_finite(error) ? __builtin_fma(y, error, y) : y;
}

} // namespace heddle_impl

HEDDLE_LIBC_INLINE float fminf(float a, float b) HEDDLE_LIBC_NOEXCEPT { return heddle_impl::minimum(a, b); }
HEDDLE_LIBC_INLINE float fmaxf(float a, float b) HEDDLE_LIBC_NOEXCEPT { return heddle_impl::maximum(a, b); }
HEDDLE_LIBC_INLINE double fmin(double a, double b) HEDDLE_LIBC_NOEXCEPT { return heddle_impl::minimum(a, b); }
HEDDLE_LIBC_INLINE double fmax(double a, double b) HEDDLE_LIBC_NOEXCEPT { return heddle_impl::maximum(a, b); }
HEDDLE_LIBC_INLINE float fdimf(float a, float b) HEDDLE_LIBC_NOEXCEPT { return a <= b ? 0.0f : a - b; }
HEDDLE_LIBC_INLINE double fdim(double a, double b) HEDDLE_LIBC_NOEXCEPT { return a <= b ? 0.0 : a - b; }

// Half away from zero: adding the number just below one half cannot carry a smaller fraction over.
#if defined(__SSE4_1__) || defined(__aarch64__)
HEDDLE_LIBC_INLINE float roundf(float x) HEDDLE_LIBC_NOEXCEPT {
  return __builtin_truncf(HEDDLE_KEEP(x + __builtin_copysignf(0x1.fffffep-2f, x)));
}
HEDDLE_LIBC_INLINE double round(double x) HEDDLE_LIBC_NOEXCEPT {
  return __builtin_trunc(HEDDLE_KEEP(x + __builtin_copysign(0x1.fffffffffffffp-2, x)));
}
#endif

// lgamma of the library also writes its sign to a global: a data race between the threads of a kernel.
HEDDLE_LIBC_INLINE double lgamma(double x) HEDDLE_LIBC_NOEXCEPT {
  int sign;
  return heddle_libc_lgamma_r(x, &sign);
}
HEDDLE_LIBC_INLINE float lgammaf(float x) HEDDLE_LIBC_NOEXCEPT {
  int sign;
  return (float)heddle_libc_lgamma_r(x, &sign);
}
HEDDLE_LIBC_INLINE float tgammaf(float x) HEDDLE_LIBC_NOEXCEPT { return (float)heddle_libc_tgamma(x); }
HEDDLE_LIBC_INLINE float j0f(float x) HEDDLE_LIBC_NOEXCEPT { return (float)heddle_libc_j0(x); }
HEDDLE_LIBC_INLINE float j1f(float x) HEDDLE_LIBC_NOEXCEPT { return (float)heddle_libc_j1(x); }
HEDDLE_LIBC_INLINE float jnf(int n, float x) HEDDLE_LIBC_NOEXCEPT { return (float)heddle_libc_jn(n, x); }
HEDDLE_LIBC_INLINE float y0f(float x) HEDDLE_LIBC_NOEXCEPT { return (float)heddle_libc_y0(x); }
HEDDLE_LIBC_INLINE float y1f(float x) HEDDLE_LIBC_NOEXCEPT { return (float)heddle_libc_y1(x); }
HEDDLE_LIBC_INLINE float ynf(int n, float x) HEDDLE_LIBC_NOEXCEPT { return (float)heddle_libc_yn(n, x); }

HEDDLE_LIBC_INLINE double cbrt(double x) HEDDLE_LIBC_NOEXCEPT { return heddle_impl::cube_root(x).root; }
// x87 has eleven bits to spare; where long double is a software quadruple, the library's double functions must do.
#if __LDBL_MANT_DIG__ == 64 && !defined(__FAST_MATH__)
HEDDLE_LIBC_INLINE double cosh(double x) HEDDLE_LIBC_NOEXCEPT { return (double)heddle_libc_coshl(x); }
HEDDLE_LIBC_INLINE double tanh(double x) HEDDLE_LIBC_NOEXCEPT { return (double)heddle_libc_tanhl(x); }
HEDDLE_LIBC_INLINE double log10(double x) HEDDLE_LIBC_NOEXCEPT { return (double)heddle_libc_log10l(x); }
#endif

#endif
