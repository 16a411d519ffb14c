// The C++ overloads for float: sin(1.0f) is sinf(1.0f), and so on.
// They are templates that accept float alone. A later <cmath> or <math.h> brings std's own sin(float) into the same
// scope, by `using std::sin` or `using namespace std`; a plain function here would then clash or be ambiguous, while a
// template yields to it silently.
#ifndef HEDDLE_MATH_OVERLOADS_H
#define HEDDLE_MATH_OVERLOADS_H
#pragma GCC system_header
#include "math_corrections.h"

namespace heddle_impl {
template <class T, class Result> struct if_float {};
template <class Result> struct if_float<float, Result> { typedef Result type; };

// For the classifications, whose C names take no fixed type; the pack makes them yield to libc++'s templates too.
template <class Result, class T, class... None> struct if_floating {};
template <class Result> struct if_floating<Result, float> { typedef Result type; };
template <class Result> struct if_floating<Result, double> { typedef Result type; };

template <class T> struct if_has_abs {};
template <> struct if_has_abs<float> { typedef float type; };
template <> struct if_has_abs<double> { typedef double type; };
template <> struct if_has_abs<long> { typedef long type; };
template <> struct if_has_abs<long long> { typedef long long type; };
} // namespace heddle_impl

#define HEDDLE_FLOAT(T, Result) HEDDLE_INLINE typename heddle_impl::if_float<T, Result>::type
#define HEDDLE_OVERLOAD_1(name) template <class T> HEDDLE_FLOAT(T, T) name(T x) { return ::name##f(x); }
#define HEDDLE_OVERLOAD_2(name) template <class T> HEDDLE_FLOAT(T, T) name(T x, T y) { return ::name##f(x, y); }
#define HEDDLE_OVERLOAD_TO(Result, name) template <class T> HEDDLE_FLOAT(T, Result) name(T x) { return ::name##f(x); }
#define HEDDLE_OVERLOAD_WITH(Second, name)                                                                             \
  template <class T> HEDDLE_FLOAT(T, T) name(T x, Second y) { return ::name##f(x, y); }

HEDDLE_OVERLOAD_1(sin) HEDDLE_OVERLOAD_1(cos) HEDDLE_OVERLOAD_1(tan)
HEDDLE_OVERLOAD_1(asin) HEDDLE_OVERLOAD_1(acos) HEDDLE_OVERLOAD_1(atan)
HEDDLE_OVERLOAD_1(sinh) HEDDLE_OVERLOAD_1(cosh) HEDDLE_OVERLOAD_1(tanh)
HEDDLE_OVERLOAD_1(asinh) HEDDLE_OVERLOAD_1(acosh) HEDDLE_OVERLOAD_1(atanh)
HEDDLE_OVERLOAD_1(exp) HEDDLE_OVERLOAD_1(exp2) HEDDLE_OVERLOAD_1(expm1)
HEDDLE_OVERLOAD_1(log) HEDDLE_OVERLOAD_1(log2) HEDDLE_OVERLOAD_1(log10) HEDDLE_OVERLOAD_1(log1p)
HEDDLE_OVERLOAD_1(sqrt) HEDDLE_OVERLOAD_1(cbrt) HEDDLE_OVERLOAD_1(erf) HEDDLE_OVERLOAD_1(erfc)
HEDDLE_OVERLOAD_1(tgamma) HEDDLE_OVERLOAD_1(lgamma) HEDDLE_OVERLOAD_1(logb) HEDDLE_OVERLOAD_1(fabs)
HEDDLE_OVERLOAD_1(ceil) HEDDLE_OVERLOAD_1(floor) HEDDLE_OVERLOAD_1(trunc) HEDDLE_OVERLOAD_1(round)
HEDDLE_OVERLOAD_1(rint) HEDDLE_OVERLOAD_1(nearbyint)
HEDDLE_OVERLOAD_2(pow) HEDDLE_OVERLOAD_2(atan2) HEDDLE_OVERLOAD_2(fmod) HEDDLE_OVERLOAD_2(remainder)
HEDDLE_OVERLOAD_2(hypot) HEDDLE_OVERLOAD_2(copysign) HEDDLE_OVERLOAD_2(nextafter)
HEDDLE_OVERLOAD_2(fdim) HEDDLE_OVERLOAD_2(fmin) HEDDLE_OVERLOAD_2(fmax)
HEDDLE_OVERLOAD_TO(int, ilogb) HEDDLE_OVERLOAD_TO(long, lrint) HEDDLE_OVERLOAD_TO(long, lround)
HEDDLE_OVERLOAD_TO(long long, llrint) HEDDLE_OVERLOAD_TO(long long, llround)
HEDDLE_OVERLOAD_WITH(T *, modf) HEDDLE_OVERLOAD_WITH(int *, frexp) HEDDLE_OVERLOAD_WITH(int, ldexp)
HEDDLE_OVERLOAD_WITH(int, scalbn) HEDDLE_OVERLOAD_WITH(long, scalbln)
template <class T> HEDDLE_FLOAT(T, T) fma(T x, T y, T z) { return __builtin_fmaf(x, y, z); }
template <class T> HEDDLE_FLOAT(T, T) remquo(T x, T y, int *quotient) { return ::remquof(x, y, quotient); }

// CUDA's own names: no C++ header has overloads of these, but they follow the same rule.
HEDDLE_C_INLINE float rsqrtf(float x) HEDDLE_LIBC_NOEXCEPT;
HEDDLE_C_INLINE float rcbrtf(float x) HEDDLE_LIBC_NOEXCEPT;
HEDDLE_C_INLINE float sinpif(float x) HEDDLE_LIBC_NOEXCEPT;
HEDDLE_C_INLINE float cospif(float x) HEDDLE_LIBC_NOEXCEPT;
HEDDLE_LIBC_INLINE float exp10f(float x) HEDDLE_LIBC_NOEXCEPT;
HEDDLE_OVERLOAD_1(rsqrt) HEDDLE_OVERLOAD_1(rcbrt) HEDDLE_OVERLOAD_1(sinpi) HEDDLE_OVERLOAD_1(cospi)
HEDDLE_OVERLOAD_1(exp10) HEDDLE_OVERLOAD_1(j0) HEDDLE_OVERLOAD_1(j1) HEDDLE_OVERLOAD_1(y0) HEDDLE_OVERLOAD_1(y1)
#undef HEDDLE_FLOAT
#undef HEDDLE_OVERLOAD_1
#undef HEDDLE_OVERLOAD_2
#undef HEDDLE_OVERLOAD_TO
#undef HEDDLE_OVERLOAD_WITH

#define HEDDLE_CLASSIFICATION(name, test)                                                                              \
  template <class T, class... None>                                                                                    \
  HEDDLE_INLINE typename heddle_impl::if_floating<bool, T, None...>::type name(T x, None...) {                         \
    return heddle_impl::test(x);                                                                                       \
  }
HEDDLE_CLASSIFICATION(isnan, is_nan)
HEDDLE_CLASSIFICATION(isinf, is_inf)
HEDDLE_CLASSIFICATION(isfinite, is_finite)
HEDDLE_CLASSIFICATION(signbit, is_negative)
#undef HEDDLE_CLASSIFICATION

template <class T> HEDDLE_INLINE typename heddle_impl::if_has_abs<T>::type abs(T x) { return x < 0 ? -x : x; }
template <> inline __attribute__((always_inline)) float abs<float>(float x) { return __builtin_fabsf(x); }
template <> inline __attribute__((always_inline)) double abs<double>(double x) { return __builtin_fabs(x); }

#endif
