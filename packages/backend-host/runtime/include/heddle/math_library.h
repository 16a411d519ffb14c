// Declarations of the C library's mathematics, as glibc and musl declare it, so that <cmath> may come before or after.
// The compilers know these names: they inline, fold and vectorise what they can.
#ifndef HEDDLE_MATH_LIBRARY_H
#define HEDDLE_MATH_LIBRARY_H
#pragma GCC system_header
#include "inline_function.h"

// With -ffast-math on x86-64 glibc offers vector variants (libmvec, at most 4 ulp), as its own <math.h> announces them.
#if defined(__FAST_MATH__) && defined(__x86_64__) && !defined(__clang__) && __has_include(<bits/math-vector.h>)
#define HEDDLE_VECTOR_VARIANT __attribute__((simd("notinbranch")))
#else
#define HEDDLE_VECTOR_VARIANT
#endif

extern "C" {

#define HEDDLE_UNARY(name)                                                                                             \
  double name(double) HEDDLE_LIBC_NOEXCEPT;                                                                            \
  float name##f(float) HEDDLE_LIBC_NOEXCEPT;
#define HEDDLE_UNARY_VECTOR(name)                                                                                      \
  HEDDLE_VECTOR_VARIANT double name(double) HEDDLE_LIBC_NOEXCEPT;                                                      \
  HEDDLE_VECTOR_VARIANT float name##f(float) HEDDLE_LIBC_NOEXCEPT;
#define HEDDLE_BINARY(name)                                                                                            \
  double name(double, double) HEDDLE_LIBC_NOEXCEPT;                                                                    \
  float name##f(float, float) HEDDLE_LIBC_NOEXCEPT;
#define HEDDLE_TO_INTEGER(Integer, name)                                                                               \
  Integer name(double) HEDDLE_LIBC_NOEXCEPT;                                                                           \
  Integer name##f(float) HEDDLE_LIBC_NOEXCEPT;

HEDDLE_UNARY_VECTOR(sin) HEDDLE_UNARY_VECTOR(cos) HEDDLE_UNARY_VECTOR(exp) HEDDLE_UNARY_VECTOR(log)
HEDDLE_UNARY(tan) HEDDLE_UNARY(asin) HEDDLE_UNARY(acos) HEDDLE_UNARY(atan)
HEDDLE_UNARY(sinh) HEDDLE_UNARY(cosh) HEDDLE_UNARY(tanh) HEDDLE_UNARY(asinh) HEDDLE_UNARY(acosh) HEDDLE_UNARY(atanh)
HEDDLE_UNARY(exp2) HEDDLE_UNARY(expm1) HEDDLE_UNARY(log2) HEDDLE_UNARY(log10) HEDDLE_UNARY(log1p)
HEDDLE_UNARY(sqrt) HEDDLE_UNARY(cbrt) HEDDLE_UNARY(erf) HEDDLE_UNARY(erfc) HEDDLE_UNARY(tgamma) HEDDLE_UNARY(lgamma)
HEDDLE_UNARY(ceil) HEDDLE_UNARY(floor) HEDDLE_UNARY(trunc) HEDDLE_UNARY(round) HEDDLE_UNARY(rint)
HEDDLE_UNARY(nearbyint) HEDDLE_UNARY(logb) HEDDLE_UNARY(fabs)
HEDDLE_UNARY(j0) HEDDLE_UNARY(j1) HEDDLE_UNARY(y0) HEDDLE_UNARY(y1)
HEDDLE_BINARY(atan2) HEDDLE_BINARY(fmod) HEDDLE_BINARY(remainder) HEDDLE_BINARY(hypot) HEDDLE_BINARY(copysign)
HEDDLE_BINARY(nextafter) HEDDLE_BINARY(fdim) HEDDLE_BINARY(fmin) HEDDLE_BINARY(fmax)
HEDDLE_VECTOR_VARIANT double pow(double, double) HEDDLE_LIBC_NOEXCEPT;
HEDDLE_VECTOR_VARIANT float powf(float, float) HEDDLE_LIBC_NOEXCEPT;
HEDDLE_TO_INTEGER(int, ilogb) HEDDLE_TO_INTEGER(long, lrint) HEDDLE_TO_INTEGER(long, lround)
HEDDLE_TO_INTEGER(long long, llrint) HEDDLE_TO_INTEGER(long long, llround)
double fma(double, double, double) HEDDLE_LIBC_NOEXCEPT;
float fmaf(float, float, float) HEDDLE_LIBC_NOEXCEPT;
double jn(int, double) HEDDLE_LIBC_NOEXCEPT;
float jnf(int, float) HEDDLE_LIBC_NOEXCEPT;
double yn(int, double) HEDDLE_LIBC_NOEXCEPT;
float ynf(int, float) HEDDLE_LIBC_NOEXCEPT;
double modf(double, double *) HEDDLE_LIBC_NOEXCEPT;
float modff(float, float *) HEDDLE_LIBC_NOEXCEPT;
double frexp(double, int *) HEDDLE_LIBC_NOEXCEPT;
float frexpf(float, int *) HEDDLE_LIBC_NOEXCEPT;
double ldexp(double, int) HEDDLE_LIBC_NOEXCEPT;
float ldexpf(float, int) HEDDLE_LIBC_NOEXCEPT;
double scalbn(double, int) HEDDLE_LIBC_NOEXCEPT;
float scalbnf(float, int) HEDDLE_LIBC_NOEXCEPT;
double scalbln(double, long) HEDDLE_LIBC_NOEXCEPT;
float scalblnf(float, long) HEDDLE_LIBC_NOEXCEPT;
double remquo(double, double, int *) HEDDLE_LIBC_NOEXCEPT;
float remquof(float, float, int *) HEDDLE_LIBC_NOEXCEPT;
double nan(const char *) HEDDLE_LIBC_NOEXCEPT;
float nanf(const char *) HEDDLE_LIBC_NOEXCEPT;
int abs(int) HEDDLE_LIBC_NOEXCEPT;
long labs(long) HEDDLE_LIBC_NOEXCEPT;
long long llabs(long long) HEDDLE_LIBC_NOEXCEPT;

// The wider type, for functions whose plain formula would lose digits or overflow.
long double sqrtl(long double) HEDDLE_LIBC_NOEXCEPT;
long double expl(long double) HEDDLE_LIBC_NOEXCEPT;
long double logl(long double) HEDDLE_LIBC_NOEXCEPT;
long double erfl(long double) HEDDLE_LIBC_NOEXCEPT;
long double erfcl(long double) HEDDLE_LIBC_NOEXCEPT;
long double fabsl(long double) HEDDLE_LIBC_NOEXCEPT;

#undef HEDDLE_UNARY
#undef HEDDLE_UNARY_VECTOR
#undef HEDDLE_BINARY
#undef HEDDLE_TO_INTEGER
} // extern "C"

#endif
